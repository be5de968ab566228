import type { Choice, Properties } from "@passwright/builder";
import type { Instrumentation, PassDefinition } from "@passwright/core";
import type { GuardData, IndependentData, RetypeData, StrictData } from "./contributions/checked.ts";
import type { OverrideData } from "./contributions/override-schema.ts";
import type { BundleData } from "./contributions/pipeline-schema.ts";
import type { AnyOpOf, HooksOf, LevelOf, OpOf, PointOf, TargetOf } from "./framework-types.ts";
import type { HookDeclarations, Taps } from "./hooks/hook-types.ts";
import type { RuleData } from "./contributions/data.ts";
import type { InsertionOf, PluginUse } from "./plugin-types.ts";

/** Options of {@link assemble}: the keys of a config file, with objects instead of names. */
export interface AssembleOptions<
  F,
  P extends readonly unknown[] = readonly unknown[],
  I extends readonly unknown[] = readonly unknown[],
> {
  /** Name of the contributor in plans. Default: `program`. */
  readonly name?: string;
  /** Plugins in any order, each alone or as `[plugin, options]`. */
  readonly plugins?: { readonly [K in keyof P]: PluginUse<AnyOpOf<F>, P[K]> } | [];
  /** Passes and bundles to insert. */
  readonly insert?: { readonly [K in keyof I]: InsertionOf<AnyOpOf<F>, I[K], PointOf<F>> } | [];
  /** Rules about the order of passes and pass types. */
  readonly rules?: readonly RuleData<string | PassDefinition<never>>[];
  /** Decisions that override plugins and the framework: steps to remove, rules to ignore, options to set. */
  readonly overrides?: readonly OverrideData[];
  /** Bundles that the program inserts, by name. */
  readonly bundles?: { readonly [name: string]: BundleData<string | PassDefinition<never>> };
  /** Functions that tap the framework's hooks, by hook name. */
  readonly taps?: Taps<HooksOf<F> extends HookDeclarations ? HooksOf<F> : {}>;
  /** Target to plan for. Default: the first target of the framework. */
  readonly target?: TargetOf<F>;
  /** Level to plan for. Default: the first level of the framework. */
  readonly level?: LevelOf<F>;
  /** Values of the framework's options, for conditions such as `when: { option }`. */
  readonly option?: NonNullable<Choice["option"]>;
  /** Additional properties that passes can require and provide, by name. */
  readonly properties?: Properties;
  /** Properties that all steps between two passes must preserve. */
  readonly guards?: readonly GuardData[];
  /** Names of passes that planning can insert as cleanups, in order of preference. */
  readonly cleanups?: readonly string[];
  /** Additional pass types: maps each name to its meaning. */
  readonly passTypes?: { readonly [name: string]: string };
  /** Passes whose declared pass types are replaced. */
  readonly retype?: readonly RetypeData[];
  /** Groups of steps whose order does not matter, each with a reason. */
  readonly independent?: readonly IndependentData[];
  /**
   * Kinds of reports to treat as errors. `order-by-name`: the order of two steps depends only on the names of their
   * contributors. `idle`: a step does not find operations to work on at its position.
   */
  readonly strict?: readonly StrictData[];
  /** Instrumentations that observe every run. */
  readonly instrumentations?: readonly Instrumentation<OpOf<F>>[];
  /** Whether to keep duplicate cleanups. Default: false. */
  readonly keepDuplicates?: boolean;
}
