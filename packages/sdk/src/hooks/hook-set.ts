import { hasControlCharacters, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { isAsyncKind } from "./declarations.ts";
import type { HookDeclarations, HookInterceptor, TapOptions } from "./declarations.ts";
import * as errors from "./errors.ts";
import { canCompile, makeCalls } from "./tapable-hook.ts";
import type { HookCalls, HookParts, Tap, TapFunction, TapMethod } from "./tapable-hook.ts";
import { orderTaps } from "./tap-order.ts";

/** Summary of a tap for explanations. */
export interface TapSummary {
  readonly hook: string;
  readonly tap: string;
  readonly plugin: string;
}

/** Tap that a manifest declares. */
export interface DeclaredTap extends TapOptions {
  readonly hook: string;
}

/** Hook that was declared and can still be tapped. */
interface OpenHook extends HookParts {
  readonly taps: Tap[];
  readonly interceptors: HookInterceptor<readonly unknown[]>[];
  /** Created at the first call. */
  calls?: HookCalls;
}

/** Descriptions of functions that return before their body runs, by their `Object.prototype.toString` tag. */
const NOT_SYNCHRONOUS = new Map([
  ["[object AsyncFunction]", "an async function"],
  ["[object AsyncGeneratorFunction]", "an async generator"],
  ["[object GeneratorFunction]", "a generator"],
]);

function nameOf(options: unknown): string | undefined {
  const name = typeof options === "string" ? options : (options as Partial<TapOptions> | undefined)?.name;
  return typeof name === "string" ? name : undefined;
}

/**
 * Hooks of a framework. Plugins tap the hooks through a facade, which collects the taps and passes them to tapable
 * later. The order of taps is therefore independent of load order, and errors name the plugin.
 */
export class HookSet {
  readonly #hooks: ReadonlyMap<string, OpenHook>;
  readonly #framework: string;
  readonly #problems: Diagnostic[] = [];
  readonly #requested = new Map<string, Set<string>>();
  #isSealed = false;

  constructor(framework: string, declarations: HookDeclarations) {
    this.#framework = framework;
    this.#hooks = new Map(
      Object.entries(declarations).map(([name, { kind, args, tapable }]) => [
        name,
        { name, kind, args, tapable, taps: [], interceptors: [] },
      ]),
    );
  }

  /** Returns the hooks for the framework, which may tap them at once and call them after {@link seal}. */
  forFramework(): { readonly [name: string]: HookCalls } {
    return this.#facade(this.#framework, (open) => ({
      ...this.#tappable(open, this.#framework),
      ...this.#callable(open),
    }));
  }

  /** Returns the hooks for a plugin, which may only tap them. */
  forPlugin(plugin: string): { readonly [name: string]: object } {
    return this.#facade(plugin, (open) => this.#tappable(open, plugin));
  }

  /** Adds a tap that was declared as data. A tap from a manifest has no function. */
  declare(plugin: string, { hook, ...options }: DeclaredTap, run?: unknown): void {
    const open = this.#hooks.get(hook);
    if (open === undefined)
      this.#problems.push(errors.unknownHook(hook, plugin, this.#framework, [...this.#hooks.keys()]));
    else if (run === undefined) open.taps.push(tapOf(open, plugin, "tap", options));
    else this.#tap(open, plugin, isAsyncKind(open.kind) ? "tapPromise" : "tap", options, run);
  }

  /**
   * Refuses further taps, sorts the taps, and returns all problems. The option `before` of a tap may name another tap
   * or one of `plugins`.
   */
  seal(plugins: readonly string[]): readonly Diagnostic[] {
    this.#isSealed = true;
    const problems = [...this.#problems];
    for (const open of this.#hooks.values()) {
      const known = [...new Set([...open.taps.map(({ tap }) => tap), ...plugins])].sort();
      const unknown = open.taps.flatMap(({ tap, plugin, before }) =>
        before
          .filter((target) => !known.includes(target))
          .map((target) => errors.unknownBefore(open.name, tap, plugin, target, known)),
      );
      problems.push(...unknown);
      const ordered = orderTaps(open.taps);
      if (!ordered.ok) problems.push(errors.tapCycle(open.name, ordered.cycle));
      else open.taps.splice(0, open.taps.length, ...ordered.order);
    }
    if (problems.length === 0) problems.push(...this.#refuseWithoutCompiler());
    return problems.sort((left, right) =>
      `${left.plugin}${left.message}` < `${right.plugin}${right.message}` ? -1 : 1,
    );
  }

  /** All taps in calling order. The hooks are in the order of their declarations. */
  get taps(): readonly TapSummary[] {
    return [...this.#hooks.values()].flatMap(({ name, taps }) =>
      taps.map(({ tap, plugin }) => ({ hook: name, tap, plugin })),
    );
  }

  /**
   * Returns errors for accesses to hooks that do not exist. With `?.` such an access is harmless; otherwise it causes a
   * TypeError, which these errors explain.
   */
  missingHooksOf(contributor: string): readonly Diagnostic[] {
    const known = [...this.#hooks.keys()];
    return [...(this.#requested.get(contributor) ?? [])].map((name) =>
      errors.unknownHook(name, contributor, this.#framework, known),
    );
  }

  /** Reports taps in environments that forbid `new Function`, which tapable needs to compile calls. */
  #refuseWithoutCompiler(): readonly Diagnostic[] {
    const tapped = [...this.#hooks.values()].filter(({ taps }) => taps.some(({ run }) => run !== undefined));
    if (tapped.length === 0 || canCompile()) return [];
    return tapped.flatMap(({ name, taps }) =>
      [...new Set(taps.map(({ plugin }) => plugin))].map((plugin) => errors.cannotCompile(name, plugin)),
    );
  }

  #facade<T>(contributor: string, make: (open: OpenHook) => T): { readonly [name: string]: T } {
    const made = Object.freeze(
      Object.fromEntries([...this.#hooks].map(([name, open]) => [name, Object.freeze(make(open))])),
    );
    // Access to a missing hook is recorded but does not throw, because a plugin for several frameworks may test whether
    // a hook exists.
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

  #tappable(open: OpenHook, plugin: string): { [M in TapMethod]: (options: unknown, run: unknown) => void } {
    const by = (method: TapMethod) => (options: unknown, run: unknown) => {
      if (method === "tap" || isAsyncKind(open.kind)) this.#tap(open, plugin, method, options, run);
      else this.#problems.push(errors.asyncTapMethod(open.name, nameOf(options) ?? "", method, plugin));
    };
    return { tap: by("tap"), tapAsync: by("tapAsync"), tapPromise: by("tapPromise") };
  }

  #tap(open: OpenHook, plugin: string, method: TapMethod, options: unknown, run: unknown): void {
    if (this.#isSealed) throw new UsageError(errors.tappedTooLate(open.name, plugin));
    const given = typeof options === "string" ? { name: options } : (options as Partial<TapOptions> | undefined);
    const refuse = (problem: Diagnostic): void => void this.#problems.push(problem);
    if (typeof given?.name !== "string" || given.name.trim() === "")
      return refuse(errors.badTap(open.name, plugin, "it has no name"));
    if (hasControlCharacters(given.name.trim()))
      return refuse(errors.badTap(open.name, plugin, `name \`${given.name.trim()}\` has a control character`));
    if (typeof run !== "function")
      return refuse(errors.badTap(open.name, plugin, `\`${given.name}\` is not a function`));
    const unsuitable = method === "tap" ? NOT_SYNCHRONOUS.get(Object.prototype.toString.call(run)) : undefined;
    if (unsuitable !== undefined)
      return refuse(errors.asyncTap(open.name, given.name, plugin, unsuitable, isAsyncKind(open.kind)));
    const { name, before = [], stage = 0 } = given as TapOptions;
    if (!Number.isFinite(stage)) return refuse(errors.badTap(open.name, plugin, "`stage` is not a number"));
    if (![before].flat().every((target) => typeof target === "string"))
      return refuse(errors.badTap(open.name, plugin, "`before` is neither a name nor a list of names"));
    open.taps.push({ ...tapOf(open, plugin, method, { name, before, stage }), run: run as TapFunction });
  }

  #callable(open: OpenHook): HookCalls & { intercept(interceptor: HookInterceptor<readonly unknown[]>): void } {
    const calls = (): HookCalls => {
      if (!this.#isSealed) throw new UsageError(errors.calledTooEarly(open.name, this.#framework));
      return (open.calls ??= makeCalls(open));
    };
    return {
      call: (...args) => calls().call(...args),
      promise: (...args) => calls().promise(...args),
      callAsync: (...args) => calls().callAsync(...args),
      intercept: (interceptor) => {
        open.interceptors.push(interceptor);
        delete open.calls;
      },
    };
  }
}

function tapOf(open: OpenHook, plugin: string, method: TapMethod, options: TapOptions): Tap {
  const { name, before = [], stage = 0 } = options;
  return {
    tap: name.trim(),
    plugin,
    method,
    index: open.taps.filter((tap) => tap.plugin === plugin).length,
    stage,
    before: typeof before === "string" ? [before] : before,
  };
}
