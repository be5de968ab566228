import {
  AsyncParallelHook,
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
} from "tapable";
import { mustBeListOf, mustBeText, satisfies } from "@passwright/core";
import { refuseArgument } from "../usage-errors.ts";
import type { AsyncHookKind, HookDeclaration, HookKind, SyncHookKind } from "./hook-types.ts";
import { openHook } from "./open-hook.ts";

const names = mustBeListOf(mustBeText);

/** Makes a declaration. @throws UsageError PWL0606 if a name of an argument is not a string, or contains a comma. */
function declare<D extends HookDeclaration<never>>(kind: HookKind, args: readonly string[], tapable: unknown): D {
  if (satisfies(names, args) && !args.join("").includes(","))
    return { kind, args, tapable, open: openHook } as unknown as D;
  const call = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
  refuseArgument("each argument must be a name, as a string", `write \`${call}("first", "second")\``, call);
}

/** Declares a hook that calls all taps in order and ignores their results. */
export function syncHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, SyncHookKind> {
  return declare("SyncHook", args, SyncHook);
}

/** Declares a hook that calls its taps in order until a tap returns a result other than `undefined`. */
export function syncBailHook<Args extends readonly unknown[], Result>(
  ...args: readonly string[]
): HookDeclaration<Args, Result | undefined, SyncHookKind> {
  return declare("SyncBailHook", args, SyncBailHook);
}

/** Declares a hook that passes the result of each tap to the next tap, as the first argument. */
export function syncWaterfallHook<Args extends readonly [unknown, ...unknown[]]>(
  ...args: readonly string[]
): HookDeclaration<Args, Args[0], SyncHookKind> {
  return declare("SyncWaterfallHook", args, SyncWaterfallHook);
}

/** Declares an asynchronous {@link syncHook}: a call awaits each tap before it starts the next tap. */
export function asyncSeriesHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, AsyncHookKind> {
  return declare("AsyncSeriesHook", args, AsyncSeriesHook);
}

/** Declares an asynchronous {@link syncBailHook}: a call awaits each tap before it starts the next tap. */
export function asyncSeriesBailHook<Args extends readonly unknown[], Result>(
  ...args: readonly string[]
): HookDeclaration<Args, Result | undefined, AsyncHookKind> {
  return declare("AsyncSeriesBailHook", args, AsyncSeriesBailHook);
}

/** Declares an asynchronous {@link syncWaterfallHook}: a call awaits each tap before it starts the next tap. */
export function asyncSeriesWaterfallHook<Args extends readonly [unknown, ...unknown[]]>(
  ...args: readonly string[]
): HookDeclaration<Args, Args[0], AsyncHookKind> {
  return declare("AsyncSeriesWaterfallHook", args, AsyncSeriesWaterfallHook);
}

/** Declares a hook that starts all taps without waiting, and then awaits all of them. */
export function asyncParallelHook<Args extends readonly unknown[]>(
  ...args: readonly string[]
): HookDeclaration<Args, void, AsyncHookKind> {
  return declare("AsyncParallelHook", args, AsyncParallelHook);
}
