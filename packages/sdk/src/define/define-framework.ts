import { refuseControlCharacters } from "@passwright/core";
import type { GroupDeclaration, IrAdapter, NamedPipeline, PassDeclaration, PassDefinition } from "@passwright/core";
import type { CheckProperty, Choice, PassManagerBuilder, PointSettings, Properties } from "@passwright/builder";
import type { PipelineGraph } from "@passwright/graph";
import type { CallableHooks, HookDeclarations } from "../hooks/declarations.ts";

/** A named, empty place in a framework's pipeline that plugins may rely on. */
export interface ExtensionPoint extends PointSettings {
  /** The framework version that has it since. */
  readonly since: string;
  /** What holds of the IR there, for authors of plugins. */
  readonly doc: string;
}

/** Arguments of a framework's `pipeline` besides the builder. */
export interface FrameworkEnvironment<H extends HookDeclarations = HookDeclarations> {
  readonly hooks: CallableHooks<H>;
  /** The target and level that the user chose. `when` on a step is better than a branch: explanations know it. */
  readonly choice: Choice;
}

/** Arguments of a framework's `graph` besides the graph. */
export interface GraphEnvironment<
  Op extends object,
  H extends HookDeclarations = HookDeclarations,
> extends FrameworkEnvironment<H> {
  /**
   * The builder that plugins get, which the framework's `pipeline` filled if it has one. Registered under a name,
   * `graph.registerPipeline("optimize", {}, builder)`, it is the pipeline into which plugins and configs insert that name
   * none: those that were written before the framework had a graph.
   */
  readonly builder: PassManagerBuilder<Op>;
}

/** The part of a framework that plugins are typed against. */
export interface FrameworkShape {
  readonly name: string;
  readonly extensionPoints?: { readonly [name: string]: ExtensionPoint };
  readonly hooks?: HookDeclarations;
}

/** Any framework: for plugins that want to fit into several. */
export type AnyFramework = {
  readonly name: string;
  readonly extensionPoints: { readonly [name: string]: ExtensionPoint };
  readonly hooks: HookDeclarations;
};

/** A conversion between any IRs. */
export type AnyConversion = PassDefinition<never> & { readonly leaves: object };

/** What {@link defineFramework} takes. */
export interface Framework<Op extends object, H extends HookDeclarations = HookDeclarations> {
  readonly name: string;
  readonly ir: IrAdapter<Op>;
  /** The operation that the pipeline runs on: `builtin.module`. */
  readonly anchor: string;
  /** Managers for a pass on `path` at a position on the root. Default: the IR's own `nesting`. */
  readonly nesting?: "everywhere" | "direct";
  readonly extensionPoints?: { readonly [name: string]: ExtensionPoint };
  /** Additional pass types, with their meaning. */
  readonly passTypes?: { readonly [name: string]: string };
  readonly hooks?: H;
  /** Facts about the IR that passes require and provide. */
  readonly properties?: Properties;
  /** How to look for a property in the IR, for checked runs: what contradicts it, in words, or `undefined`. */
  readonly checks?: { readonly [property: string]: CheckProperty<Op> };
  /**
   * Groups that the pipeline may have: stretches of passes that the host of the IR runs in one traversal. Members of other
   * groups are refused when a pipeline is planned.
   */
  readonly groups?: readonly GroupDeclaration[];
  /** Idempotent passes that may be inserted where a property is required. */
  readonly cleanups?: readonly string[];
  /** Available targets and optimization levels: the config selects one of each; default: the first. */
  readonly targets?: readonly string[];
  readonly levels?: readonly string[];
  /**
   * Passes that the pipeline uses by name, or offers to configs: with code, or declarations alone. The types of `run` and of
   * plugins know the IRs of the conversions that are listed here.
   */
  readonly passes?: readonly (PassDefinition<Op> | AnyConversion | PassDeclaration)[];
  /** Pipelines that may be named wherever a pass is: in texts, configs, bundles and by plugins. */
  readonly pipelines?: readonly NamedPipeline<Op>[];
  /**
   * Names of another program's passes, for a framework that plans for it: they may be in a pipeline without a
   * declaration. Other undeclared names are errors (PWB0404).
   */
  readonly externalPasses?: readonly string[];
  /** Builds the pipeline. Called once per plan. */
  pipeline?(builder: PassManagerBuilder<Op>, environment: FrameworkEnvironment<H>): void;
  /**
   * Registers the pipelines of a framework that has several, and is made by `defineGraphFramework`. Called once per plan,
   * after `pipeline` if there is one.
   */
  graph?(graph: PipelineGraph<Op>, environment: GraphEnvironment<Op, H>): void;
  /** @internal Opens the graph of an assembly. Only frameworks with a graph carry its code. */
  readonly openGraph?: unknown;
}

/** Registers the pipelines of a framework in a graph. */
export interface GraphFunction<Op extends object, H extends HookDeclarations> {
  graph(graph: PipelineGraph<Op>, environment: GraphEnvironment<Op, H>): void;
}

/** A framework as its author writes it: the anchor is the `root` of the IR, or any operation, if it is left out. */
export type FrameworkInput<Op extends object, H extends HookDeclarations> = Omit<Framework<Op, H>, "anchor"> & {
  readonly anchor?: string;
};

const BRAND: unique symbol = Symbol.for("passwright.framework") as never;

/**
 * A framework as its author wrote it: the names of its extension points and hooks are in the type, so that a plugin's editor
 * knows them. `Framework` has tables of any names in their place, which would make every name right.
 */
export type DefinedFramework<Op extends object, F extends FrameworkShape, H extends HookDeclarations> = F &
  Omit<Framework<Op, H>, keyof FrameworkShape> & { readonly anchor: string };

type Named = readonly [kind: string, name: unknown];

/** Names of one kind: the elements of a list, or the keys of a table. Anything else is left to other checks. */
function all(kind: string, names: unknown): Named[] {
  if (typeof names !== "object" || names === null) return [];
  return (Array.isArray(names) ? names : Object.keys(names)).map((name: unknown) => [kind, name]);
}

/** The same list in each value of a table. */
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
 * Defines a framework: an IR, a pipeline over it, and the places and hooks by which plugins extend it. It is the default
 * export of the framework's package.
 *
 * @throws UsageError PWC0106 for a name with a control character.
 */
export function defineFramework<Op extends object, const F extends FrameworkShape, H extends HookDeclarations = {}>(
  framework: F & FrameworkInput<Op, H> & { readonly hooks?: H },
): DefinedFramework<Op, F, H> {
  refuseControlCharacters("framework", namesIn(framework));
  // Written in JavaScript it may lack an IR; that is reported where it is used.
  const ir = framework.ir as (IrAdapter<Op> & { readonly root?: string }) | undefined;
  const anchor = framework.anchor ?? ir?.root ?? "any";
  const nesting = framework.nesting ?? ir?.nesting ?? "direct";
  return Object.freeze({ ...framework, anchor, nesting, [BRAND]: true }) as unknown as DefinedFramework<Op, F, H>;
}

/** Whether `value` was made by {@link defineFramework}, of this copy of the package or of another. */
export function isFramework(value: unknown): value is Framework<object> {
  return typeof value === "object" && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
}
