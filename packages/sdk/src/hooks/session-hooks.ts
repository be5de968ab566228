import type { Contribution, Plan } from "@passwright/builder";
import type { Diagnostic, RunResult } from "@passwright/core";
import { syncHook } from "./declarations.ts";
import type { HookSet } from "./hook-set.ts";
import type { HookDeclarations, Tappable } from "./hook-types.ts";

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

/** Key of a plugin's environment under which `sessionHooks` finds the hooks. All copies of the SDK share this key. */
export const SESSION: unique symbol = Symbol.for("passwright.session");

/** Returns a copy of an argument for one tap. Leaves out values that cannot be copied, such as functions in options. */
export function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

const declarations = (): { readonly [K in keyof SessionHooks]: HookDeclarations[string] } => ({
  configRead: syncHook<[ConfigSummary]>("config"),
  manifestsChecked: syncHook<[readonly PackageSummary[]]>("packages"),
  contributionsCollected: syncHook<[readonly Contribution[]]>("contributions"),
  planned: syncHook<[Plan]>("plan"),
  beforeRun: syncHook<[object]>("op"),
  afterRun: syncHook<[object, Pick<RunResult, "succeeded" | "diagnostics">]>("op", "result"),
});

/** Returns the hooks for the stages of loading and running. `environment` is the second argument of `setup`. */
export function sessionHooks(environment: object): SessionHooks {
  const { hooks, plugin } = (environment as { readonly [SESSION]: { readonly hooks: HookSet; plugin: string } })[
    SESSION
  ];
  return hooks.open(declarations()).forPlugin(plugin) as unknown as SessionHooks;
}
