import type { Contribution, Plan } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { Tappable } from "./declarations.ts";

/** What a config says, for plugins that look at it. */
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
 * The steps of loading and running, for plugins to tap in `setup`. They look: what they get is a copy, but for operations,
 * and what they answer is ignored. `configRead` and `manifestsChecked` are over by then and are told after all setups.
 */
export interface SessionHooks {
  readonly configRead: Tappable<[config: ConfigSummary], void>;
  readonly manifestsChecked: Tappable<[packages: readonly PackageSummary[]], void>;
  /** Everybody has said what they have to say, and nothing is resolved. */
  readonly contributionsCollected: Tappable<[contributions: readonly Contribution[]], void>;
  readonly planned: Tappable<[plan: Plan], void>;
  readonly beforeRun: Tappable<[op: object], void>;
  readonly afterRun: Tappable<
    [op: object, result: { readonly succeeded: boolean; readonly diagnostics: readonly Diagnostic[] }],
    void
  >;
}
