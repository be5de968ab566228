import type { Choice, Properties } from "@passwright/builder";
import type { Instrumentation, PassDefinition } from "@passwright/core";
import type { GuardData, IndependentData, RetypeData, StrictData } from "./contributions/checked.ts";
import type { OverrideData } from "./contributions/override-schema.ts";
import type { BundleData } from "./contributions/pipeline-schema.ts";
import { contributionKeys } from "./contributions/schema.ts";
import type { AnyOpOf, HooksOf, LevelOf, OpOf, PointOf, TargetOf } from "./framework-types.ts";
import type { HookDeclarations, Taps } from "./hooks/declarations.ts";
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
  /** Plugins, each alone or as `[plugin, options]`. Their order does not matter. */
  readonly plugins?: { readonly [K in keyof P]: PluginUse<AnyOpOf<F>, P[K]> };
  /** Passes and bundles to insert. */
  readonly insert?: { readonly [K in keyof I]: InsertionOf<AnyOpOf<F>, I[K], PointOf<F>> };
  readonly rules?: readonly RuleData[];
  readonly overrides?: readonly OverrideData[];
  readonly bundles?: { readonly [name: string]: BundleData<string | PassDefinition<never>> };
  /** Maps names of the framework's hooks to functions that tap them. */
  readonly taps?: Taps<HooksOf<F> extends HookDeclarations ? HooksOf<F> : {}>;
  /** One of the targets of the framework. Default: the first. */
  readonly target?: TargetOf<F>;
  /** One of the levels of the framework. Default: the first. */
  readonly level?: LevelOf<F>;
  /** Values of options that `when: { option }` tests. */
  readonly option?: NonNullable<Choice["option"]>;
  readonly properties?: Properties;
  readonly guards?: readonly GuardData[];
  readonly cleanups?: readonly string[];
  /** Additional pass types, with their meaning. */
  readonly passTypes?: { readonly [name: string]: string };
  /** Types for passes of other contributors. */
  readonly retype?: readonly RetypeData[];
  /** Steps whose order does not matter, with the reason. */
  readonly independent?: readonly IndependentData[];
  /**
   * Reports to treat as errors. `order-by-name`: the order of two steps depends only on the names of their
   * contributors. `idle`: a step finds nothing because of its position.
   */
  readonly strict?: readonly StrictData[];
  /** Instrumentations of every run. */
  readonly instrumentations?: readonly Instrumentation<OpOf<F>>[];
  /** Whether to keep duplicate cleanups. Default: false. */
  readonly keepDuplicates?: boolean;
}

/** All options, to report unknown ones. */
export const OPTION_KEYS: readonly string[] = [
  "name",
  "plugins",
  ...Object.keys(contributionKeys),
  "taps",
  "instrumentations",
  "keepDuplicates",
];
