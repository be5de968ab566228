import type { Contribution, Plan } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { Tappable } from "./declarations.ts";

/** Contents of a config, for plugins. */
export interface ConfigSummary {
  /** Name of its file. */
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
 * Hooks of the stages of loading and running, which plugins tap in `setup`. Taps only observe: they get copies, except
 * of operations, and their results are ignored. `configRead` and `manifestsChecked` are called after all setups.
 */
export interface SessionHooks {
  readonly configRead: Tappable<[config: ConfigSummary], void>;
  readonly manifestsChecked: Tappable<[packages: readonly PackageSummary[]], void>;
  /** Called when all contributions are collected and not resolved yet. */
  readonly contributionsCollected: Tappable<[contributions: readonly Contribution[]], void>;
  readonly planned: Tappable<[plan: Plan], void>;
  readonly beforeRun: Tappable<[op: object], void>;
  readonly afterRun: Tappable<
    [op: object, result: { readonly succeeded: boolean; readonly diagnostics: readonly Diagnostic[] }],
    void
  >;
}
