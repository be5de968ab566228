import type { Contribution, Plan } from "@passwright/builder";
import { diagnosticOf } from "@passwright/core";
import type { Diagnostic, RunResult } from "@passwright/core";
import { syncHook } from "./declarations.ts";
import type { HookDeclarations } from "./declarations.ts";
import { HookSet } from "./hook-set.ts";
import type { TapSummary } from "./hook-set.ts";
import type { ConfigSummary, PackageSummary, SessionHooks } from "./session-hooks.ts";

const DECLARATIONS: { readonly [K in keyof SessionHooks]: HookDeclarations[string] } = {
  configRead: syncHook<[ConfigSummary]>("config"),
  manifestsChecked: syncHook<[readonly PackageSummary[]]>("packages"),
  contributionsCollected: syncHook<[readonly Contribution[]]>("contributions"),
  planned: syncHook<[Plan]>("plan"),
  beforeRun: syncHook<[object]>("op"),
  afterRun: syncHook<[object, Pick<RunResult, "succeeded" | "diagnostics">]>("op", "result"),
};

/** Returns a copy of an argument for one tap, without values that cannot be copied, such as functions in options. */
export function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Session hooks of an assembly, which plugins can tap. */
export class SessionHookSet {
  readonly #hooks = new HookSet("passwright", DECLARATIONS);
  readonly #facade: { readonly [name: string]: { call: (...args: readonly unknown[]) => unknown } };

  constructor() {
    this.#facade = this.#hooks.forFramework();
  }

  forPlugin(plugin: string): { readonly [name: string]: object } {
    return this.#hooks.forPlugin(plugin);
  }

  missingHooksOf(plugin: string): readonly Diagnostic[] {
    return this.#hooks.missingHooksOf(plugin);
  }

  /** Refuses further taps, and returns all problems. */
  seal(plugins: readonly string[]): readonly Diagnostic[] {
    return this.#hooks.seal(plugins);
  }

  get taps(): readonly TapSummary[] {
    return this.#hooks.taps;
  }

  /** Calls the taps of a hook. Returns an error if a tap fails. `make` creates the arguments: copies, as data. */
  call(name: keyof SessionHooks, make: () => readonly unknown[]): Diagnostic | undefined {
    if (!this.taps.some(({ hook }) => hook === name)) return undefined;
    try {
      this.#facade[name]?.call(...make());
      return undefined;
    } catch (thrown) {
      const diagnostic = diagnosticOf(thrown);
      if (diagnostic === undefined) throw thrown;
      return diagnostic;
    }
  }
}
