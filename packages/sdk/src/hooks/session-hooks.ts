import type { Contribution, Plan } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { Tappable } from "./hook-types.ts";

/** Part of a config that plugins can read. */
export interface ConfigSummary {
  /** Name of the config file. */
  readonly name: string;
  /** Name of the framework. */
  readonly framework: string;
  /** Plugins with their options, in the order of the config. */
  readonly plugins: readonly { readonly name: string; readonly options: { readonly [name: string]: unknown } }[];
  /** Chosen target. */
  readonly target?: string;
  /** Chosen level. */
  readonly level?: string;
}

/** Package whose manifest was accepted. */
export interface PackageSummary {
  /** Whether the package is a plugin, a framework or an IR. */
  readonly kind: "plugin" | "framework" | "ir";
  /** Name of the package. */
  readonly name: string;
  /** Version of the package. */
  readonly version?: string;
}

/**
 * Hooks for the stages of loading and running, which plugins tap in `setup` to observe: results are ignored, and
 * arguments are copies, except operations. `configRead` and `manifestsChecked` are called after all `setup` functions.
 */
export interface SessionHooks {
  /** Called with the contents of the config. */
  readonly configRead: Tappable<[config: ConfigSummary], void>;
  /** Called with the packages whose manifests were accepted. */
  readonly manifestsChecked: Tappable<[packages: readonly PackageSummary[]], void>;
  /** Called with all contributions, before they are resolved. */
  readonly contributionsCollected: Tappable<[contributions: readonly Contribution[]], void>;
  /** Called with the resolved plan. */
  readonly planned: Tappable<[plan: Plan], void>;
  /** Called with the root before each run. */
  readonly beforeRun: Tappable<[op: object], void>;
  /** Called with the root and the result after each run. */
  readonly afterRun: Tappable<
    [op: object, result: { readonly succeeded: boolean; readonly diagnostics: readonly Diagnostic[] }],
    void
  >;
}
