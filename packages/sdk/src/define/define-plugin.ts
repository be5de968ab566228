import { refuseControlCharacters } from "@passwright/core";
import type { Analysis, NamedPipeline, OptionSpecs, PassDefinition, ValuesOf } from "@passwright/core";
import type { PassManagerBuilder } from "@passwright/builder";
import type { PipelineGraph } from "@passwright/graph";
import type { AnyFramework, FrameworkShape } from "./define-framework.ts";
import type { HookDeclarations, TappableHooks, Taps } from "../hooks/declarations.ts";
import type { DeclaredTap } from "../hooks/hook-set.ts";
import type { BundleData } from "../contributions/pipeline-schema.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "../contributions/data.ts";
import type { Manifest } from "../manifest.ts";
import type { InsertionOf, OnOf } from "../plugin-types.ts";
import type { SessionHooks } from "../hooks/session-hooks.ts";

type HooksOf<F extends FrameworkShape> = F["hooks"] extends HookDeclarations ? F["hooks"] : {};
type PointsOf<F extends FrameworkShape> = F["extensionPoints"] extends object
  ? keyof F["extensionPoints"] & string
  : string;

/** The builder as a plugin gets it: extension points are checked against the framework's when the plugin names one. */
export type PluginBuilder<F extends FrameworkShape = AnyFramework> = PassManagerBuilder<never, PointsOf<F>>;

/** Arguments of a plugin's `setup` besides the builder. */
export interface PluginEnvironment<F extends FrameworkShape = AnyFramework, O extends OptionSpecs = {}> {
  /** Name and version of the framework. */
  readonly framework: { readonly name: string; readonly version?: string };
  /** The framework's hooks, to tap. */
  readonly hooks: TappableHooks<HooksOf<F>>;
  /** The steps of loading and running, to tap: for plugins that look at plans and runs. */
  readonly session: SessionHooks;
  /** The plugin's options from the config, with defaults. */
  readonly options: ValuesOf<O>;
  /**
   * The framework's pipelines, where it has a graph of them: `graph.pipeline(name)` is the builder to insert into, and
   * `graph.registerPipeline` adds a pipeline of the plugin's own. The builder that `setup` gets is that of the pipeline which
   * the framework registered for it; if there is none, using it is an error (PWL0505).
   */
  readonly graph?: PipelineGraph<never>;
}

/** An insertion of a plugin as data. */
export type PluginInsertion = InsertionData extends infer One
  ? One extends InsertionData
    ? Omit<One, "pass"> & { readonly pass: string | PassDefinition<never> }
    : never
  : never;

/** What {@link definePlugin} takes. */
export interface Plugin<F extends FrameworkShape = AnyFramework, O extends OptionSpecs = {}> {
  /** Its name; for a plugin that is a package the loader takes the package's. */
  readonly name?: string;
  readonly passes?: readonly PassDefinition<never>[];
  /** Why some of its passes are missing; reported if such a pass is requested. */
  readonly lacks?: string;
  /** Pipelines that may be named wherever a pass is: in texts, configs, bundles and by the framework. */
  readonly pipelines?: readonly NamedPipeline<never>[];
  /** Analyses by their names, for lists and for clashes between plugins. */
  readonly analyses?: readonly Analysis<never, unknown>[];
  /** Additions to the IR: for the embedded IR, results of `defineDialect`. */
  readonly dialects?: readonly { readonly name: string }[];
  /** Options that the config may set for the plugin. */
  readonly options?: O;
  /** Requirements on the framework. */
  readonly needs?: Manifest["needs"];
  /** Insertions as data, of passes and of bundles. A pass is a definition, or the name of one. */
  readonly insert?: readonly (PluginInsertion | BundleInsertionData)[];
  /** Rules as data. */
  readonly rules?: readonly RuleData[];
  /** Bundles that configs, manifests and other plugins insert by name. */
  readonly bundles?: { readonly [name: string]: BundleData };
  /**
   * Functions that tap the framework's hooks, by the names of the hooks, or a function that makes them from the options;
   * declarations of taps in a plugin without code.
   */
  readonly taps?: Taps<HooksOf<F>> | readonly DeclaredTap[] | ((options: ValuesOf<O>) => Taps<HooksOf<F>>);
  /**
   * Inserts passes, adds rules, taps hooks. Synchronous. It sees the framework's steps and its own, not those of other
   * plugins.
   */
  setup?(builder: PluginBuilder<F>, environment: PluginEnvironment<F, O>): void;
}

const BRAND: unique symbol = Symbol.for("passwright.plugin") as never;

/** Checks the names that are not checked where they are defined: passes and analyses have checked theirs. */
function checkNames({ name = "", pipelines = [], dialects = [], options = {} }: Plugin<never, OptionSpecs>): void {
  const named = (kind: string, list: unknown): (readonly [kind: string, name: unknown])[] =>
    Array.isArray(list) ? list.map((one: { readonly name?: unknown } | null) => [kind, one?.name]) : [];
  const optionNames = Object.keys(options).map((name) => ["option", name] as const);
  refuseControlCharacters("plugin", [
    ["name", name],
    ...named("pipeline", pipelines),
    ...named("dialect", dialects),
    ...optionNames,
  ]);
}

function define(plugin: Plugin<never, never>): never {
  checkNames(plugin as unknown as Plugin<never, OptionSpecs>);
  return Object.freeze({ passes: [], ...plugin, [BRAND]: true }) as never;
}

/** A plugin with its passes. `R` carries the operation types that they run on. */
export type DefinedPlugin<
  F extends FrameworkShape = AnyFramework,
  O extends OptionSpecs = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- plugins of unknown operations fit every framework
  R = any,
> = Plugin<F, O> & {
  readonly passes: readonly PassDefinition<never>[];
  /** Never set. */
  readonly "~on"?: R;
};

/** What {@link definePlugin} takes, with the types of its passes and insertions inferred. */
type PluginInput<
  F extends FrameworkShape,
  O extends OptionSpecs,
  P extends PassDefinition<never>,
  I extends readonly unknown[],
> = Omit<Plugin<F, O>, "passes" | "insert"> & {
  readonly passes?: readonly P[];
  readonly insert?: { readonly [K in keyof I]: InsertionOf<never, I[K], PointsOf<F>> };
};

/**
 * Defines a plugin: passes, and their positions in the pipelines of frameworks. It is the default export of the
 * plugin's package. For a plugin that is written for one framework, use {@link definePluginFor}.
 * @throws UsageError PWC0106 for a name with a control character.
 */
export function definePlugin<
  const O extends OptionSpecs = {},
  P extends PassDefinition<never> = never,
  const I extends readonly unknown[] = [],
>(plugin: PluginInput<AnyFramework, O, P, I>): DefinedPlugin<AnyFramework, O, OnOf<P>> {
  return define(plugin as never);
}

/**
 * Like {@link definePlugin} for one framework, whose extension points and hooks the editor then knows:
 * `definePluginFor<typeof acme>()({ … })`, with the framework imported as a type. (The extra call is there because
 * TypeScript infers either all type arguments or none.)
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

/** Whether `value` was made by {@link definePlugin}, of this copy of the package or of another. */
export function isPlugin(value: unknown): value is DefinedPlugin {
  return typeof value === "object" && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
}
