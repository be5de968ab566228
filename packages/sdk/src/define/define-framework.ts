import { checkNames } from "@passwright/core";
import type {
  GroupDeclaration,
  IrAdapter,
  NamedPipeline,
  NoPromise,
  PassDeclaration,
  PassDefinition,
} from "@passwright/core";
import type { CheckProperty, Choice, PassManagerBuilder, PointSettings, Properties } from "@passwright/builder";
import type { PipelineGraph } from "@passwright/graph";
import type { AnyOpOf } from "../framework-types.ts";
import type { CallableHooks, HookDeclarations } from "../hooks/hook-types.ts";
import type { OnOf, RunsOn } from "../plugin-types.ts";
import { readTable } from "./check-shape.ts";

/** Named position at which plugins can insert steps. Later versions of the framework must keep the name. */
export interface ExtensionPoint extends PointSettings {
  /** First version of the framework that has this extension point. */
  readonly since: string;
  /** Description for plugin authors: the state of the IR at this point. */
  readonly doc: string;
}

/** Second argument of a framework's `pipeline`. */
export interface FrameworkEnvironment<H extends HookDeclarations = HookDeclarations> {
  /** The framework's hooks, to call from passes. */
  readonly hooks: CallableHooks<H>;
  /** Target and level that the user selected. If possible, use `when` on a step, which explanations show. */
  readonly choice: Choice;
}

/** Second argument of a framework's `graph`. */
export interface GraphEnvironment<
  Op extends object,
  H extends HookDeclarations = HookDeclarations,
> extends FrameworkEnvironment<H> {
  /**
   * Builder that plugins receive, with the steps of the framework's `pipeline` function. To support plugins and configs
   * that do not name a pipeline, register it: `graph.registerPipeline("optimize", {}, builder)`.
   */
  readonly builder: PassManagerBuilder<Op>;
}

/** Members of a framework on which the types of plugins depend. */
export interface FrameworkShape {
  /** Name of the framework. */
  readonly name: string;
  /** Extension points, by name. */
  readonly extensionPoints?: { readonly [name: string]: ExtensionPoint };
  /** Hooks that plugins can tap, by name. */
  readonly hooks?: HookDeclarations;
}

/** Any framework, for plugins that fit several frameworks. */
export type AnyFramework = {
  readonly name: string;
  readonly extensionPoints: { readonly [name: string]: ExtensionPoint };
  readonly hooks: HookDeclarations;
};

/** Argument of {@link defineFramework}. */
export interface Framework<Op extends object, H extends HookDeclarations = HookDeclarations> {
  /** Name in plans and messages. */
  readonly name: string;
  /** IR that the pipeline runs on. */
  readonly ir: IrAdapter<Op>;
  /** Operation that the pipeline runs on, such as `builtin.module`. */
  readonly anchor: string;
  /** Whether a nested pass runs at every depth or only on direct children. Default: `nesting` of the IR. */
  readonly nesting?: "everywhere" | "direct";
  /** Positions at which plugins can insert steps, by name. A pipeline must contain each of these positions (PWL0417). */
  readonly extensionPoints?: { readonly [name: string]: ExtensionPoint };
  /** Additional pass types: maps each name to its meaning. */
  readonly passTypes?: { readonly [name: string]: string };
  /** Hooks that passes call and plugins tap, by name. */
  readonly hooks?: H;
  /** Properties of the IR that passes can require and provide, by name. */
  readonly properties?: Properties;
  /** Functions that verify properties in checked runs. Each returns `undefined`, or a text that describes the error. */
  readonly checks?: { readonly [property: string]: CheckProperty<Op> };
  /**
   * Groups that the pipeline can contain. A group is a sequence of passes that the host of the IR runs in one
   * traversal. Planning refuses passes that must run in a group that is not in this list.
   */
  readonly groups?: readonly GroupDeclaration[];
  /** Names of idempotent passes that planning can insert before a step that requires a property. */
  readonly cleanups?: readonly string[];
  /** Targets that a config can choose. The default is the first target. */
  readonly targets?: readonly string[];
  /** Optimization levels that a config can choose. The default is the first level. */
  readonly levels?: readonly string[];
  /**
   * Passes that the pipeline uses by name or that configs can insert, each with or without a body. With conversions,
   * the types of `run` and of plugins include the IRs that they produce.
   */
  readonly passes?: readonly (PassDefinition<never> | PassDeclaration)[];
  /** Named pipelines. Textual pipelines, configs, bundles and plugins can use these pipelines like passes. */
  readonly pipelines?: readonly NamedPipeline<Op>[];
  /**
   * Names of another program's passes, for a framework that makes plans for that program. A pipeline can contain these
   * passes without declarations. An undeclared name that is not in this list is an error (PWB0404).
   */
  readonly externalPasses?: readonly string[];
  /** Builds the pipeline. Called once per plan. */
  pipeline?(builder: PassManagerBuilder<Op>, environment: FrameworkEnvironment<H>): NoPromise;
  /** Registers the pipelines of a graph, for `defineGraphFramework`. Called once per plan, after `pipeline`. */
  graph?(graph: PipelineGraph<Op>, environment: GraphEnvironment<Op, H>): void;
  /** @internal Creates the graph of an assembly. Only frameworks with a graph refer to the code for graphs. */
  readonly openGraph?: unknown;
}

/** Function that registers the pipelines of a framework in a graph. */
export interface GraphFunction<Op extends object, H extends HookDeclarations> {
  graph(graph: PipelineGraph<Op>, environment: GraphEnvironment<Op, H>): NoPromise;
}

/** Argument of `defineFramework`. Default of `anchor`: the `root` of the IR, or any operation. */
export type FrameworkInput<Op extends object, H extends HookDeclarations> = Omit<Framework<Op, H>, "anchor"> & {
  readonly anchor?: string;
};

/** Type that refuses mistyped keys. The type also refuses pass definitions for IRs that the framework does not have. */
export type CheckedFramework<F> = { readonly [K in Exclude<keyof F, keyof Framework<never>>]: never } & ([
  OnOf<PassOf<F>>,
] extends [RunsOn<AnyOpOf<F>>]
  ? unknown
  : { readonly passes: readonly PassDefinition<AnyOpOf<F>>[] });

type PassOf<F> = F extends { readonly passes: readonly (infer P)[] } ? P : never;

const BRAND: unique symbol = Symbol.for("passwright.framework") as never;

/** Framework whose type contains the names of its extension points and hooks, for completion in plugins. */
export type DefinedFramework<Op extends object, F extends FrameworkShape, H extends HookDeclarations> = F &
  Omit<Framework<Op, H>, keyof FrameworkShape> & { readonly anchor: string };

/**
 * Defines a framework: an IR, a pipeline for it, and the extension points and hooks for plugins. Make the result the
 * default export of the framework's package.
 *
 * @throws UsageError PWC0106 for a name that contains a control character.
 */
export function defineFramework<Op extends object, const F extends FrameworkShape, H extends HookDeclarations = {}>(
  framework: F & FrameworkInput<Op, H> & CheckedFramework<F> & { readonly hooks?: H },
): DefinedFramework<Op, F, H> {
  return readTable("defineFramework", framework, () => {
    checkNames("framework", framework, "extensionPoints", "passTypes", "hooks", "properties");
    // JavaScript code can omit the IR. `assemble` and the loader report a missing IR.
    const ir = framework.ir as (IrAdapter<Op> & { readonly root?: string }) | undefined;
    const { anchor = ir?.root ?? "any", nesting = ir?.nesting ?? "direct" } = framework;
    return Object.freeze({ ...framework, anchor, nesting, [BRAND]: true }) as unknown as DefinedFramework<Op, F, H>;
  });
}

/** Returns whether {@link defineFramework} made `value`, in this or another copy of the package. */
export function isFramework(value: unknown): value is Framework<object> {
  return (value as { [BRAND]?: unknown } | null | undefined)?.[BRAND] === true;
}
