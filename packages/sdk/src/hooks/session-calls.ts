import { diagnosticOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { HookSet } from "./hook-set.ts";
import type { TapSummary } from "./hook-types.ts";
import type { SessionHooks } from "./session-hooks.ts";

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
    try {
      this.#hooks?.forFramework()[name]?.call(...make());
      return undefined;
    } catch (thrown) {
      const diagnostic = diagnosticOf(thrown);
      if (diagnostic === undefined) throw thrown;
      return diagnostic;
    }
  }
}
