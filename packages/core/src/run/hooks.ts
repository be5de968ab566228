import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import type { Analysis } from "../analysis.ts";
import type { InstrumentedPass, InstrumentedRun, Instrumentation } from "../instrumentation.ts";
import type { OperationName } from "../ir-adapter.ts";
import type { Action } from "../pass.ts";
import { hookThrew } from "./run-errors.ts";
import { isThrown } from "../thrown.ts";

type HookName = Exclude<
  keyof Instrumentation<object>,
  "name" | "allowsThreads" | "seesChangesOnly" | "runIdle" | "skipsPass" | "applyRewrite"
>;

const INSIDE: readonly (keyof Instrumentation<object>)[] = [
  "skipsPass",
  "applyRewrite",
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
];

/** Hooks of one kind, in calling order. */
class HookList {
  readonly #hook: HookName;
  readonly #owners: readonly Instrumentation<never>[];
  readonly #calls: readonly ((...args: readonly unknown[]) => void)[];
  readonly #onFailure: (failure: UsageError) => void;

  constructor(
    hook: HookName,
    instrumentations: readonly Instrumentation<never>[],
    onFailure: (failure: UsageError) => void,
  ) {
    const having = instrumentations.filter((one) => one[hook] !== undefined);
    this.#hook = hook;
    this.#owners = hook.startsWith("after") ? having.toReversed() : having;
    this.#calls = this.#owners.map((owner) => owner[hook] as (...args: readonly unknown[]) => void);
    this.#onFailure = onFailure;
  }

  call(first: unknown, second: unknown, third?: unknown): void {
    let index = 0;
    try {
      for (; index < this.#calls.length; index++)
        (this.#calls[index] as (...args: readonly unknown[]) => void).call(this.#owners[index], first, second, third);
    } catch (thrown) {
      if (isThrown(thrown, BugError)) throw thrown;
      const name = this.#owners[index]?.name ?? "an instrumentation";
      const failure = new UsageError(diagnosticOf(thrown) ?? hookThrew(name, this.#hook, thrown), { cause: thrown });
      this.#onFailure(failure);
      throw failure;
    }
  }
}

/**
 * Instrumentations of a run. The loop checks {@link areInstalled} first, so that a run without instrumentations costs
 * one comparison.
 */
export class Hooks<Op extends object> {
  readonly areInstalled: boolean;
  /**
   * Whether an instrumentation has hooks around passes and does not allow threads, so that passes must stay on the main
   * thread.
   */
  readonly lookInside: boolean;
  /** Whether all instrumentations restrict their hooks to passes that change the names of operations. */
  readonly seeChangesOnly: boolean;
  /** Whether an instrumentation has hooks around passes but no hook for skipped passes. */
  readonly seeSkipped: boolean;
  /** Whether passes also run where they have nothing to work on. */
  readonly runIdle: boolean;
  /** Instrumentations that can skip passes. */
  readonly skipping: readonly Instrumentation<Op>[];
  /** Instrumentations that observe rewrites. */
  readonly rewriting: readonly Instrumentation<Op>[];
  readonly #beforeRun: HookList;
  readonly #afterRun: HookList;
  readonly #beforePipeline: HookList;
  readonly #afterPipeline: HookList;
  readonly #beforePass: HookList;
  readonly #beforeVerifier: HookList;
  readonly #afterPass: HookList;
  readonly #afterPassFailed: HookList;
  readonly #afterSkipped: HookList;
  readonly #beforeAnalysis: HookList;
  readonly #afterAnalysis: HookList;
  readonly #beforeAction: HookList;
  readonly #afterAction: HookList;
  #failure: UsageError | undefined = undefined;

  constructor(instrumentations: readonly Instrumentation<Op>[]) {
    this.areInstalled = instrumentations.length > 0;
    this.lookInside = instrumentations.some(
      (one) => one.allowsThreads !== true && INSIDE.some((hook) => one[hook] !== undefined),
    );
    this.seeChangesOnly = instrumentations.every(({ seesChangesOnly }) => seesChangesOnly === true);
    this.seeSkipped = instrumentations.some(
      (one) =>
        one.runIdle === true || (one.afterSkipped === undefined && (one.beforePass ?? one.afterPass) !== undefined),
    );
    this.runIdle = instrumentations.some((one) => one.runIdle === true);
    this.skipping = instrumentations.filter(({ skipsPass }) => skipsPass !== undefined);
    this.rewriting = instrumentations.filter(({ applyRewrite }) => applyRewrite !== undefined);
    const listOf = (hook: HookName): HookList =>
      new HookList(hook, instrumentations as readonly Instrumentation<never>[], (failure) => {
        this.#failure = failure;
      });
    this.#beforeRun = listOf("beforeRun");
    this.#afterRun = listOf("afterRun");
    this.#beforePipeline = listOf("beforePipeline");
    this.#afterPipeline = listOf("afterPipeline");
    this.#beforePass = listOf("beforePass");
    this.#beforeVerifier = listOf("beforeVerifier");
    this.#afterPass = listOf("afterPass");
    this.#afterPassFailed = listOf("afterPassFailed");
    this.#afterSkipped = listOf("afterSkipped");
    this.#beforeAction = listOf("beforeAction");
    this.#afterAction = listOf("afterAction");
    this.#beforeAnalysis = listOf("beforeAnalysis");
    this.#afterAnalysis = listOf("afterAnalysis");
  }

  /**
   * Rethrows an earlier exception of a hook. An exception of a hook ends the run even if a pass catches it, because
   * later reports would be wrong.
   */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  beforeRun(op: Op, run: InstrumentedRun<Op>): void {
    this.check();
    this.#beforeRun.call(op, run);
  }

  afterRun(op: Op, run: InstrumentedRun<Op>, succeeded: boolean): void {
    this.check();
    this.#afterRun.call(op, run, succeeded);
  }

  beforePipeline(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void {
    this.check();
    this.#beforePipeline.call(anchor, op, parent);
  }

  afterPipeline(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void {
    this.check();
    this.#afterPipeline.call(anchor, op, parent);
  }

  beforePass(pass: InstrumentedPass, op: Op): void {
    this.check();
    this.#beforePass.call(pass, op);
  }

  beforeVerifier(pass: InstrumentedPass, op: Op): void {
    this.check();
    this.#beforeVerifier.call(pass, op);
  }

  afterPass(pass: InstrumentedPass, op: Op): void {
    this.check();
    this.#afterPass.call(pass, op);
  }

  afterPassFailed(pass: InstrumentedPass, op: Op): void {
    this.check();
    this.#afterPassFailed.call(pass, op);
  }

  afterSkipped(pass: InstrumentedPass, op: Op): void {
    this.check();
    this.#afterSkipped.call(pass, op);
  }

  beforeAction(action: Action, op: Op): void {
    this.check();
    this.#beforeAction.call(action, op);
  }

  afterAction(action: Action, op: Op): void {
    this.check();
    this.#afterAction.call(action, op);
  }

  beforeAnalysis(analysis: Analysis<Op, unknown>, op: Op): void {
    this.check();
    this.#beforeAnalysis.call(analysis, op);
  }

  afterAnalysis(analysis: Analysis<Op, unknown>, op: Op): void {
    this.check();
    this.#afterAnalysis.call(analysis, op);
  }
}
