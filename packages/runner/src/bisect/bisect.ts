import type { IrAdapter } from "@passwright/core";
import type { Assembly } from "@passwright/sdk/loading";
import type { FaultTest } from "../fault/faults.ts";
import { smallestCause } from "../fault/smallest-cause.ts";
import { isMember, runTrial, stepsOf } from "../fault/trial.ts";
import type { TrialInput, TrialSettings, TrialStep } from "../fault/trial.ts";
import { resolves, Variants } from "../fault/variants.ts";
import type { Candidate } from "../fault/variants.ts";
import { hashOf, pathOf } from "./operation-path.ts";
import type { BisectReport, CauseOperation } from "./report.ts";
import { versionChanges, withVersions } from "./versions.ts";
import type { VersionChange } from "./versions.ts";

/** Axes of a search, in the order in which they are searched. */
export const BISECT_AXES = ["version", "contribution", "step", "operation"] as const;

/** Axis of a search. */
export type BisectAxis = (typeof BISECT_AXES)[number];

/** Settings of {@link bisect}. */
export interface BisectOptions {
  /** Number of runs of each variant, which shows the fault if one of its runs does. Default: 1. */
  readonly repeat?: number;
  /** The pipeline with other versions of plugins or framework, which does not show the fault: versions are searched first. */
  readonly before?: Assembly;
  /** Axes to search. Default: all. */
  readonly axes?: readonly BisectAxis[];
  /** Maximum number of runs. Default: no limit. Only searches that cannot halve the candidates take many runs. */
  readonly budget?: number;
  readonly signal?: AbortSignal;
  /** Called before each run with the number of runs so far, and the axis. */
  readonly onRun?: (runs: number, axis: BisectAxis) => void;
}

/** Thrown to end a bisection early. */
class Ended extends Error {}

/** Assembly with the fault, and the steps that may be the cause. */
interface Faulty {
  readonly assembly: Assembly;
  readonly steps: readonly TrialStep[];
}

/**
 * Finds the smallest cause of a fault: first versions of plugins if `before` is given, then contributions (plugins, options,
 * insertions, rules, overrides, target and level), then steps, then runs of one step on single operations. Resolves each variant
 * again, with everything that its contributions depend on. `isBad` returns whether an outcome shows the fault. If the fault needs
 * several parts together, reports all of them.
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
  #runs = 0;
  #candidates = 0;
  #smallest: Assembly;
  #kept: readonly Candidate[];
  #versions: readonly VersionChange[] = [];
  #contributions: BisectReport["contributions"] = [];
  #steps: readonly TrialStep[] = [];
  /** Steps without which the fault still occurs. */
  #without: ReadonlySet<TrialStep> = new Set();
  #operations: readonly CauseOperation[] = [];
  #differences: readonly string[] = [];
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
      if (await this.#test(this.#full)) break;
      this.#input = undefined;
    }
    if (this.#input === undefined) return;
    const axes = this.#options.axes ?? BISECT_AXES;
    if (axes.includes("version")) await this.#searchVersions();
    const faulty = axes.includes("contribution")
      ? await this.#searchContributions()
      : { assembly: this.#full, steps: stepsOf(this.#full) };
    if (!axes.includes("step")) return;
    this.#axis = "step";
    await this.#searchSteps(faulty);
    const [step] = this.#steps;
    if (step === undefined) return;
    this.#axis = "operation";
    await this.#searchOperations(this.#smallest, axes.includes("operation"));
  }

  report(): BisectReport {
    const found =
      this.#operations.length > 0
        ? "operation"
        : this.#steps.length > 0
          ? "step"
          : this.#differences.length > 0
            ? "plan"
            : this.#contributions.length > 0
              ? "contribution"
              : this.#versions.length > 0
                ? "version"
                : "nothing";
    return {
      ...(this.#input && { input: this.#input.file }),
      found,
      versions: this.#versions,
      contributions: this.#contributions,
      steps: this.#steps.map(({ address, step: { pass, origin, because } }) => ({ address, pass, origin, because })),
      operations: this.#operations,
      differences: this.#differences,
      ...this.#shown,
      pipeline: this.#smallest.text(),
      kept: this.#kept,
      runs: this.#runs,
      candidates: this.#candidates,
    };
  }

  /** Finds the changes of versions that cause the fault. */
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

  /** Finds the contributions that cause the fault. Returns the smallest assembly with the fault, and the steps to search. */
  async #searchContributions(): Promise<Faulty> {
    const { candidates } = this.#variants;
    this.#candidates += candidates.length;
    const all = { assembly: this.#full, steps: stepsOf(this.#full) };
    if (candidates.length === 0) return all;
    const none = await this.#variants.with([]);
    const isBadWith = async (some: readonly Candidate[]): Promise<boolean> =>
      this.#test((await this.#variants.with(some)).assembly);
    if (await this.#test(none.assembly)) {
      // If the base pipeline shows the fault, contributions are not the cause, unless the test rejects the input itself.
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
    this.#differences = none.assembly.diff(assembly);
    return { assembly, steps: changedSteps(none.assembly, assembly) };
  }

  /** Leaves out contributions one by one. Halving fails if the output depends on several contributions. */
  async #searchOneLess(all: Faulty): Promise<Faulty> {
    const { candidates } = this.#variants;
    for (const one of candidates) {
      const { assembly, has } = await this.#variants.with(candidates.filter((other) => other !== one));
      if (has.has(one) || (await this.#test(assembly))) continue;
      this.#contributions = [contributionOf(one, false)];
      this.#differences = assembly.diff(this.#full);
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
    } else if (this.#contributions.length === 0) this.#steps = await this.#oneStepLess(candidates, isBadWith);
    if (this.#steps.length > 0) this.#differences = [];
  }

  /** Leaves out steps one by one until the fault is gone. Used if the test also rejects the input. */
  async #oneStepLess(
    candidates: readonly TrialStep[],
    isBadWith: (some: readonly TrialStep[]) => Promise<boolean>,
  ): Promise<readonly TrialStep[]> {
    for (const one of candidates) if (!(await isBadWith(candidates.filter((other) => other !== one)))) return [one];
    return [];
  }

  /** Finds the runs of the last step that cause the fault. Keeps the operation of the last one, printed before and after the step. */
  async #searchOperations(assembly: Assembly, isWanted: boolean): Promise<void> {
    const { address, step } = this.#steps.at(-1) as TrialStep;
    const runs: CauseOperation[] = [];
    const printed = new Map<string, Pick<BisectReport, "before" | "after">>();
    const without = settingsWithout(this.#without);
    const record = (): TrialSettings => {
      runs.length = 0;
      let current: CauseOperation | undefined;
      const start = follow(address, (run, op, ir) => {
        runs.push(run);
        current = run;
        printed.set(keyOf(run), { before: printedOf(ir, op) });
      });
      return {
        ...without,
        onStep(when, at, op, ir) {
          start(when, at, op, ir);
          if (when === "before" || at !== address || current === undefined) return;
          const key = keyOf(current);
          printed.set(key, { ...printed.get(key), after: printedOf(ir, op) });
          current = undefined;
        },
      };
    };
    await this.#test(assembly, record, "record");
    let cause: readonly CauseOperation[] = runs;
    if (isWanted && runs.length > 1 && !isMember(step)) {
      this.#candidates += runs.length;
      const isBadWith = async (some: readonly CauseOperation[]): Promise<boolean> => {
        const kept = new Set(some.map(keyOf));
        const settings = (): TrialSettings => {
          const counts = new Counts();
          const skips: TrialSettings["skips"] = (at, op, ir) =>
            at === address ? !kept.has(keyOf(counts.next(at, op, ir))) : without.skips(at);
          return { ...without, skips };
        };
        return this.#test(assembly, settings, `runs ${[...kept].join()}`);
      };
      // Without a single step, the fault is gone.
      if (this.#steps.length === 1 || !(await isBadWith([])))
        cause = this.#operations = await smallestCause(runs, isBadWith);
    }
    const last = cause.at(-1);
    if (last !== undefined) this.#shown = printed.get(keyOf(last)) ?? {};
  }

  /** Tests an assembly with some of its steps. Leaves out `left`, by default all other steps. */
  #testSteps(assembly: Assembly, some: readonly TrialStep[], left?: ReadonlySet<TrialStep>): Promise<boolean> {
    const kept = new Set(some.map(({ address }) => address));
    const all = stepsOf(assembly);
    const without = left ?? new Set(all.filter(({ address, canSkip }) => canSkip && !kept.has(address)));
    const key = `without ${[...without].map(({ address }) => address).join()}`;
    return this.#test(assembly, () => settingsWithout(without), key);
  }

  /** Runs a variant, several times if `repeat` is set. Reuses the result of an earlier run. */
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
      // An interrupt also ends the programs that the test runs.
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

function contributionOf({ kind, text, at }: Candidate, isNeededOnly: boolean): BisectReport["contributions"][number] {
  return { kind, text, ...(at !== undefined && { at }), ...(isNeededOnly && { isNeededOnly }) };
}

/**
 * Returns the plugins whose passes an override, rule or insertion names. The contribution has no effect without these
 * plugins.
 */
function pluginsNamedIn({ kind, data }: Candidate, { work: { catalogue } }: Assembly): readonly string[] {
  if (kind === "plugin") return [];
  return stringsIn(data).flatMap((name) => {
    const found = catalogue.find(name) ?? catalogue.find(name.replace(/^.*::/, "").replace(/#\d+$/, ""));
    return found === undefined ? [] : [found.owner.name];
  });
}

function stringsIn(data: unknown): readonly string[] {
  if (typeof data === "string") return [data];
  return typeof data === "object" && data !== null ? Object.values(data).flatMap(stringsIn) : [];
}

/** Returns the settings of a run without some steps. */
function settingsWithout(
  steps: ReadonlySet<TrialStep>,
): { skips(this: void, address: string): boolean } & TrialSettings {
  const skipped = new Set([...steps].map(({ address }) => address));
  const withoutMembers = new Set([...steps].filter(({ step }) => isMember(step)).map(({ address }) => address));
  return { skips: (address) => skipped.has(address), withoutMembers };
}

/** Returns the steps that only the second assembly has, or that have different options or managers in it. */
function changedSteps(before: Assembly, after: Assembly): readonly TrialStep[] {
  const keyOfStep = ({ address, step: { options, nests } }: TrialStep): string =>
    JSON.stringify([address, options, nests.map(({ anchor }) => anchor)]);
  const known = new Set(stepsOf(before).map(keyOfStep));
  return stepsOf(after).filter((one) => !known.has(keyOfStep(one)));
}

const keyOf = ({ path, occurrence }: CauseOperation): string => `${path}#${occurrence}`;

function printedOf(ir: IrAdapter<object>, op: object): string {
  try {
    return ir.print?.(op, {}) ?? "";
  } catch {
    // The step erased the operation.
    return "";
  }
}

/** Counts the runs of steps on operations with the same path. */
class Counts {
  readonly #counts = new Map<string, number>();

  next(address: string, op: object, ir: IrAdapter<object>): CauseOperation {
    const path = pathOf(ir, topOf(ir, op), op);
    const occurrence = (this.#counts.get(path) ?? 0) + 1;
    this.#counts.set(path, occurrence);
    const at = ir.locationOf?.(op);
    return { address, path, hash: hashOf(path), occurrence, ...(at !== undefined && { at }) };
  }
}

function topOf(ir: IrAdapter<object>, op: object): object {
  let top = op;
  for (let parent = ir.parentOf?.(top); parent !== undefined; parent = ir.parentOf?.(top)) top = parent;
  return top;
}

/** Calls a function before each run of a step. */
function follow(
  address: string,
  callback: (run: CauseOperation, op: object, ir: IrAdapter<object>) => void,
): NonNullable<TrialSettings["onStep"]> {
  const counts = new Counts();
  return (when, at, op, ir) => {
    if (when === "before" && at === address) callback(counts.next(at, op, ir), op, ir);
  };
}
