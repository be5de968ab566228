import { checkNames } from "@passwright/core";
import type { Analysis, NamedPipeline, NoPromise, OptionSpecs, PassDefinition, ValuesOf } from "@passwright/core";
import type { PassManagerBuilder } from "@passwright/builder";
import type { PipelineGraph } from "@passwright/graph";
import { readTable } from "./check-shape.ts";
import type { AnyFramework, FrameworkShape } from "./define-framework.ts";
import type { HookDeclarations, TappableHooks, Taps } from "../hooks/hook-types.ts";
import type { BundleData } from "../contributions/pipeline-schema.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "../contributions/data.ts";
import type { Manifest } from "../manifest.ts";
import type { BesidePass, InsertionOf, OnOf } from "../plugin-types.ts";

type HooksOf<F extends FrameworkShape> = F["hooks"] extends HookDeclarations ? F["hooks"] : {};
type PointsOf<F extends FrameworkShape> = F["extensionPoints"] extends object
  ? keyof F["extensionPoints"] & string
  : string;

/** Builder that a plugin receives. For a plugin of one framework, the compiler checks names of extension points. */
export type PluginBuilder<F extends FrameworkShape = AnyFramework> = PassManagerBuilder<never, PointsOf<F>>;

/** Second argument of `setup`, and argument of `sessionHooks`, whose hooks observe planning and runs. */
export interface PluginEnvironment<F extends FrameworkShape = AnyFramework, O extends OptionSpecs = {}> {
  /** Name and version of the framework. */
  readonly framework: { readonly name: string; readonly version?: string };
  /** Hooks of the framework that the plugin can tap. */
  readonly hooks: TappableHooks<HooksOf<F>>;
  /** Options of the plugin: values from the config, and defaults. */
  readonly options: ValuesOf<O>;
  /**
   * Pipelines of a framework with a graph. `graph.pipeline(name)` returns the builder of a pipeline, and
   * `graph.registerPipeline` adds a pipeline of the plugin. The first argument of `setup` is the builder of the default
   * pipeline. Without a default pipeline, any use of this builder is an error (PWL0505).
   */
  readonly graph?: PipelineGraph<never>;
}

/** Insertion of a pass as data. The pass is a definition or a name. */
export type PluginInsertion = InsertionData extends infer One
  ? One extends InsertionData
    ? BesidePass<Omit<One, "pass">> & { readonly pass: string | PassDefinition<never> }
    : never
  : never;

/** Argument of {@link definePlugin}. */
export interface Plugin<F extends FrameworkShape = AnyFramework, O extends OptionSpecs = {}> {
  /** Name in plans and messages. If the loader loads the plugin, the package name replaces this name. */
  readonly name?: string;
  /** Passes that the plugin provides. Configs, manifests and `passwright list` contain only these passes. */
  readonly passes?: readonly PassDefinition<never>[];
  /** Reason why the plugin does not provide certain passes. Errors about unknown passes show this reason. */
  readonly lacks?: string;
  /** Pipelines whose names can be used like names of passes in textual pipelines, configs, bundles and frameworks. */
  readonly pipelines?: readonly NamedPipeline<never>[];
  /** Analyses that the plugin provides. Different analyses with the same name are an error (PWC0301). */
  readonly analyses?: readonly Analysis<never, unknown>[];
  /** Dialects to add to the IR. For the embedded IR: results of `defineDialect`. */
  readonly dialects?: readonly { readonly name: string }[];
  /** Options of the plugin that a config can set. A plugin with options must have `setup` or a function in `taps`. */
  readonly options?: O;
  /** Requirements on the framework. */
  readonly needs?: Manifest["needs"];
  /** Insertions of passes and bundles as data. Each pass is a definition or a name. */
  readonly insert?: readonly (PluginInsertion | BesidePass<BundleInsertionData>)[];
  /** Rules about the order of passes, as data. Each pass is a definition or a name. */
  readonly rules?: readonly RuleData<string | PassDefinition<never>>[];
  /** Bundles that configs, manifests and other plugins can insert by name. */
  readonly bundles?: { readonly [name: string]: BundleData<string | PassDefinition<never>> };
  /** Functions that tap hooks, by hook name, or a function that makes this table from the values of the options. */
  readonly taps?: Taps<HooksOf<F>> | ((options: ValuesOf<O>) => Taps<HooksOf<F>>);
  /**
   * Inserts passes, adds rules and taps hooks. Must be synchronous. The builder shows the steps of the framework and of
   * this plugin, but not the steps of other plugins.
   */
  setup?(builder: PluginBuilder<F>, environment: PluginEnvironment<F, O>): NoPromise;
}

const BRAND: unique symbol = Symbol.for("passwright.plugin") as never;

function define(plugin: Plugin<never, never>): never {
  return readTable("definePlugin", plugin, () => {
    checkNames("plugin", plugin, "options");
    return Object.freeze({ passes: [], ...plugin, [BRAND]: true }) as never;
  });
}

/** Plugin that {@link definePlugin} returns. `R` is the type of the operations that the passes run on. */
export type DefinedPlugin<
  F extends FrameworkShape = AnyFramework,
  O extends OptionSpecs = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- plugins of unknown operations fit every framework
  R = any,
> = Plugin<F, O> & {
  readonly passes: readonly PassDefinition<never>[];
  /** Exists only at compile time, to carry the type of the operations. */
  readonly "~on"?: R;
};

type PluginInput<
  F extends FrameworkShape,
  O extends OptionSpecs,
  P extends PassDefinition<never>,
  I extends readonly unknown[],
> = Omit<Plugin<F, O>, "passes" | "insert"> & {
  readonly passes?: readonly P[];
  readonly insert?: { readonly [K in keyof I]: InsertionOf<never, I[K], PointsOf<F>> } | [];
};

/**
 * Defines a plugin: passes, and their positions in the pipelines of frameworks. Make the result the default export of
 * the plugin's package. To write a plugin for one framework, use {@link definePluginFor}.
 *
 * @throws UsageError PWC0106 for a name that contains a control character.
 */
export function definePlugin<
  const O extends OptionSpecs = {},
  P extends PassDefinition<never> = never,
  const I extends readonly unknown[] = [],
>(plugin: PluginInput<AnyFramework, O, P, I>): DefinedPlugin<AnyFramework, O, OnOf<P>> {
  return define(plugin as never);
}

/**
 * Defines a plugin for one framework, so that editors complete the names of the framework's extension points and hooks:
 * `definePluginFor<typeof acme>()({ … })`. Import the framework as a type. The extra call is necessary because
 * TypeScript infers either all type arguments of a call or none. With `declaration: true`, the package of the framework
 * must export the types of its operations. Otherwise, TypeScript reports TS2883.
 */
export function definePluginFor<F extends FrameworkShape>(): <
  const O extends OptionSpecs = {},
  P extends PassDefinition<never> = never,
  const I extends readonly unknown[] = [],
>(
  plugin: PluginInput<F, O, P, I>,
) => DefinedPlugin<F, O, OnOf<P>> {
  return (plugin) => define(plugin as never);
}

/** Returns whether {@link definePlugin} made `value`, in this or another copy of the package. */
export function isPlugin(value: unknown): value is DefinedPlugin {
  return (value as { [BRAND]?: unknown } | null | undefined)?.[BRAND] === true;
}
