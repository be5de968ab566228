import { diagnosticThrownBy } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "./errors.ts";
import type { DeclaredTap, HookCalls, HookDeclarations, TapSummary } from "./hook-types.ts";
import type { openHook, TappedHook } from "./open-hook.ts";

/** Hooks of a framework. Plugins tap the hooks through a facade, so that errors contain the name of the plugin. */
export class HookSet {
  readonly #hooks = new Map<string, TappedHook>();
  readonly #framework: string;
  readonly #problems: Diagnostic[] = [];
  #runs = 0;
  readonly #requested = new Map<string, Set<string>>();
  #plugins: readonly string[] | undefined;

  constructor(framework: string, declarations: HookDeclarations) {
    this.#framework = framework;
    this.open(declarations);
  }

  /** Adds hooks to an empty set, and refuses taps if the set is sealed. Returns the set, unchanged if it has hooks. */
  open(declarations: HookDeclarations): this {
    if (this.#hooks.size > 0) return this;
    for (const [name, one] of Object.entries(declarations))
      // If a declaration was not made with a function such as `syncHook`, another check reports it.
      if (typeof one?.open === "function")
        this.#hooks.set(name, (one.open as typeof openHook)(name, one, this.#framework));
    if (this.#plugins !== undefined) this.seal(this.#plugins);
    return this;
  }

  /** Returns the hooks for the framework, to tap immediately and to call after {@link seal}. */
  forFramework(): { readonly [name: string]: HookCalls } {
    return this.#facade(this.#framework, (hook) => ({ ...hook.tappable(this.#framework), ...hook.callable() }));
  }

  /** Returns the hooks for a plugin. The plugin can only tap the hooks. */
  forPlugin(plugin: string): { readonly [name: string]: object } {
    return this.#facade(plugin, (hook) => hook.tappable(plugin));
  }

  /** Adds a tap that was declared as data. A tap from a manifest does not have a function. */
  declare(plugin: string, { hook: name, ...options }: DeclaredTap, run?: unknown): void {
    const hook = this.#hooks.get(name);
    if (hook === undefined) this.#problems.push(this.#unknown(name, plugin));
    else hook.declare(plugin, options, run);
  }

  /** Sorts the taps, refuses further taps, and returns all problems. `before` of a tap can name a plugin. */
  seal(plugins: readonly string[]): readonly Diagnostic[] {
    this.#plugins = plugins;
    const hooks = [...this.#hooks.values()];
    const problems = [...this.#problems, ...hooks.flatMap((hook) => hook.seal(plugins))];
    if (problems.length === 0) problems.push(...hooks.flatMap((hook) => hook.refuseWithoutCompiler()));
    return problems.sort((left, right) =>
      `${left.plugin}${left.message}` < `${right.plugin}${right.message}` ? -1 : 1,
    );
  }

  /** Calls the taps of a hook, if any, with the result of `make`. Returns an error if a tap fails. */
  call(name: string, make: () => readonly unknown[]): Diagnostic | undefined {
    if (!this.taps.some(({ hook }) => hook === name)) return undefined;
    return diagnosticThrownBy(() => this.forFramework()[name]?.call(...make()));
  }

  /** Starts a run, which must end with {@link endRun}. */
  startRun(): void {
    this.#runs++;
  }

  /** Ends a run. After the last of simultaneous runs, returns an error for each hook with calls that are not awaited. */
  endRun(): readonly Diagnostic[] {
    return --this.#runs > 0 ? [] : [...this.#hooks.values()].flatMap((hook) => hook.endRun());
  }

  /** All taps in calling order. The hooks are in the order of their declarations. */
  get taps(): readonly TapSummary[] {
    return [...this.#hooks.values()].flatMap(({ taps }) => taps);
  }

  /** Returns an error for each missing hook that `contributor` accessed, which explains a TypeError. */
  missingHooksOf(contributor: string): readonly Diagnostic[] {
    return [...(this.#requested.get(contributor) ?? [])].map((name) => this.#unknown(name, contributor));
  }

  #unknown(name: string, contributor: string): Diagnostic {
    return errors.unknownHook(name, contributor, this.#framework, [...this.#hooks.keys()]);
  }

  #facade<T>(contributor: string, make: (hook: TappedHook) => T): { readonly [name: string]: T } {
    const made = Object.freeze(
      Object.fromEntries([...this.#hooks].map(([name, hook]) => [name, Object.freeze(make(hook))])),
    );
    // Access to a missing hook does not throw, so that a plugin for several frameworks can test whether a hook exists.
    return new Proxy(made, {
      get: (target, key, receiver): unknown => {
        if (typeof key === "string" && !Object.hasOwn(target, key)) {
          this.#requested.set(contributor, (this.#requested.get(contributor) ?? new Set()).add(key));
          return undefined;
        }
        return Reflect.get(target, key, receiver);
      },
    });
  }
}
