import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import type { Instrumentation } from "../instrumentation.ts";
import { isRefusedPromise } from "./is-promise.ts";
import { badHook } from "./run-errors.ts";
import { describeThrown, isThrown } from "../thrown.ts";

type HookCall = (first: unknown, second: unknown, third?: unknown) => unknown;

const INSIDE = [
  "beforePipeline",
  "afterPipeline",
  "beforePass",
  "beforeVerifier",
  "afterPass",
  "afterPassFailed",
  "afterSkipped",
  "beforeAction",
  "afterAction",
  "beforeAnalysis",
  "afterAnalysis",
] as const;

type HookName = "beforeRun" | "afterRun" | (typeof INSIDE)[number];

/** Hooks of all instrumentations. Without instrumentations, checks of {@link areInstalled} are their only cost. */
export class Hooks<Op extends object> {
  readonly areInstalled: boolean;
  /** Functions that call a hook of all instrumentations. */
  readonly call: Pick<Required<Instrumentation<Op>>, HookName>;
  /** Whether passes must stay on the main thread for an instrumentation that has hooks and does not allow threads. */
  readonly lookInside: boolean;
  /** Whether all instrumentations set `seesChangesOnly`. */
  readonly seeChangesOnly: boolean;
  /** Whether an instrumentation has hooks around passes but no hook for skipped passes. */
  readonly seeSkipped: boolean;
  /** Whether passes also run on operations that `worksOn` excludes. */
  readonly runIdle: boolean;
  /** Instrumentations that can skip passes. */
  readonly skipping: readonly Instrumentation<Op>[];
  /** Instrumentations that observe rewrites. */
  readonly rewriting: readonly Instrumentation<Op>[];
  readonly #all: readonly Instrumentation<Op>[];
  #failure: UsageError | undefined = undefined;

  constructor(instrumentations: readonly Instrumentation<Op>[]) {
    this.#all = instrumentations;
    this.areInstalled = instrumentations.length > 0;
    this.lookInside = instrumentations.some(
      (one) =>
        one.allowsThreads !== true &&
        [...INSIDE, "skipsPass" as const, "applyRewrite" as const].some((hook) => one[hook] !== undefined),
    );
    this.seeChangesOnly = instrumentations.every(({ seesChangesOnly }) => seesChangesOnly === true);
    this.seeSkipped = instrumentations.some(
      (one) =>
        one.runIdle === true || (one.afterSkipped === undefined && (one.beforePass ?? one.afterPass) !== undefined),
    );
    this.runIdle = instrumentations.some((one) => one.runIdle === true);
    this.skipping = instrumentations.filter(({ skipsPass }) => skipsPass !== undefined);
    this.rewriting = instrumentations.filter(({ applyRewrite }) => applyRewrite !== undefined);
    const names = ["beforeRun", "afterRun", ...INSIDE] as const;
    this.call = Object.fromEntries(names.map((hook) => [hook, this.#hook(hook, instrumentations)])) as never;
  }

  /** Whether at least one instrumentation currently needs to know which operation names a pass removes. */
  get seeRemovals(): boolean {
    return this.#all.some(({ seesRemovals }) => seesRemovals !== false);
  }

  /** Rethrows an earlier exception of a hook, which ends the run even if a pass caught the exception. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Returns a function that calls this hook of each instrumentation, in reverse order for hooks named `after…`. */
  #hook(hook: HookName, instrumentations: readonly Instrumentation<Op>[]): HookCall {
    const having = instrumentations.filter((one) => one[hook] !== undefined);
    if (having.length === 0) return () => this.check();
    if (hook.startsWith("after")) having.reverse();
    return (first, second, third) => {
      this.check();
      for (const owner of having) {
        try {
          const returned: unknown = (owner[hook] as HookCall)(first, second, third);
          if (isRefusedPromise(returned))
            throw new UsageError(badHook(owner.name, "returned a promise from", hook, ""));
        } catch (thrown) {
          if (isThrown(thrown, BugError)) throw thrown;
          const diagnostic =
            diagnosticOf(thrown) ?? badHook(owner.name, "threw in", hook, `: ${describeThrown(thrown)}`);
          throw (this.#failure = new UsageError(diagnostic, { cause: thrown }));
        }
      }
    };
  }
}
