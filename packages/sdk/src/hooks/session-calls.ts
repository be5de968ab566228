import type { Contribution, Plan } from "@passwright/builder";
import { diagnosticThrownBy } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { HookSet } from "./hook-set.ts";
import type { Tappable, TapSummary } from "./hook-types.ts";

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

/** Calls the session hooks of an assembly. Creates the hooks only when a plugin requests them. */
export class SessionCalls {
  #hooks: HookSet | undefined;
  #plugins: readonly string[] | undefined;

  /** Returns the hooks, which `make` creates at the first call. After all `setup` functions, they are sealed. */
  open(make: () => HookSet): HookSet {
    if (this.#hooks !== undefined) return this.#hooks;
    this.#hooks = make();
    if (this.#plugins !== undefined) this.#hooks.seal(this.#plugins);
    return this.#hooks;
  }

  missingHooksOf(plugin: string): readonly Diagnostic[] {
    return this.#hooks?.missingHooksOf(plugin) ?? [];
  }

  /** Refuses further taps, and returns all problems. */
  seal(plugins: readonly string[]): readonly Diagnostic[] {
    this.#plugins = plugins;
    return this.#hooks?.seal(plugins) ?? [];
  }

  get taps(): readonly TapSummary[] {
    return this.#hooks?.taps ?? [];
  }

  /** Calls the taps of a hook, if any, with the result of `make`. Returns an error if a tap fails. */
  call(name: keyof SessionHooks, make: () => readonly unknown[]): Diagnostic | undefined {
    if (!this.taps.some(({ hook }) => hook === name)) return undefined;
    return diagnosticThrownBy(() => this.#hooks?.forFramework()[name]?.call(...make()));
  }
}
