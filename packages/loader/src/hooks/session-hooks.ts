import { type Contribution, type Plan } from "@passwright/builder";
import { type Diagnostic, diagnosticOf, type RunResult } from "@passwright/core";
import {
  type ConfigSummary,
  type HookDeclarations,
  type PackageSummary,
  type SessionHooks,
  syncHook,
} from "@passwright/sdk";
import { HookSet, type TapSummary } from "./hook-set.ts";

const DECLARATIONS: { readonly [K in keyof SessionHooks]: HookDeclarations[string] } = {
  configRead: syncHook<[ConfigSummary]>("config"),
  manifestsChecked: syncHook<[readonly PackageSummary[]]>("packages"),
  contributionsCollected: syncHook<[readonly Contribution[]]>("contributions"),
  planned: syncHook<[Plan]>("plan"),
  beforeRun: syncHook<[object]>("op"),
  afterRun: syncHook<[object, Pick<RunResult, "succeeded" | "diagnostics">]>("op", "result"),
};

/** A copy that nobody else sees. What has none (a function that somebody passed as an option) is left out. */
export function copyOf<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch {
    return JSON.parse(JSON.stringify(value)) as T;
  }
}

/** The hooks of the loader's own steps, as plugins tap them. tapable is loaded only if somebody does. */
export class SessionHookSet {
  readonly #hooks = new HookSet("passwright", DECLARATIONS);
  readonly #facade: { readonly [name: string]: { call: (...args: readonly unknown[]) => unknown } };

  constructor() {
    this.#facade = this.#hooks.forFramework();
  }

  forPlugin(plugin: string): { readonly [name: string]: object } {
    return this.#hooks.forPlugin(plugin);
  }

  unknownAskedBy(plugin: string): readonly Diagnostic[] {
    return this.#hooks.unknownAskedBy(plugin);
  }

  /** Ends the tapping and answers all that was wrong with it. */
  async seal(plugins: readonly string[]): Promise<readonly Diagnostic[]> {
    const problems = this.#hooks.seal(plugins);
    if (problems.length === 0 && this.taps.length > 0) await this.#hooks.connect();
    return problems;
  }

  get taps(): readonly TapSummary[] {
    return this.#hooks.taps;
  }

  /** Tells those who tapped; answers what is wrong with one of them. `make` makes what they get: copies, as data. */
  tell(name: keyof SessionHooks, make: () => readonly unknown[]): Diagnostic | undefined {
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
