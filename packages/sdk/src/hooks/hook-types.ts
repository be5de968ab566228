/** All kinds of hooks: the names of classes of tapable. */
export const HOOK_KINDS = [
  "SyncHook",
  "SyncBailHook",
  "SyncWaterfallHook",
  "AsyncSeriesHook",
  "AsyncSeriesBailHook",
  "AsyncSeriesWaterfallHook",
  "AsyncParallelHook",
] as const;

/** Kind of hook, which determines how the taps are called. */
export type HookKind = (typeof HOOK_KINDS)[number];

/** Kind of hook with synchronous taps: the name of a tapable class. */
export type SyncHookKind = Extract<HookKind, `Sync${string}`>;

/** Kind of hook with asynchronous taps: the name of a tapable class. */
export type AsyncHookKind = Extract<HookKind, `Async${string}`>;

/** Returns whether a hook of this kind awaits its taps. */
export function isAsyncKind(kind: HookKind): kind is AsyncHookKind {
  return kind.startsWith("Async");
}

/** Hook that a framework declares. The assembly creates the hook with tapable for the framework and plugins. */
export interface HookDeclaration<
  Args extends readonly unknown[] = readonly unknown[],
  Result = unknown,
  Kind extends HookKind = HookKind,
> {
  /** Class of the hook in tapable, such as `SyncHook`. */
  readonly kind: Kind;
  /** Names of the arguments, for documentation. */
  readonly args: readonly string[];
  /** Class of tapable, so that a program bundles only the classes of its hooks. Absent in a manifest. */
  readonly tapable?: unknown;
  /** The function `openHook`, so that programs without hooks do not bundle it. */
  readonly open?: unknown;
  /** Description of the hook, its calls and results. Set it with `{ ...syncHook("name"), doc: "…" }`. */
  readonly doc?: string;
  /**
   * Exists only at compile time, to carry the types of the arguments and the result. `undefined` is allowed, because
   * the declaration file of `{ ...syncHook("name"), doc: "…" }` contains it.
   */
  readonly types?: ((...args: Args) => Result) | undefined;
}

/** Name of a tap, and its position among the other taps, as in tapable. */
export interface TapOptions {
  /** Name of the tap, for explanations and `before`. */
  readonly name: string;
  /** Names of taps that must be called after this tap, or of plugins whose taps must be called after this tap. */
  readonly before?: string | readonly string[];
  /** Taps with smaller stages are called first. Default: 0. */
  readonly stage?: number;
}

/** Hook for plugins. Has only the method `tap` of tapable, because other methods could call or break the hook. */
export interface Tappable<Args extends readonly unknown[], Result> {
  /** Adds a tap that returns its result synchronously. */
  tap(options: string | TapOptions, tap: (...args: Args) => Result): void;
}

/** Asynchronous hook for plugins. */
export interface AsyncTappable<Args extends readonly unknown[], Result> extends Tappable<Args, Result> {
  /** Adds a tap that receives a callback as its last argument. The tap must call the callback when it has finished. */
  tapAsync(
    options: string | TapOptions,
    tap: (...args: [...Args, done: (error?: Error | null, result?: Result) => void]) => void,
  ): void;
  /** Adds a tap that returns a promise. */
  tapPromise(options: string | TapOptions, tap: (...args: Args) => Promise<Result>): void;
}

/** Functions that observe the calls of a hook, for traces. */
export interface HookInterceptor<Args extends readonly unknown[]> {
  /** Called before the taps, with the arguments of the call. */
  call?(...args: Args): void;
  /** Called before each tap. `name` has the form `plugin: tap`. */
  tap?(tap: { readonly name: string }): void;
}

interface Interceptable<Args extends readonly unknown[]> {
  intercept(interceptor: HookInterceptor<Args>): void;
}

/** Hook as the framework receives it, with the method that calls all taps. */
export interface Callable<Args extends readonly unknown[], Result> extends Tappable<Args, Result>, Interceptable<Args> {
  /** Calls all taps. Throws the first error. */
  call(...args: Args): Result;
}

/** Asynchronous hook as the framework receives it. */
export interface AsyncCallable<Args extends readonly unknown[], Result>
  extends AsyncTappable<Args, Result>, Interceptable<Args> {
  /** Calls all taps. Rejects with the first error. */
  promise(...args: Args): Promise<Result>;
  /** Calls all taps, and then `done` with the result or the first error. */
  callAsync(...args: [...Args, done: (error?: Error | null, result?: Result) => void]): void;
}

/** Declarations of hooks, by name. The type argument `never` accepts hooks with any arguments. */
export type HookDeclarations = { readonly [name: string]: HookDeclaration<never> };

/** Hooks of a framework with the methods for plugins. */
export type TappableHooks<H extends HookDeclarations> = {
  readonly [K in keyof H]: H[K] extends HookDeclaration<infer Args, infer Result, infer Kind>
    ? Kind extends SyncHookKind
      ? Tappable<Args, Result>
      : AsyncTappable<Args, Result>
    : never;
};

/** Hooks of a framework with the methods for the framework itself. */
export type CallableHooks<H extends HookDeclarations> = {
  readonly [K in keyof H]: H[K] extends HookDeclaration<infer Args, infer Result, infer Kind>
    ? Kind extends SyncHookKind
      ? Callable<Args, Result>
      : AsyncCallable<Args, Result>
    : never;
};

/** Functions that tap a framework's hooks, by hook name. */
export type Taps<H extends HookDeclarations> = {
  readonly [K in keyof H]?: H[K] extends HookDeclaration<infer Args, infer Result, infer Kind>
    ? Kind extends SyncHookKind
      ? (...args: Args) => Result
      : (...args: Args) => Result | Promise<Result>
    : never;
};

export type TapFunction = (...args: readonly unknown[]) => unknown;

export type TapMethod = "tap" | "tapAsync" | "tapPromise";

/** Methods of tapable that call a hook. */
export interface HookCalls {
  readonly call: TapFunction;
  readonly promise: TapFunction;
  readonly callAsync: TapFunction;
}

/** Summary of a tap for explanations. */
export interface TapSummary {
  /** Name of the hook. */
  readonly hook: string;
  /** Name of the tap. */
  readonly tap: string;
  /** Name of the plugin. */
  readonly plugin: string;
}

/** Tap that a manifest declares. */
export interface DeclaredTap extends TapOptions {
  /** Name of the hook. */
  readonly hook: string;
}
