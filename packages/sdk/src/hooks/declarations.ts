import {
  AsyncParallelHook,
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
} from "tapable";
import type { AsyncHookKind, HookDeclaration, SyncHookKind } from "./hook-types.ts";
import { openHook } from "./open-hook.ts";

/** Declares a hook that calls all taps in order and ignores their results. */
export function syncHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, SyncHookKind> {
  return { kind: "SyncHook", args, tapable: SyncHook, open: openHook };
}

/**
 * Declares a hook that calls its taps in order until a tap returns a result other than `undefined`. A call of the hook
 * returns the result of this tap.
 */
export function syncBailHook<Args extends readonly unknown[], Result>(
  ...args: readonly string[]
): HookDeclaration<Args, Result | undefined, SyncHookKind> {
  return { kind: "SyncBailHook", args, tapable: SyncBailHook, open: openHook };
}

/** Declares a hook that passes the result of each tap to the next tap, as the first argument. */
export function syncWaterfallHook<Args extends readonly [unknown, ...unknown[]]>(
  ...args: readonly string[]
): HookDeclaration<Args, Args[0], SyncHookKind> {
  return { kind: "SyncWaterfallHook", args, tapable: SyncWaterfallHook, open: openHook };
}

/** Declares an asynchronous {@link syncHook}: a call awaits each tap before it starts the next tap. */
export function asyncSeriesHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, AsyncHookKind> {
  return { kind: "AsyncSeriesHook", args, tapable: AsyncSeriesHook, open: openHook };
}

/** Declares an asynchronous {@link syncBailHook}: a call awaits each tap before it starts the next tap. */
export function asyncSeriesBailHook<Args extends readonly unknown[], Result>(
  ...args: readonly string[]
): HookDeclaration<Args, Result | undefined, AsyncHookKind> {
  return { kind: "AsyncSeriesBailHook", args, tapable: AsyncSeriesBailHook, open: openHook };
}

/** Declares an asynchronous {@link syncWaterfallHook}: a call awaits each tap before it starts the next tap. */
export function asyncSeriesWaterfallHook<Args extends readonly [unknown, ...unknown[]]>(
  ...args: readonly string[]
): HookDeclaration<Args, Args[0], AsyncHookKind> {
  return { kind: "AsyncSeriesWaterfallHook", args, tapable: AsyncSeriesWaterfallHook, open: openHook };
}

/** Declares a hook that starts all taps without waiting, and then awaits all of them. */
export function asyncParallelHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, AsyncHookKind> {
  return { kind: "AsyncParallelHook", args, tapable: AsyncParallelHook, open: openHook };
}
