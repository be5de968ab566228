import {
  AsyncParallelHook,
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
} from "tapable";

/** Kinds of hooks with synchronous taps: tapable's classes of the same names. */
export type SyncHookKind = "SyncHook" | "SyncBailHook" | "SyncWaterfallHook";

/** Kinds of hooks with asynchronous taps: tapable's classes of the same names. */
export type AsyncHookKind =
  "AsyncSeriesHook" | "AsyncSeriesBailHook" | "AsyncSeriesWaterfallHook" | "AsyncParallelHook";

/** Kind of a hook: how its taps are called. */
export type HookKind = SyncHookKind | AsyncHookKind;

/** All kinds, for schemas. */
export const HOOK_KINDS: readonly HookKind[] = [
  "SyncHook",
  "SyncBailHook",
  "SyncWaterfallHook",
  "AsyncSeriesHook",
  "AsyncSeriesBailHook",
  "AsyncSeriesWaterfallHook",
  "AsyncParallelHook",
];

/** Returns whether hooks of a kind await their taps. */
export function isAsyncKind(kind: HookKind): kind is AsyncHookKind {
  return kind.startsWith("Async");
}

/** Hook that a framework declares. The assembly creates it with tapable and passes it to the framework and to plugins. */
export interface HookDeclaration<
  Args extends readonly unknown[] = readonly unknown[],
  Result = unknown,
  Kind extends HookKind = HookKind,
> {
  readonly kind: Kind;
  readonly args: readonly string[];
  /** Class of tapable. Part of the declaration, so that bundles contain only the kinds in use. Absent in a manifest. */
  readonly tapable?: unknown;
  /** Description for lists: when the hook is called, and the meaning of a result: `{ ...syncHook("name"), doc: "…" }`. */
  readonly doc?: string;
  /** Never set. Holds the types of arguments and result. */
  readonly types?: (...args: Args) => Result;
}

/** Description of a tap, as in tapable: a name, and its position among the other taps. */
export interface TapOptions {
  readonly name: string;
  readonly before?: string | readonly string[];
  readonly stage?: number;
}

/** Hook as a plugin sees it: only tapable's `tap`, because other methods could call or break the hook. */
export interface Tappable<Args extends readonly unknown[], Result> {
  tap(options: string | TapOptions, tap: (...args: Args) => Result): void;
}

/** Asynchronous hook. */
export interface AsyncTappable<Args extends readonly unknown[], Result> extends Tappable<Args, Result> {
  tapAsync(
    options: string | TapOptions,
    tap: (...args: [...Args, done: (error?: Error | null, result?: Result) => void]) => void,
  ): void;
  tapPromise(options: string | TapOptions, tap: (...args: Args) => Promise<Result>): void;
}

/** Functions that observe the calls of a hook, for tracing. */
export interface HookInterceptor<Args extends readonly unknown[]> {
  /** Called before the taps, with the arguments of the call. */
  call?(...args: Args): void;
  /** Called before each tap; `name` is `plugin: tap`. */
  tap?(tap: { readonly name: string }): void;
}

interface Interceptable<Args extends readonly unknown[]> {
  intercept(interceptor: HookInterceptor<Args>): void;
}

/** Hook as its framework sees it. */
export interface Callable<Args extends readonly unknown[], Result> extends Tappable<Args, Result>, Interceptable<Args> {
  call(...args: Args): Result;
}

/** Asynchronous hook. */
export interface AsyncCallable<Args extends readonly unknown[], Result>
  extends AsyncTappable<Args, Result>, Interceptable<Args> {
  promise(...args: Args): Promise<Result>;
  callAsync(...args: [...Args, done: (error?: Error | null, result?: Result) => void]): void;
}

/** Maps names of hooks to their declarations. `never` accepts hooks with any arguments. */
export type HookDeclarations = { readonly [name: string]: HookDeclaration<never> };

/** Declares a hook that calls all taps, in order, and ignores their results. */
export function syncHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, SyncHookKind> {
  return { kind: "SyncHook", args, tapable: SyncHook };
}

/** Declares a hook that calls its taps until one returns a result that is not `undefined`, and returns that result. */
export function syncBailHook<Args extends readonly unknown[], Result>(
  ...args: readonly string[]
): HookDeclaration<Args, Result | undefined, SyncHookKind> {
  return { kind: "SyncBailHook", args, tapable: SyncBailHook };
}

/** Declares a hook that passes the result of each tap to the next one, as its first argument. */
export function syncWaterfallHook<Args extends readonly [unknown, ...unknown[]]>(
  ...args: readonly string[]
): HookDeclaration<Args, Args[0], SyncHookKind> {
  return { kind: "SyncWaterfallHook", args, tapable: SyncWaterfallHook };
}

/** Declares an asynchronous {@link syncHook}: each tap is awaited before the next one is called. */
export function asyncSeriesHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, AsyncHookKind> {
  return { kind: "AsyncSeriesHook", args, tapable: AsyncSeriesHook };
}

/** Declares an asynchronous {@link syncBailHook}: each tap is awaited before the next one is called. */
export function asyncSeriesBailHook<Args extends readonly unknown[], Result>(
  ...args: readonly string[]
): HookDeclaration<Args, Result | undefined, AsyncHookKind> {
  return { kind: "AsyncSeriesBailHook", args, tapable: AsyncSeriesBailHook };
}

/** Declares an asynchronous {@link syncWaterfallHook}: each tap is awaited before the next one is called. */
export function asyncSeriesWaterfallHook<Args extends readonly [unknown, ...unknown[]]>(
  ...args: readonly string[]
): HookDeclaration<Args, Args[0], AsyncHookKind> {
  return { kind: "AsyncSeriesWaterfallHook", args, tapable: AsyncSeriesWaterfallHook };
}

/** Declares a hook that calls all taps without awaiting each, and then awaits all of them. */
export function asyncParallelHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, AsyncHookKind> {
  return { kind: "AsyncParallelHook", args, tapable: AsyncParallelHook };
}

/** Hooks of a framework as plugins see them: can be tapped. */
export type TappableHooks<H extends HookDeclarations> = {
  readonly [K in keyof H]: H[K] extends HookDeclaration<infer Args, infer Result, infer Kind>
    ? Kind extends SyncHookKind
      ? Tappable<Args, Result>
      : AsyncTappable<Args, Result>
    : never;
};

/** Hooks of a framework as the framework sees them: can be called. */
export type CallableHooks<H extends HookDeclarations> = {
  readonly [K in keyof H]: H[K] extends HookDeclaration<infer Args, infer Result, infer Kind>
    ? Kind extends SyncHookKind
      ? Callable<Args, Result>
      : AsyncCallable<Args, Result>
    : never;
};

/** Maps hooks of a framework to functions that tap them. */
export type Taps<H extends HookDeclarations> = {
  readonly [K in keyof H]?: H[K] extends HookDeclaration<infer Args, infer Result, infer Kind>
    ? Kind extends SyncHookKind
      ? (...args: Args) => Result
      : (...args: Args) => Result | Promise<Result>
    : never;
};
