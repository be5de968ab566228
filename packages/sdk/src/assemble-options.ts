import type { Choice, Properties } from "@passwright/builder";
import type { Instrumentation } from "@passwright/core";
import type { GuardData, IndependentData, RetypeData, StrictData } from "./contributions/checked.ts";
import type { OverrideData } from "./contributions/override-schema.ts";
import type { BundleData } from "./contributions/pipeline-schema.ts";
import { contributionKeys } from "./contributions/schema.ts";
import type { AnyOpOf, HooksOf, LevelOf, OpOf, PointOf, TargetOf } from "./framework-types.ts";
import type { HookDeclarations, Taps } from "./hooks/declarations.ts";
import type { RuleData } from "./contributions/data.ts";
import type { InsertionOf, PluginUse } from "./plugin-types.ts";

/** What {@link assemble} takes besides the framework: the keys of a config file, with objects in place of names. */
export interface AssembleOptions<
  F,
  P extends readonly unknown[] = readonly unknown[],
  I extends readonly unknown[] = readonly unknown[],
> {
  /** Name of the contributor in plans; `program` by default. */
  readonly name?: string;
  /** Plugins, each alone or as `[plugin, options]`. Their order does not matter. */
  readonly plugins?: { readonly [K in keyof P]: PluginUse<AnyOpOf<F>, P[K]> };
  /** Passes and bundles to insert. */
  readonly insert?: { readonly [K in keyof I]: InsertionOf<AnyOpOf<F>, I[K], PointOf<F>> };
  readonly rules?: readonly RuleData[];
  readonly overrides?: readonly OverrideData[];
  readonly bundles?: { readonly [name: string]: BundleData };
  /** Functions that tap the framework's hooks, by the names of the hooks. */
  readonly taps?: Taps<HooksOf<F> extends HookDeclarations ? HooksOf<F> : {}>;
  /** Target, of those of the framework; its first by default. */
  readonly target?: TargetOf<F>;
  /** Level, of those of the framework; its first by default. */
  readonly level?: LevelOf<F>;
  /** Values that `when: { option }` asks for. */
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
   * Reports to treat as errors: `order-by-name`, two steps that only the names of their contributors order; `idle`, a
   * step that finds nothing because of its position.
   */
  readonly strict?: readonly StrictData[];
  /** Added to every run. */
  readonly instrumentations?: readonly Instrumentation<OpOf<F>>[];
  /** Whether to keep duplicate cleanups; false by default. */
  readonly keepDuplicates?: boolean;
}

/** All options, for errors about others. */
export const OPTION_KEYS: readonly string[] = [
  "name",
  "plugins",
  ...Object.keys(contributionKeys),
  "taps",
  "instrumentations",
  "keepDuplicates",
];
