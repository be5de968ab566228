import { hasControlCharacters, mustBe, mustHaveOnly, problemOfFunction, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "./errors.ts";
import { isAsyncKind } from "./hook-types.ts";
import type {
  HookCalls,
  HookDeclaration,
  HookInterceptor,
  TapFunction,
  TapMethod,
  TapOptions,
  TapSummary,
} from "./hook-types.ts";
import { canCompile, makeCalls } from "./tapable-hook.ts";
import type { Tap } from "./tapable-hook.ts";
import { orderTaps } from "./tap-order.ts";

const isText = (value: unknown): boolean => typeof value === "string";

const tapOptions = mustHaveOnly({
  name: mustBe("a string", isText),
  before: mustBe("a name or a list of names", (value) => [value].flat().every(isText)),
  stage: mustBe("a number", Number.isFinite),
});

function nameOf(options: unknown): string | undefined {
  const name = typeof options === "string" ? options : (options as Partial<TapOptions> | undefined)?.name;
  return typeof name === "string" ? name : undefined;
}

/** Opens a hook of `owner`, which is the name of a framework, or `passwright` for session hooks. */
export function openHook(name: string, declaration: HookDeclaration<never>, owner: string): TappedHook {
  return new TappedHook(name, declaration, owner);
}

/** Hook that is implemented by tapable at the first call. Sorts the taps, independently of load order. */
export class TappedHook {
  readonly #name: string;
  readonly #declaration: HookDeclaration<never>;
  readonly #owner: string;
  readonly #interceptors: HookInterceptor<readonly unknown[]>[] = [];
  readonly #problems: Diagnostic[] = [];
  #taps: readonly Tap[] = [];
  #isSealed = false;
  #calls: HookCalls | undefined;
  readonly #open = new OpenCalls();

  constructor(name: string, declaration: HookDeclaration<never>, owner: string) {
    this.#name = name;
    this.#declaration = declaration;
    this.#owner = owner;
  }

  /** Taps, in calling order after {@link seal}. */
  get taps(): readonly TapSummary[] {
    return this.#taps.map(({ tap, plugin }) => ({ hook: this.#name, tap, plugin }));
  }

  get #canWait(): boolean {
    return isAsyncKind(this.#declaration.kind);
  }

  /** Adds a tap that was declared as data. A tap from a manifest does not have a function. */
  declare(plugin: string, options: TapOptions, run: unknown): void {
    if (run === undefined) this.#add(plugin, "tap", options);
    else this.#tap(plugin, this.#canWait ? "tapPromise" : "tap", options, run);
  }

  /** Returns the methods with which a contributor adds taps. */
  tappable(plugin: string): { [M in TapMethod]: (options: unknown, run: unknown) => void } {
    const by = (method: TapMethod) => (options: unknown, run: unknown) => {
      if (method === "tap" || this.#canWait) this.#tap(plugin, method, options, run);
      else this.#problems.push(errors.asyncTapMethod(this.#name, nameOf(options) ?? "", method, plugin));
    };
    return { tap: by("tap"), tapAsync: by("tapAsync"), tapPromise: by("tapPromise") };
  }

  /** Returns the methods with which the framework calls and observes the hook. */
  callable(): HookCalls & { intercept(interceptor: HookInterceptor<readonly unknown[]>): void } {
    const calls = (): HookCalls => {
      if (!this.#isSealed) throw new UsageError(errors.calledTooEarly(this.#name, this.#owner));
      return (this.#calls ??= makeCalls(this.#name, this.#declaration, this.#taps, this.#interceptors));
    };
    return {
      call: (...args) => {
        if (this.#canWait) throw new UsageError(errors.calledWithoutWaiting(this.#name, this.#owner));
        return calls().call(...args);
      },
      promise: (...args) => this.#open.track(calls().promise(...args) as Promise<unknown>),
      callAsync: (...args) => calls().callAsync(...this.#open.trackCallback(args)),
      intercept: (interceptor) => {
        this.#interceptors.push(interceptor);
        this.#calls = undefined;
      },
    };
  }

  /** Refuses further taps, sorts the taps, and returns all problems. */
  seal(plugins: readonly string[]): readonly Diagnostic[] {
    this.#isSealed = true;
    const names = [...this.#taps.map(({ tap }) => tap), ...plugins];
    const known = new Set(names.sort());
    const isShared = (name: string): boolean => names.indexOf(name) < names.lastIndexOf(name);
    const wrong = this.#taps.flatMap((one) =>
      one.before
        .filter((target) => !known.has(target) || (target === one.tap && !isShared(target)))
        .map((target) =>
          target === one.tap
            ? errors.tapCycle(this.#name, [one])
            : errors.unknownBefore(this.#name, one.tap, one.plugin, target, [...known]),
        ),
    );
    const ordered = orderTaps(this.#taps);
    if (ordered.ok) this.#taps = ordered.order;
    const cycle = ordered.ok ? [] : [errors.tapCycle(this.#name, ordered.cycle)];
    return [...this.#problems, ...wrong, ...cycle];
  }

  /** Reports the taps if the environment forbids `new Function`, with which tapable compiles calls. */
  refuseWithoutCompiler(): readonly Diagnostic[] {
    if (!this.#taps.some(({ run }) => run !== undefined) || canCompile()) return [];
    return [...new Set(this.#taps.map(({ plugin }) => plugin))].map((plugin) =>
      errors.cannotCompile(this.#name, plugin),
    );
  }

  /** Ends a run. Returns an error if the run did not await all calls. */
  endRun(): readonly Diagnostic[] {
    return this.#open.take() ? [errors.notAwaited(this.#name, this.#owner)] : [];
  }

  #tap(plugin: string, method: TapMethod, options: unknown, run: unknown): void {
    if (this.#isSealed) throw new UsageError(errors.tappedTooLate(this.#name, plugin));
    const given = typeof options === "string" ? { name: options } : (options as Partial<TapOptions> | undefined);
    const refuse = (what: string): void => void this.#problems.push(errors.badTap(this.#name, plugin, what));
    if (typeof given?.name !== "string" || given.name.trim() === "") return refuse("the tap has no name");
    if (hasControlCharacters(given.name.trim()))
      return refuse(`name \`${given.name.trim()}\` contains a control character`);
    if (typeof run !== "function")
      return refuse(`the second argument of \`${method}("${given.name}", …)\` must be a function`);
    const unsuitable = method === "tap" ? problemOfFunction(run, false)?.problem : undefined;
    if (unsuitable !== undefined)
      return void this.#problems.push(errors.asyncTap(this.#name, given.name, plugin, unsuitable, this.#canWait));
    const [problem] = tapOptions(given, "");
    if (problem !== undefined) return refuse(problem);
    this.#add(plugin, method, given as TapOptions, run as TapFunction);
  }

  #add(plugin: string, method: TapMethod, { name, before = [], stage = 0 }: TapOptions, run?: TapFunction): void {
    const tap: Tap = {
      tap: name.trim(),
      plugin,
      method,
      index: this.#taps.filter((one) => one.plugin === plugin).length,
      stage,
      before: typeof before === "string" ? [before] : before,
      ...(run && { run }),
    };
    this.#taps = [...this.#taps, tap];
  }
}

/** Promise of a hook call. Records whether it is awaited, because nothing else can show that a caller ignores it. */
class CallPromise<T> extends Promise<T> {
  onAwait: (() => void) | undefined;

  /** Makes ordinary promises in `then`, so that only the promise of the call is recorded. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await` calls `then`
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.onAwait?.();
    this.onAwait = undefined;
    return super.then(onFulfilled, onRejected);
  }
}

/** Calls of an asynchronous hook whose promise is not awaited, or whose taps have not ended. */
class OpenCalls {
  readonly #calls = new Set<object>();

  /** Records a call until its promise is awaited and settled. An ignored rejection does not end the process. */
  track<T>(result: Promise<T>): Promise<T> {
    let steps = 2;
    const promise: CallPromise<T> = new CallPromise((resolve, reject) => result.then(resolve, reject));
    const proceed = (): void => void (--steps === 0 && this.#calls.delete(promise));
    this.#calls.add(promise);
    promise.then(proceed, proceed);
    promise.onAwait = proceed;
    return promise;
  }

  /** Records a call until the callback, its last argument, is called. */
  trackCallback(args: readonly unknown[]): readonly unknown[] {
    const [callback] = args.slice(-1);
    if (typeof callback !== "function") return args;
    const ended = (...results: readonly unknown[]): unknown => {
      this.#calls.delete(ended);
      return (callback as (...results: readonly unknown[]) => unknown)(...results);
    };
    this.#calls.add(ended);
    return [...args.slice(0, -1), ended];
  }

  take(): boolean {
    const areOpen = this.#calls.size > 0;
    this.#calls.clear();
    return areOpen;
  }
}
