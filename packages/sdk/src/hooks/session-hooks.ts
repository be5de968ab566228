import type { Contribution, Plan } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { Tappable } from "./hook-types.ts";

/** Contents of a config that plugins may read. */
export interface ConfigSummary {
  /** Name of the config file. */
  readonly name: string;
  readonly framework: string;
  readonly plugins: readonly { readonly name: string; readonly options: { readonly [name: string]: unknown } }[];
  readonly target?: string;
  readonly level?: string;
}

/** Package whose manifest was accepted. */
export interface PackageSummary {
  readonly kind: "plugin" | "framework" | "ir";
  readonly name: string;
  readonly version?: string;
}

/**
 * Hooks for the stages of loading and running, which plugins tap in `setup`. Taps can only observe: their results are
 * ignored, and their arguments are copies, except operations. `configRead` and `manifestsChecked` are called late,
 * after all setups.
 */
export interface SessionHooks {
  readonly configRead: Tappable<[config: ConfigSummary], void>;
  readonly manifestsChecked: Tappable<[packages: readonly PackageSummary[]], void>;
  /** Called between collecting the contributions and resolving them. */
  readonly contributionsCollected: Tappable<[contributions: readonly Contribution[]], void>;
  readonly planned: Tappable<[plan: Plan], void>;
  readonly beforeRun: Tappable<[op: object], void>;
  readonly afterRun: Tappable<
    [op: object, result: { readonly succeeded: boolean; readonly diagnostics: readonly Diagnostic[] }],
    void
  >;
}
