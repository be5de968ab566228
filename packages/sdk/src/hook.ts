/** How the taps of a hook work together; tapable's classes of the same names. */
export type HookKind = "SyncHook" | "SyncBailHook" | "SyncWaterfallHook";

/** A hook that a framework declares. The loader makes it, with tapable, and hands it to framework and plugins. */
export interface HookDeclaration<Args extends readonly unknown[] = readonly unknown[], Result = unknown> {
  readonly kind: HookKind;
  readonly args: readonly string[];
  /** When it is called and what an answer means, for lists: `{ ...syncBailHook<[name: string], number>("name"), doc: "…" }`. */
  readonly doc?: string;
  /** Carries the types of arguments and result; never set. */
  readonly types?: (...args: Args) => Result;
}

/** tapable's description of a tap: a name, and where it goes among the others. */
export interface TapOptions {
  readonly name: string;
  readonly before?: string | readonly string[];
  readonly stage?: number;
}

/** A hook as a plugin sees it: tapable's `tap`, and nothing that could call or break it. */
export interface Tappable<Args extends readonly unknown[], Result> {
  tap(options: string | TapOptions, tap: (...args: Args) => Result): void;
}

/** A hook as its framework sees it. */
export interface Callable<Args extends readonly unknown[], Result> extends Tappable<Args, Result> {
  call(...args: Args): Result;
}

/** `never` accepts hooks of whatever arguments. */
export type HookDeclarations = { readonly [name: string]: HookDeclaration<never> };

/** All taps are called, in order; what they answer is ignored. */
export function syncHook<Args extends readonly unknown[]>(...args: readonly string[]): HookDeclaration<Args, void> {
  return { kind: "SyncHook", args };
}

/** The first answer that is not `undefined` ends the call and is its result. */
export function syncBailHook<Args extends readonly unknown[], Result>(
  ...args: readonly string[]
): HookDeclaration<Args, Result | undefined> {
  return { kind: "SyncBailHook", args };
}

/** Each tap gets what the one before it answered as its first argument. */
export function syncWaterfallHook<Args extends readonly [unknown, ...unknown[]]>(
  ...args: readonly string[]
): HookDeclaration<Args, Args[0]> {
  return { kind: "SyncWaterfallHook", args };
}

/** A framework's hooks as plugins see them: to be tapped. */
export type TappableHooks<H extends HookDeclarations> = {
  readonly [K in keyof H]: H[K] extends HookDeclaration<infer Args, infer Result> ? Tappable<Args, Result> : never;
};

/** A framework's hooks as the framework sees them: to be called. */
export type CallableHooks<H extends HookDeclarations> = {
  readonly [K in keyof H]: H[K] extends HookDeclaration<infer Args, infer Result> ? Callable<Args, Result> : never;
};
