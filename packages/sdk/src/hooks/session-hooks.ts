import type { Contribution, Plan } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { Tappable } from "./declarations.ts";

/** The contents of a config, for plugins. */
export interface ConfigSummary {
  /** The name of its file. */
  readonly name: string;
  readonly framework: string;
  readonly plugins: readonly { readonly name: string; readonly options: { readonly [name: string]: unknown } }[];
  readonly target?: string;
  readonly level?: string;
}

/** A package whose manifest fits. */
export interface PackageSummary {
  readonly kind: "plugin" | "framework" | "ir";
  readonly name: string;
  readonly version?: string;
}

/**
 * The stages of loading and running, for plugins to tap in `setup`. Taps observe: they get copies, except for
 * operations, and their results are ignored. `configRead` and `manifestsChecked` are called after all setups.
 */
export interface SessionHooks {
  readonly configRead: Tappable<[config: ConfigSummary], void>;
  readonly manifestsChecked: Tappable<[packages: readonly PackageSummary[]], void>;
  /** All contributions are collected, and nothing is resolved. */
  readonly contributionsCollected: Tappable<[contributions: readonly Contribution[]], void>;
  readonly planned: Tappable<[plan: Plan], void>;
  readonly beforeRun: Tappable<[op: object], void>;
  readonly afterRun: Tappable<
    [op: object, result: { readonly succeeded: boolean; readonly diagnostics: readonly Diagnostic[] }],
    void
  >;
}
