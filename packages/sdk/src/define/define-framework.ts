import { refuseControlCharacters } from "@passwright/core";
import type { GroupDeclaration, IrAdapter, NamedPipeline, PassDeclaration, PassDefinition } from "@passwright/core";
import type { CheckProperty, Choice, PassManagerBuilder, PointSettings, Properties } from "@passwright/builder";
import type { PipelineGraph } from "@passwright/graph";
import type { CallableHooks, HookDeclarations } from "../hooks/declarations.ts";

/** Named, empty position in a framework's pipeline that plugins may rely on. */
export interface ExtensionPoint extends PointSettings {
  /** First version of the framework with this extension point. */
  readonly since: string;
  /** Properties of the IR at this point, for plugin authors. */
  readonly doc: string;
}

/** Arguments of a framework's `pipeline` besides the builder. */
export interface FrameworkEnvironment<H extends HookDeclarations = HookDeclarations> {
  /** The framework's hooks, to call from passes. */
  readonly hooks: CallableHooks<H>;
  /**
   * Target and level that the user chose. Prefer `when` on a step to a branch in code, because explanations show
   * `when`.
   */
  readonly choice: Choice;
}

/** Arguments of a framework's `graph` besides the graph. */
export interface GraphEnvironment<
  Op extends object,
  H extends HookDeclarations = HookDeclarations,
> extends FrameworkEnvironment<H> {
  /**
   * Builder that plugins get. Contains the framework's `pipeline`, if there is one. Register it under a name,
   * `graph.registerPipeline("optimize", {}, builder)`, for plugins and configs that do not name a pipeline, for example
   * because they were written before the framework had a graph.
   */
  readonly builder: PassManagerBuilder<Op>;
}

/** Part of a framework that the types of plugins depend on. */
export interface FrameworkShape {
  readonly name: string;
  readonly extensionPoints?: { readonly [name: string]: ExtensionPoint };
  readonly hooks?: HookDeclarations;
}

/** Any framework: for plugins that fit several frameworks. */
export type AnyFramework = {
  readonly name: string;
  readonly extensionPoints: { readonly [name: string]: ExtensionPoint };
  readonly hooks: HookDeclarations;
};

/** Conversion between any IRs. */
export type AnyConversion = PassDefinition<never> & { readonly leaves: object };

/** Argument of {@link defineFramework}. */
export interface Framework<Op extends object, H extends HookDeclarations = HookDeclarations> {
  /** Name in plans and messages. */
  readonly name: string;
  /** IR that the pipeline runs on. */
  readonly ir: IrAdapter<Op>;
  /** Operation that the pipeline runs on: `builtin.module`. */
  readonly anchor: string;
  /** Whether a pass on `path` that is placed on the root runs at every depth or on direct children. Default: `nesting` of the IR. */
  readonly nesting?: "everywhere" | "direct";
  /** Maps names to positions that plugins can insert at. The pipeline contains each of these positions. */
  readonly extensionPoints?: { readonly [name: string]: ExtensionPoint };
  /** Additional pass types, with their meaning. */
  readonly passTypes?: { readonly [name: string]: string };
  /** Maps names to hooks that plugins can tap and that passes call. */
  readonly hooks?: H;
  /** Facts about the IR that passes require and provide. */
  readonly properties?: Properties;
  /** Functions that check a property in the IR, for checked runs. Each returns a contradiction as text, or `undefined`. */
  readonly checks?: { readonly [property: string]: CheckProperty<Op> };
  /**
   * Groups that the pipeline may have: sequences of passes that the host of the IR runs in one traversal. Planning refuses
   * members of other groups.
   */
  readonly groups?: readonly GroupDeclaration[];
  /** Idempotent passes that may be inserted where a property is required. */
  readonly cleanups?: readonly string[];
  /** Targets that the config can select from. Default: the first. */
  readonly targets?: readonly string[];
  /** Optimization levels that the config can select from. Default: the first. */
  readonly levels?: readonly string[];
  /**
   * Passes that the pipeline uses by name or offers to configs, with code or as declarations. The types of `run` and of
   * plugins include the IRs of the conversions in this list.
   */
  readonly passes?: readonly (PassDefinition<Op> | AnyConversion | PassDeclaration)[];
  /** Pipelines that can be used by name like a pass: in textual pipelines, configs, bundles and plugins. */
  readonly pipelines?: readonly NamedPipeline<Op>[];
  /**
   * Names of passes of another program, for a framework that plans for that program. A pipeline may contain these
   * passes without a declaration. Other undeclared names are errors (PWB0404).
   */
  readonly externalPasses?: readonly string[];
  /** Builds the pipeline. Called once per plan. */
  pipeline?(builder: PassManagerBuilder<Op>, environment: FrameworkEnvironment<H>): void;
  /**
   * Registers the pipelines of a framework that `defineGraphFramework` made. Called once per plan, after `pipeline` if
   * there is one.
   */
  graph?(graph: PipelineGraph<Op>, environment: GraphEnvironment<Op, H>): void;
  /** @internal Opens the graph of an assembly. Only frameworks with a graph carry its code. */
  readonly openGraph?: unknown;
}

/** Registers the pipelines of a framework in a graph. */
export interface GraphFunction<Op extends object, H extends HookDeclarations> {
  graph(graph: PipelineGraph<Op>, environment: GraphEnvironment<Op, H>): void;
}

/** Framework as its author writes it. Default of the anchor: the `root` of the IR, else any operation. */
export type FrameworkInput<Op extends object, H extends HookDeclarations> = Omit<Framework<Op, H>, "anchor"> & {
  readonly anchor?: string;
};

const BRAND: unique symbol = Symbol.for("passwright.framework") as never;

/**
 * Framework with the names of its extension points and hooks in the type, so that editors complete them in plugins.
 * `Framework` accepts any name instead.
 */
export type DefinedFramework<Op extends object, F extends FrameworkShape, H extends HookDeclarations> = F &
  Omit<Framework<Op, H>, keyof FrameworkShape> & { readonly anchor: string };

type Named = readonly [kind: string, name: unknown];

/**
 * Returns names of one kind: the elements of a list, or the keys of a table. Ignores other values, which other checks
 * report.
 */
function all(kind: string, names: unknown): Named[] {
  if (typeof names !== "object" || names === null) return [];
  return (Array.isArray(names) ? names : Object.keys(names)).map((name: unknown) => [kind, name]);
}

/** Returns the names in a list that each value of a table has. */
function inEach(kind: string, table: unknown, key: string): Named[] {
  const values: unknown[] = Object.values(table ?? {});
  return values.flatMap((value) => all(kind, (value as { readonly [key: string]: unknown } | null)?.[key]));
}

/** Returns every name in a framework with its kind. Passes are checked when they are defined. */
function namesIn(framework: { readonly [K in keyof Framework<never>]?: unknown }): Named[] {
  return [
    ["name", framework.name],
    ["IR", (framework.ir as { readonly name?: unknown } | null | undefined)?.name],
    ["anchor", framework.anchor],
    ...all("extension point", framework.extensionPoints),
    ...inEach("extension point", framework.extensionPoints, "formerly"),
    ...all("pass type", framework.passTypes),
    ...all("hook", framework.hooks),
    ...inEach("hook argument", framework.hooks, "args"),
    ...all("property", framework.properties),
    ...all("target", framework.targets),
    ...all("level", framework.levels),
    ...(Array.isArray(framework.groups) ? framework.groups : []).map((one: { name?: unknown } | null): Named => [
      "group",
      one?.name,
    ]),
    ...all("pass", framework.cleanups),
    ...all("pass", framework.externalPasses),
  ];
}

/**
 * Defines a framework: an IR, a pipeline over it, and the extension points and hooks for plugins. Make it the default
 * export of the framework's package.
 *
 * @throws UsageError PWC0106 for a name with a control character.
 */
export function defineFramework<Op extends object, const F extends FrameworkShape, H extends HookDeclarations = {}>(
  framework: F & FrameworkInput<Op, H> & { readonly hooks?: H },
): DefinedFramework<Op, F, H> {
  refuseControlCharacters("framework", namesIn(framework));
  // In JavaScript, the IR may be missing. `assemble` and the loader report that.
  const ir = framework.ir as (IrAdapter<Op> & { readonly root?: string }) | undefined;
  const anchor = framework.anchor ?? ir?.root ?? "any";
  const nesting = framework.nesting ?? ir?.nesting ?? "direct";
  return Object.freeze({ ...framework, anchor, nesting, [BRAND]: true }) as unknown as DefinedFramework<Op, F, H>;
}

/** Whether `value` was made by {@link defineFramework}, in this or another copy of the package. */
export function isFramework(value: unknown): value is Framework<object> {
  return typeof value === "object" && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
}
