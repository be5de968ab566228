import type { IrAdapter } from "@passwright/core";
import { diff } from "@passwright/sdk";
import type { Assembly } from "@passwright/sdk/loading";
import type { FaultTest } from "../fault/faults.ts";
import { smallestCause } from "../fault/smallest-cause.ts";
import { isMember, runTrial, stepsOf } from "../fault/trial.ts";
import type { TrialInput, TrialSettings, TrialStep } from "../fault/trial.ts";
import { resolves, Variants } from "../fault/variants.ts";
import type { RemovableContribution } from "../fault/variants.ts";
import { changedSteps, pluginsNamedIn, settingsWithout } from "./changed-steps.ts";
import type { BisectReport, CauseOperation, CauseRewrite } from "./report.ts";
import { printed, RewriteWatch } from "./rewrites.ts";
import type { AppliedRewrite } from "./rewrites.ts";
import { keyOf, RunCounts, topOf } from "./run-counts.ts";
import { versionChanges, withVersions } from "./versions.ts";
import type { VersionChange } from "./versions.ts";

/** Axes of a search, in search order. */
export const BISECT_AXES = ["version", "contribution", "step", "operation", "rewrite"] as const;

/** Axis of a search. */
export type BisectAxis = (typeof BISECT_AXES)[number];

/** Settings of {@link bisect}. */
export interface BisectOptions {
  /** Number of runs of each variant. A variant shows the fault if one of its runs shows the fault. Default: 1. */
  readonly repeat?: number;
  /**
   * Assembly that does not show the fault: the same pipeline with other versions of plugins or of the framework. If
   * `before` is set, the search starts with versions.
   */
  readonly before?: Assembly;
  /** Axes to search. Default: all. */
  readonly axes?: readonly BisectAxis[];
  /**
   * Maximum number of runs. Default: no limit. Most searches halve the candidates. A search that must test candidates
   * one by one needs many runs.
   */
  readonly budget?: number;
  /** Signal that ends the search. The report then contains the smallest cause that was found so far. */
  readonly signal?: AbortSignal;
  /** Called before each run, with the number of earlier runs and the current axis of the search. */
  readonly onRun?: (runs: number, axis: BisectAxis) => void;
}

/** Exception that ends a bisection before the smallest cause is found. */
class Ended extends Error {}

/** Assembly that shows the fault, and the steps that might be its cause. */
interface Faulty {
  readonly assembly: Assembly;
  readonly steps: readonly TrialStep[];
}

/**
 * Finds the smallest cause of a fault. If `before` is set, first searches the versions of plugins and of the framework.
 * Then searches contributions (plugins, options, insertions, rules, overrides, target and level), and then steps.
 * Finally searches the rewrites of a step or, if the step does not report rewrites, its runs on single operations.
 * Resolves each variant of the pipeline again, with all contributions that the variant depends on. `isBad` returns
 * whether an outcome shows the fault. If the fault requires a combination of contributions, steps, runs or rewrites,
 * reports the whole combination.
 */
export async function bisect(
  assembly: Assembly,
  inputs: readonly TrialInput[],
  isBad: FaultTest,
  options: BisectOptions = {},
): Promise<BisectReport> {
  const search = new Bisection(assembly, isBad, options);
  try {
    await search.search(inputs);
  } catch (thrown) {
    if (!(thrown instanceof Ended)) throw thrown;
    return { ...search.report(), endedEarly: true };
  }
  return search.report();
}

class Bisection {
  readonly #isBad: FaultTest;
  readonly #options: BisectOptions;
  readonly #full: Assembly;
  readonly #variants: Variants;
  readonly #tested = new Map<string, boolean>();
  #axis: BisectAxis = "contribution";
  #input: TrialInput | undefined;
  /** Whether `#input` is known to show the fault. */
  #isReproduced = false;
  #runs = 0;
  #candidates = 0;
  #smallest: Assembly;
  #kept: readonly RemovableContribution[];
  #versions: readonly VersionChange[] = [];
  #contributions: BisectReport["contributions"] = [];
  #steps: readonly TrialStep[] = [];
  /** Steps that are not needed for the fault. */
  #without: ReadonlySet<TrialStep> = new Set();
  #operations: readonly CauseOperation[] = [];
  #rewrites: readonly CauseRewrite[] = [];
  #differences: readonly string[] = [];
  #occursWithoutSteps = false;
  #shown: Pick<BisectReport, "before" | "after"> = {};

  constructor(assembly: Assembly, isBad: FaultTest, options: BisectOptions) {
    this.#full = assembly;
    this.#smallest = assembly;
    this.#isBad = isBad;
    this.#options = options;
    this.#variants = new Variants(assembly.input);
    this.#kept = this.#variants.candidates;
  }

  async search(inputs: readonly TrialInput[]): Promise<void> {
    for (const input of inputs) {
      this.#input = input;
      this.#isReproduced = await this.#test(this.#full);
      if (this.#isReproduced) break;
    }
    if (!this.#isReproduced) return;
    const axes = this.#options.axes ?? BISECT_AXES;
    if (axes.includes("version")) await this.#searchVersions();
    const faulty = axes.includes("contribution")
      ? await this.#withDialects(await this.#searchContributions())
      : { assembly: this.#full, steps: stepsOf(this.#full) };
    // The search for operations and rewrites needs the faulty step.
    if (!axes.some((axis) => axis === "step" || axis === "operation" || axis === "rewrite")) return;
    this.#axis = "step";
    await this.#searchSteps(faulty);
    const [step] = this.#steps;
    if (step === undefined) return;
    await this.#searchRuns(this.#smallest, axes);
  }

  report(): BisectReport {
    const causes = [
      ["rewrite", this.#rewrites],
      ["operation", this.#operations],
      ["step", this.#steps],
      ["plan", this.#differences],
      ["contribution", this.#contributions],
      ["version", this.#versions],
    ] as const;
    const [found] = causes.find(([, list]) => list.length > 0) ?? (["nothing"] as const);
    return {
      ...(this.#isReproduced && this.#input && { input: this.#input.file }),
      found,
      ...(found === "nothing" && this.#occursWithoutSteps && { occursWithoutSteps: true as const }),
      versions: this.#versions,
      contributions: this.#contributions,
      steps: this.#steps.map(({ address, step: { pass, origin, because } }) => ({ address, pass, origin, because })),
      operations: this.#operations,
      rewrites: this.#rewrites,
      differences: this.#differences,
      ...this.#shown,
      pipeline: this.#smallest.text(),
      kept: this.#kept,
      runs: this.#runs,
      candidates: this.#candidates,
    };
  }

  /** Finds a minimal set of version changes that causes the fault. */
  async #searchVersions(): Promise<void> {
    const before = this.#options.before?.input;
    if (before === undefined) return;
    this.#axis = "version";
    const after = this.#full.input;
    const changes = versionChanges(before, after);
    this.#candidates += changes.length;
    const isBadWith = async (some: readonly VersionChange[]): Promise<boolean> => {
      const mixed = withVersions(before, after, some);
      if (!resolves(mixed)) return false;
      await mixed.ready();
      return this.#test(mixed);
    };
    if (changes.length > 0 && !(await isBadWith([]))) this.#versions = await smallestCause(changes, isBadWith);
    this.#axis = "contribution";
  }

  /**
   * Finds the contributions that cause the fault. Returns the smallest assembly that shows the fault, and the steps to
   * search next.
   */
  async #searchContributions(): Promise<Faulty> {
    const { candidates } = this.#variants;
    this.#candidates += candidates.length;
    const all = { assembly: this.#full, steps: stepsOf(this.#full) };
    if (candidates.length === 0) return all;
    const none = await this.#variants.with([]);
    const isBadWith = async (some: readonly RemovableContribution[]): Promise<boolean> =>
      this.#test((await this.#variants.with(some)).assembly);
    if (await this.#test(none.assembly)) {
      // If the base pipeline shows the fault, but does not show the fault without its steps, contributions are not the
      // cause.
      if (!(await this.#testSteps(none.assembly, []))) {
        this.#smallest = none.assembly;
        this.#kept = [...none.has];
        return { assembly: none.assembly, steps: stepsOf(none.assembly) };
      }
      return this.#searchOneLess(all);
    }
    const cause = await smallestCause(candidates, isBadWith);
    const { assembly, has } = await this.#variants.with(cause);
    const named = new Set(cause.flatMap((one) => pluginsNamedIn(one, assembly)));
    this.#contributions = [...has]
      .filter((one) => !none.has.has(one) || cause.includes(one))
      .map((one) => contributionOf(one, !cause.includes(one) || (one.kind === "plugin" && named.has(one.text))));
    this.#smallest = assembly;
    this.#kept = [...has];
    this.#differences = diff(none.assembly, assembly);
    return { assembly, steps: changedSteps(none.assembly, assembly) };
  }

  /**
   * Adds all plugins that contain dialects to the smallest assembly, if the resulting assembly still shows the fault.
   * In this process, the dialect of a plugin stays registered even in an assembly without the plugin. Without the
   * plugin, a new process cannot parse the input.
   */
  async #withDialects(faulty: Faulty): Promise<Faulty> {
    const bringing = this.#full.input.plugins.filter(({ plugin: { dialects = [] } }) => dialects.length > 0);
    const names = new Set(bringing.map(({ contributor }) => contributor.name));
    const missing = this.#variants.candidates.filter(
      (one) => one.kind === "plugin" && names.has(one.text) && !this.#kept.includes(one),
    );
    if (missing.length === 0) return faulty;
    const { assembly, has } = await this.#variants.with([...this.#kept, ...missing]);
    if (!(await this.#test(assembly))) return faulty;
    this.#smallest = assembly;
    this.#kept = [...has];
    return { ...faulty, assembly };
  }

  /**
   * Finds one contribution without which the fault does not occur, by leaving out each contribution in turn. A binary
   * search would not work, because the fault also occurs if all contributions are left out.
   */
  async #searchOneLess(all: Faulty): Promise<Faulty> {
    const { candidates } = this.#variants;
    for (const one of candidates) {
      const { assembly, has } = await this.#variants.with(candidates.filter((other) => other !== one));
      if (has.has(one) || (await this.#test(assembly))) continue;
      this.#contributions = [contributionOf(one, false)];
      this.#differences = diff(assembly, this.#full);
      return { assembly: this.#full, steps: changedSteps(assembly, this.#full) };
    }
    return all;
  }

  async #searchSteps({ assembly, steps }: Faulty): Promise<void> {
    const candidates = steps.filter(({ canSkip }) => canSkip);
    this.#candidates += candidates.length;
    const isBadWith = async (some: readonly TrialStep[]): Promise<boolean> => {
      const left = new Set(candidates.filter((one) => !some.includes(one)));
      return this.#testSteps(assembly, some, left);
    };
    if (candidates.length === 0) return;
    if (!(await isBadWith([]))) {
      this.#steps = await smallestCause(candidates, isBadWith);
      this.#without = new Set(candidates.filter((one) => !this.#steps.includes(one)));
    } else if (this.#contributions.length === 0) {
      this.#steps = await this.#oneStepLess(candidates, isBadWith);
      this.#occursWithoutSteps = candidates.length === steps.length;
    }
    if (this.#steps.length > 0) this.#differences = [];
  }

  /**
   * Finds one step without which the fault does not occur. Used if the fault also occurs when all steps are left out.
   */
  async #oneStepLess(
    candidates: readonly TrialStep[],
    isBadWith: (some: readonly TrialStep[]) => Promise<boolean>,
  ): Promise<readonly TrialStep[]> {
    for (const one of candidates) if (!(await isBadWith(candidates.filter((other) => other !== one)))) return [one];
    return [];
  }

  /**
   * Searches the rewrites of the last step, or the runs of this step on single operations, for the cause of the fault.
   * Records the texts of the operation before and after the last rewrite or run.
   */
  async #searchRuns(assembly: Assembly, axes: readonly BisectAxis[]): Promise<void> {
    const { address, step } = this.#steps.at(-1) as TrialStep;
    const runs: CauseOperation[] = [];
    const shown = new Map<string, Pick<BisectReport, "before" | "after">>();
    let watch = new RewriteWatch();
    const record = (shownKey?: string) => (): TrialSettings => {
      runs.length = 0;
      watch = new RewriteWatch();
      return this.#settingsFor(address, watch, (when, run, op, ir) => {
        if (when === "before") runs.push(run);
        const key = keyOf(run);
        // Printing the root before and after all runs of the step would be too slow.
        const isShort = ir.prints !== "roots" || topOf(ir, op) === op;
        if (shownKey === key || (shownKey === undefined && isShort))
          shown.set(key, { ...shown.get(key), [when]: printed(ir, op) });
      });
    };
    this.#axis = "operation";
    await this.#test(assembly, record(), "record");
    if (axes.includes("rewrite") && (await this.#searchRewrites(assembly, address, watch.applied))) return;
    this.#axis = "operation";
    let cause: readonly CauseOperation[] = runs;
    if (axes.includes("operation") && runs.length > 1 && !isMember(step)) {
      this.#candidates += runs.length;
      const without = settingsWithout(this.#without);
      const isBadWith = async (some: readonly CauseOperation[]): Promise<boolean> => {
        const kept = new Set(some.map(keyOf));
        const settings = (): TrialSettings => {
          const counts = new RunCounts();
          const skips: TrialSettings["skips"] = (at, op, ir) =>
            at === address ? !kept.has(keyOf(counts.next(at, op, ir))) : without.skips(at);
          return { ...without, skips };
        };
        return this.#test(assembly, settings, `runs ${[...kept].join()}`);
      };
      // This test is not needed for a single step, because the fault does not occur without the runs of this step.
      if (this.#steps.length === 1 || !(await isBadWith([])))
        cause = this.#operations = await smallestCause(runs, isBadWith);
    }
    const last = cause.at(-1);
    if (last === undefined) return;
    const key = keyOf(last);
    // Runs the pipeline again to print the root around the operation of the last run.
    if (!shown.has(key)) await this.#test(assembly, record(key), `print ${key}`);
    this.#shown = shown.get(key) ?? {};
  }

  /** Searches the rewrites of a step for the cause of the fault. Returns whether the search found the cause. */
  async #searchRewrites(assembly: Assembly, address: string, applied: readonly AppliedRewrite[]): Promise<boolean> {
    if (applied.length === 0) return false;
    this.#axis = "rewrite";
    this.#candidates += applied.length;
    let watch = new RewriteWatch();
    const shown = new Map<string | undefined, RewriteWatch["shown"]>();
    const isBadWith = async (some: readonly AppliedRewrite[]): Promise<boolean> => {
      const keys = some.map(({ key }) => key);
      const last = keys.at(-1);
      const settings = (): TrialSettings => {
        watch = new RewriteWatch({ kept: new Set(keys), shown: last });
        return this.#settingsFor(address, watch);
      };
      const isBad = await this.#test(assembly, settings, `rewrites ${keys.join()}`);
      if (isBad && !shown.has(last)) shown.set(last, watch.shown);
      return isBad;
    };
    if (await isBadWith([])) return false;
    const cause = await smallestCause(applied, isBadWith);
    const last = cause.at(-1) as AppliedRewrite;
    // Runs the pipeline again to print the last rewrite, because the search has not printed this rewrite yet.
    if (!shown.has(last.key)) await isBadWith(applied.slice(0, applied.indexOf(last) + 1));
    this.#rewrites = cause.map(({ rewrite }) => withPlugin(rewrite, this.#full));
    this.#operations = [...new Set(cause.map(({ run }) => run))];
    this.#shown = shown.get(last.key) ?? {};
    return true;
  }

  /** Returns settings that record the runs and rewrites of one step. */
  #settingsFor(
    address: string,
    watch: RewriteWatch,
    onRun?: (when: "before" | "after", run: CauseOperation, op: object, ir: IrAdapter<object>) => void,
  ): TrialSettings {
    const counts = new RunCounts();
    let run: CauseOperation | undefined;
    return {
      ...settingsWithout(this.#without),
      onStep(when, at, op, ir) {
        if (at !== address) return;
        if (when === "before") watch.begin((run = counts.next(at, op, ir)), op);
        if (run !== undefined) onRun?.(when, run, op, ir);
        if (when === "after") run = undefined;
      },
      tryRewrite: (at, rewrite, ir, apply) => (at === address ? watch.tryRewrite(at, rewrite, ir, apply) : apply()),
    };
  }

  /**
   * Tests whether an assembly shows the fault without the steps in `left`. By default, `left` contains all steps that
   * can be skipped and are not in `some`.
   */
  #testSteps(assembly: Assembly, some: readonly TrialStep[], left?: ReadonlySet<TrialStep>): Promise<boolean> {
    const kept = new Set(some.map(({ address }) => address));
    const all = stepsOf(assembly);
    const without = left ?? new Set(all.filter(({ address, canSkip }) => canSkip && !kept.has(address)));
    const key = `without ${[...without].map(({ address }) => address).join()}`;
    return this.#test(assembly, () => settingsWithout(without), key);
  }

  /**
   * Returns whether a variant shows the fault. Runs the variant, several times if `repeat` is set, or reuses an earlier
   * result.
   */
  async #test(assembly: Assembly, settings: () => TrialSettings = () => ({}), key = ""): Promise<boolean> {
    const id = `${this.#idOf(assembly)} ${key}`;
    const known = this.#tested.get(id);
    if (known !== undefined) return known;
    const isBad = await this.#run(assembly, settings);
    this.#tested.set(id, isBad);
    return isBad;
  }

  async #run(assembly: Assembly, settings: () => TrialSettings): Promise<boolean> {
    const { repeat = 1, budget = Infinity, signal, onRun } = this.#options;
    const isAborted = (): boolean => signal?.aborted === true;
    if (this.#runs >= budget || isAborted()) throw new Ended();
    this.#runs++;
    onRun?.(this.#runs, this.#axis);
    const input = this.#input as TrialInput;
    for (let count = 0; count < repeat; count++) {
      const isBad = await this.#isBad(await runTrial(assembly, input, settings()), input);
      // An interrupt also ends the programs of the test, so the result is invalid.
      if (isAborted()) throw new Ended();
      if (isBad) return true;
    }
    return false;
  }

  readonly #ids = new Map<Assembly, number>();

  #idOf(assembly: Assembly): string {
    const id = this.#ids.get(assembly) ?? this.#ids.size;
    this.#ids.set(assembly, id);
    return `${id} ${this.#input?.file ?? ""}`;
  }
}

function contributionOf(
  { kind, text, at }: RemovableContribution,
  isNeededOnly: boolean,
): BisectReport["contributions"][number] {
  return { kind, text, ...(at !== undefined && { at }), ...(isNeededOnly && { isNeededOnly }) };
}

/** Returns a rewrite with the name of the plugin that contains the rewrite's dialect. */
function withPlugin(rewrite: CauseRewrite, { input }: Assembly): CauseRewrite {
  const brings = ({ plugin: { dialects = [] } }: (typeof input.plugins)[number]): boolean =>
    dialects.some(({ name }) => name === rewrite.dialect);
  const plugin = input.plugins.find(brings)?.contributor.name;
  return { ...rewrite, ...(plugin !== undefined && { plugin }) };
}
