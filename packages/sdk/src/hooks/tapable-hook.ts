import { diagnosticOf, invariant, UsageError, isRefusedPromise } from "@passwright/core";
import type { Hook } from "tapable";
import { beginActivity, during } from "../activity.ts";
import type { Activity, DescribeActivity } from "../activity.ts";
import { keepCause, thrownText } from "../cause.ts";
import { isAsyncKind } from "./hook-types.ts";
import type { HookCalls, HookDeclaration, HookInterceptor, HookKind, TapFunction, TapMethod } from "./hook-types.ts";
import * as errors from "./errors.ts";
import type { TapRequest } from "./tap-order.ts";

export interface Tap extends TapRequest {
  readonly method: TapMethod;
  /** Function of the tap. Absent for a tap that a manifest declares without code. */
  readonly run?: TapFunction;
}

type HookClass = new (args: readonly string[], name: string) => Hook<unknown[], unknown>;

/** Returns whether the content security policy allows `new Function`, with which tapable compiles calls. */
export function canCompile(): boolean {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- tests whether this is allowed
    return new Function("return true")() === true;
  } catch {
    return false;
  }
}

/** Makes the methods that call a hook. Uses tapable only for hooks with taps or interceptors. */
export function makeCalls(
  name: string,
  { kind, args, tapable }: HookDeclaration<never>,
  taps: readonly Tap[],
  interceptors: readonly HookInterceptor<readonly unknown[]>[],
): HookCalls {
  if (taps.length + interceptors.length === 0) return untapped(kind);
  invariant(tapable !== undefined, "hooks from manifests cannot be called");
  // tapable compiles names of arguments as code, so keywords and equal names would fail.
  const hook = new (tapable as HookClass)(
    Object.keys(args).map((index) => `arg${index}`),
    name,
  );
  for (const interceptor of interceptors) hook.intercept(interceptor as never);
  for (const tap of taps) {
    const { method, plugin, run } = tap;
    if (run === undefined) throw new UsageError(errors.tapWithoutBody(name, tap.tap, plugin));
    const tapped = attributed(name, kind, { ...tap, run });
    (hook as unknown as { [M in TapMethod]: TapFunction })[method]({ name: `${plugin}: ${tap.tap}` }, tapped);
  }
  return hook as unknown as HookCalls;
}

function untapped(kind: HookKind): HookCalls {
  const result = (args: readonly unknown[]): unknown => (kind.endsWith("WaterfallHook") ? args[0] : undefined);
  return {
    call: (...args) => result(args),
    promise: (...args) => Promise.resolve(result(args)),
    callAsync: (...args) => (args.at(-1) as TapFunction)(null, result(args)),
  };
}

/** Wraps the function of a tap, so that errors from this function contain the name of the plugin. */
function attributed(name: string, kind: HookKind, { tap, plugin, run, method }: Required<Tap>): TapFunction {
  const blame = (thrown: unknown): unknown => {
    if (diagnosticOf(thrown) !== undefined) return thrown;
    const diagnostic = keepCause(errors.tapThrew(name, tap, plugin, thrownText(thrown)), thrown);
    return Object.assign(new UsageError(diagnostic), { cause: thrown });
  };
  const describe = (): Activity => ({ what: `calling tap \`${tap}\` of hook \`${name}\``, plugin });
  return (...args) => {
    let result: unknown;
    try {
      result =
        method === "tapAsync" ? runWithCallback(run, args, blame, describe) : during(describe, () => run(...args));
    } catch (thrown) {
      throw blame(thrown);
    }
    // Tapable requires a promise, but a tap can also be synchronous.
    if (method === "tapPromise")
      return Promise.resolve(result).then(undefined, (thrown: unknown) => {
        throw blame(thrown);
      });
    if (method !== "tap" || !isRefusedPromise(result)) return result;
    throw new UsageError(errors.tapReturnedPromise(name, tap, plugin, isAsyncKind(kind)));
  };
}

/** Runs a tap whose last argument is a callback. The activity of the tap ends when the tap calls the callback. */
function runWithCallback(
  run: TapFunction,
  args: readonly unknown[],
  blame: (thrown: unknown) => unknown,
  describe: DescribeActivity,
): unknown {
  const done = args.at(-1) as TapFunction;
  const end = beginActivity(describe);
  try {
    return run(...args.slice(0, -1), (error: unknown, ...rest: readonly unknown[]) => {
      end();
      return done(error ? blame(error) : error, ...rest);
    });
  } catch (thrown) {
    end();
    throw thrown;
  }
}
