import {
  AsyncParallelHook,
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
} from "tapable";

/** Kinds of hooks whose taps return at once; tapable's classes of the same names. */
export type SyncHookKind = "SyncHook" | "SyncBailHook" | "SyncWaterfallHook";

/** Kinds of hooks whose taps may wait; tapable's classes of the same names. */
export type AsyncHookKind =
  "AsyncSeriesHook" | "AsyncSeriesBailHook" | "AsyncSeriesWaterfallHook" | "AsyncParallelHook";

/** How the taps of a hook work together. */
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

/** Whether a kind of hook waits for its taps. */
export function isAsyncKind(kind: HookKind): kind is AsyncHookKind {
  return kind.startsWith("Async");
}

/** A hook that a framework declares. The assembly makes it, with tapable, and passes it to framework and plugins. */
export interface HookDeclaration<
  Args extends readonly unknown[] = readonly unknown[],
  Result = unknown,
  Kind extends HookKind = HookKind,
> {
  readonly kind: Kind;
  readonly args: readonly string[];
  /** tapable's class: a program contains only the kinds of hooks that it declares. Absent in a manifest, which calls no hook. */
  readonly tapable?: unknown;
  /** When it is called and what a result means, for lists: `{ ...syncBailHook<[name: string], number>("name"), doc: "…" }`. */
  readonly doc?: string;
  /** Carries the types of arguments and result; never set. */
  readonly types?: (...args: Args) => Result;
}

/** tapable's description of a tap: a name, and its position among the others. */
export interface TapOptions {
  readonly name: string;
  readonly before?: string | readonly string[];
  readonly stage?: number;
}

/** A hook as a plugin sees it: tapable's `tap`, without the methods that could call or break it. */
export interface Tappable<Args extends readonly unknown[], Result> {
  tap(options: string | TapOptions, tap: (...args: Args) => Result): void;
}

/** The same for hooks that wait. */
export interface AsyncTappable<Args extends readonly unknown[], Result> extends Tappable<Args, Result> {
  tapAsync(
    options: string | TapOptions,
    tap: (...args: [...Args, done: (error?: Error | null, result?: Result) => void]) => void,
  ): void;
  tapPromise(options: string | TapOptions, tap: (...args: Args) => Promise<Result>): void;
}

/** A watcher of the calls of a hook, for tracing. */
export interface HookInterceptor<Args extends readonly unknown[]> {
  /** Called before the taps, with the arguments of the call. */
  call?(...args: Args): void;
  /** Called before each tap; `name` is `plugin: tap`. */
  tap?(tap: { readonly name: string }): void;
}

interface Interceptable<Args extends readonly unknown[]> {
  intercept(interceptor: HookInterceptor<Args>): void;
}

/** A hook as its framework sees it. */
export interface Callable<Args extends readonly unknown[], Result> extends Tappable<Args, Result>, Interceptable<Args> {
  call(...args: Args): Result;
}

/** The same for hooks that wait. */
export interface AsyncCallable<Args extends readonly unknown[], Result>
  extends AsyncTappable<Args, Result>, Interceptable<Args> {
  promise(...args: Args): Promise<Result>;
  callAsync(...args: [...Args, done: (error?: Error | null, result?: Result) => void]): void;
}

/** `never` accepts hooks of any arguments. */
export type HookDeclarations = { readonly [name: string]: HookDeclaration<never> };

/** All taps are called, in order; their results are ignored. */
export function syncHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, SyncHookKind> {
  return { kind: "SyncHook", args, tapable: SyncHook };
}

/** The first result that is not `undefined` ends the call and is its result. */
export function syncBailHook<Args extends readonly unknown[], Result>(
  ...args: readonly string[]
): HookDeclaration<Args, Result | undefined, SyncHookKind> {
  return { kind: "SyncBailHook", args, tapable: SyncBailHook };
}

/** Each tap gets the result of the one before it as its first argument. */
export function syncWaterfallHook<Args extends readonly [unknown, ...unknown[]]>(
  ...args: readonly string[]
): HookDeclaration<Args, Args[0], SyncHookKind> {
  return { kind: "SyncWaterfallHook", args, tapable: SyncWaterfallHook };
}

/** Like {@link syncHook}; each tap is awaited before the next one is called. */
export function asyncSeriesHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, AsyncHookKind> {
  return { kind: "AsyncSeriesHook", args, tapable: AsyncSeriesHook };
}

/** Like {@link syncBailHook}; each tap is awaited before the next one is called. */
export function asyncSeriesBailHook<Args extends readonly unknown[], Result>(
  ...args: readonly string[]
): HookDeclaration<Args, Result | undefined, AsyncHookKind> {
  return { kind: "AsyncSeriesBailHook", args, tapable: AsyncSeriesBailHook };
}

/** Like {@link syncWaterfallHook}; each tap is awaited before the next one is called. */
export function asyncSeriesWaterfallHook<Args extends readonly [unknown, ...unknown[]]>(
  ...args: readonly string[]
): HookDeclaration<Args, Args[0], AsyncHookKind> {
  return { kind: "AsyncSeriesWaterfallHook", args, tapable: AsyncSeriesWaterfallHook };
}

/** All taps are called at once, and awaited together. */
export function asyncParallelHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, AsyncHookKind> {
  return { kind: "AsyncParallelHook", args, tapable: AsyncParallelHook };
}

/** A framework's hooks as plugins see them: to be tapped. */
export type TappableHooks<H extends HookDeclarations> = {
  readonly [K in keyof H]: H[K] extends HookDeclaration<infer Args, infer Result, infer Kind>
    ? Kind extends SyncHookKind
      ? Tappable<Args, Result>
      : AsyncTappable<Args, Result>
    : never;
};

/** A framework's hooks as the framework sees them: to be called. */
export type CallableHooks<H extends HookDeclarations> = {
  readonly [K in keyof H]: H[K] extends HookDeclaration<infer Args, infer Result, infer Kind>
    ? Kind extends SyncHookKind
      ? Callable<Args, Result>
      : AsyncCallable<Args, Result>
    : never;
};

/** Functions that tap a framework's hooks, by the names of the hooks. */
export type Taps<H extends HookDeclarations> = {
  readonly [K in keyof H]?: H[K] extends HookDeclaration<infer Args, infer Result, infer Kind>
    ? Kind extends SyncHookKind
      ? (...args: Args) => Result
      : (...args: Args) => Result | Promise<Result>
    : never;
};
