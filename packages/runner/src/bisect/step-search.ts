import type { IrAdapter } from "@passwright/core";
import type { Assembly } from "@passwright/sdk/loading";
import { smallestCause } from "../fault/smallest-cause.ts";
import { isMember } from "../fault/trial.ts";
import type { TrialSettings, TrialStep } from "../fault/trial.ts";
import { settingsWithout } from "./changed-steps.ts";
import type { FaultTests } from "./fault-tests.ts";
import { hashOf, pathOf, topOf } from "./operation-path.ts";
import type { BisectAxis } from "./options.ts";
import type { BisectReport, CauseOperation, CauseRewrite } from "./report.ts";
import { printed, RewriteWatch } from "./rewrites.ts";
import type { AppliedRewrite } from "./rewrites.ts";

/** Searches the rewrites of one step, or the runs of this step on single operations, for the cause of a fault. */
export class StepSearch {
  /** Found runs of the step. */
  operations: readonly CauseOperation[] = [];
  /** Found rewrites of the step. */
  rewrites: readonly CauseRewrite[] = [];
  /** Texts of the operation before and after the last rewrite or run of the cause. */
  shown: Pick<BisectReport, "before" | "after"> = {};
  readonly #tests: FaultTests;
  readonly #assembly: Assembly;
  readonly #step: TrialStep;
  readonly #without: ReturnType<typeof settingsWithout>;

  /** Creates a search in `step` of an assembly that shows the fault without the steps in `without`. */
  constructor(tests: FaultTests, assembly: Assembly, step: TrialStep, without: ReadonlySet<TrialStep>) {
    this.#tests = tests;
    this.#assembly = assembly;
    this.#step = step;
    this.#without = settingsWithout(without);
  }

  /** Searches the given axes. `isOnlyStep` states that the fault does not occur without the step. */
  async search(axes: readonly BisectAxis[], isOnlyStep: boolean): Promise<void> {
    const { address, step } = this.#step;
    const runs: CauseOperation[] = [];
    const shown = new Map<string, Pick<BisectReport, "before" | "after">>();
    let watch = new RewriteWatch();
    const record = (shownKey?: string) => (): TrialSettings => {
      runs.length = 0;
      watch = new RewriteWatch();
      return this.#settingsFor(watch, (when, run, op, ir) => {
        if (when === "before") runs.push(run);
        const key = keyOf(run);
        // Printing the root before and after all runs of the step would be too slow.
        const isShort = ir.prints !== "roots" || topOf(ir, op) === op;
        if (shownKey === key || (shownKey === undefined && isShort))
          shown.set(key, { ...shown.get(key), [when]: printed(ir, op) });
      });
    };
    this.#tests.axis = "operation";
    await this.#isBad(record(), "record");
    if (axes.includes("rewrite") && (await this.#searchRewrites(watch.applied))) return;
    this.#tests.axis = "operation";
    let cause: readonly CauseOperation[] = runs;
    if (axes.includes("operation") && runs.length > 1 && !isMember(step)) {
      this.#tests.candidates += runs.length;
      const isBadWith = async (some: readonly CauseOperation[]): Promise<boolean> => {
        const kept = new Set(some.map(keyOf));
        const last = [...kept].at(-1);
        const texts: Pick<BisectReport, "before" | "after"> = {};
        const settings = (): TrialSettings => {
          const [tried, seen] = [new RunCounts(), new RunCounts()];
          let run: string | undefined;
          const skips: TrialSettings["skips"] = (at, op, ir) =>
            at === address ? !kept.has(keyOf(tried.next(at, op, ir))) : this.#without.skips(at);
          const onStep: TrialSettings["onStep"] = (when, at, op, ir) => {
            if (at !== address) return;
            if (when === "before") run = keyOf(seen.next(at, op, ir));
            if (run === last && !shown.has(run as string)) Object.assign(texts, { [when]: printed(ir, op) });
          };
          return { ...this.#without, skips, onStep };
        };
        const isBad = await this.#isBad(settings, `runs ${[...kept].join()}`);
        if (isBad && last !== undefined && !shown.has(last)) shown.set(last, texts);
        return isBad;
      };
      // This test is not needed for a single step, because the fault does not occur without the runs of this step.
      if (isOnlyStep || !(await isBadWith([]))) cause = this.operations = await smallestCause(runs, isBadWith);
    }
    // Prefers a run that changed its operation, because without the axis `operation`, the list contains all runs.
    const hasChanged = (run: CauseOperation): boolean => {
      const { before, after } = shown.get(keyOf(run)) ?? {};
      return before !== after;
    };
    const last = cause.findLast(hasChanged) ?? cause.at(-1);
    if (last === undefined) return;
    const key = keyOf(last);
    // Runs the pipeline again to print the root around the operation of the last run, if the search has not printed it.
    if (!shown.has(key)) await this.#isBad(record(key), `print ${key}`);
    this.shown = shown.get(key) ?? {};
  }

  /** Searches the rewrites of the step for the cause of the fault. Returns whether the search found the cause. */
  async #searchRewrites(applied: readonly AppliedRewrite[]): Promise<boolean> {
    if (applied.length === 0) return false;
    this.#tests.axis = "rewrite";
    this.#tests.candidates += applied.length;
    let watch = new RewriteWatch();
    const shown = new Map<string | undefined, RewriteWatch["shown"]>();
    const isBadWith = async (some: readonly AppliedRewrite[]): Promise<boolean> => {
      const keys = some.map(({ key }) => key);
      const last = keys.at(-1);
      const settings = (): TrialSettings => {
        watch = new RewriteWatch({ kept: new Set(keys), shown: last });
        return this.#settingsFor(watch);
      };
      const isBad = await this.#isBad(settings, `rewrites ${keys.join()}`);
      if (isBad && !shown.has(last)) shown.set(last, watch.shown);
      return isBad;
    };
    if (await isBadWith([])) return false;
    const cause = await smallestCause(applied, isBadWith);
    const last = cause.at(-1) as AppliedRewrite;
    // Runs the pipeline again to print the last rewrite, because the search has not printed this rewrite yet.
    if (!shown.has(last.key)) await isBadWith(applied.slice(0, applied.indexOf(last) + 1));
    this.rewrites = cause.map(({ rewrite }) => rewrite);
    this.operations = [...new Set(cause.map(({ run }) => run))];
    this.shown = shown.get(last.key) ?? {};
    return true;
  }

  /** Returns settings that record the runs and rewrites of the step. */
  #settingsFor(
    watch: RewriteWatch,
    onRun?: (when: "before" | "after", run: CauseOperation, op: object, ir: IrAdapter<object>) => void,
  ): TrialSettings {
    const { address } = this.#step;
    const counts = new RunCounts();
    let run: CauseOperation | undefined;
    return {
      ...this.#without,
      onStep(when, at, op, ir) {
        if (at !== address) return;
        if (when === "before") watch.begin((run = counts.next(at, op, ir)), op);
        if (run !== undefined) onRun?.(when, run, op, ir);
        if (when === "after") run = undefined;
      },
      tryRewrite: (at, rewrite, ir, apply) => (at === address ? watch.tryRewrite(at, rewrite, ir, apply) : apply()),
    };
  }

  #isBad(settings: () => TrialSettings, key: string): Promise<boolean> {
    return this.#tests.isBad(this.#assembly, settings, key);
  }
}

/** Returns a text that identifies a run of a step. */
function keyOf({ path, occurrence }: CauseOperation): string {
  return `${path}#${occurrence}`;
}

/** Counts the runs of one step, separately for each path of an operation. */
class RunCounts {
  readonly #counts = new Map<string, number>();

  next(address: string, op: object, ir: IrAdapter<object>): CauseOperation {
    const path = pathOf(ir, topOf(ir, op), op);
    const occurrence = (this.#counts.get(path) ?? 0) + 1;
    this.#counts.set(path, occurrence);
    const at = ir.locationOf?.(op);
    return { address, path, hash: hashOf(path), occurrence, ...(at !== undefined && { at }) };
  }
}
