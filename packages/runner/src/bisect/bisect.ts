import { diff } from "@passwright/sdk";
import type { Assembly, AssemblyInput } from "@passwright/sdk/loading";
import type { FaultTest } from "../fault/faults.ts";
import { isCompleted } from "../fault/limits.ts";
import { smallestCause } from "../fault/smallest-cause.ts";
import { stepsOf } from "../fault/trial.ts";
import type { TrialInput, TrialStep } from "../fault/trial.ts";
import { resolves, Variants } from "../fault/variants.ts";
import type { RemovableContribution } from "../fault/variants.ts";
import { changedSteps, pluginsNamedIn, settingsWithout } from "./changed-steps.ts";
import { FaultTests } from "./fault-tests.ts";
import { BISECT_AXES } from "./options.ts";
import type { BisectAxis, BisectOptions } from "./options.ts";
import type { BisectReport, CauseRewrite } from "./report.ts";
import { StepSearch } from "./step-search.ts";
import { versionChanges, withVersions } from "./versions.ts";
import type { VersionChange } from "./versions.ts";

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
  const isComplete = await isCompleted(() => search.search(inputs));
  return { ...search.report(), ...(!isComplete && { endedEarly: true }) };
}

class Bisection {
  readonly #tests: FaultTests;
  readonly #before: AssemblyInput | undefined;
  readonly #axes: readonly BisectAxis[];
  readonly #full: Assembly;
  readonly #variants: Variants;
  /** Whether the current input is known to show the fault. */
  #isReproduced = false;
  #smallest: Assembly;
  #kept: readonly RemovableContribution[];
  #versions: readonly VersionChange[] = [];
  #contributions: BisectReport["contributions"] = [];
  #steps: readonly TrialStep[] = [];
  /** Steps that are not needed for the fault. */
  #without: ReadonlySet<TrialStep> = new Set();
  #differences: readonly string[] = [];
  #occursWithoutSteps = false;
  #inStep: StepSearch | undefined;

  constructor(assembly: Assembly, isBad: FaultTest, options: BisectOptions) {
    this.#full = assembly;
    this.#smallest = assembly;
    this.#tests = new FaultTests(isBad, options);
    this.#before = options.before?.input;
    this.#axes = options.axes ?? BISECT_AXES;
    this.#variants = new Variants(assembly.input);
    this.#kept = this.#variants.candidates;
  }

  async search(inputs: readonly TrialInput[]): Promise<void> {
    for (const input of inputs) {
      this.#tests.input = input;
      this.#isReproduced = await this.#tests.isBad(this.#full);
      if (this.#isReproduced) break;
    }
    if (!this.#isReproduced) return;
    const axes = this.#axes;
    if (axes.includes("version")) await this.#searchVersions();
    const faulty = axes.includes("contribution")
      ? await this.#withDialects(await this.#searchContributions())
      : { assembly: this.#full, steps: stepsOf(this.#full) };
    // The search for operations and rewrites needs the faulty step.
    if (!axes.some((axis) => axis === "step" || axis === "operation" || axis === "rewrite")) return;
    this.#tests.axis = "step";
    await this.#searchSteps(faulty);
    const step = this.#steps.at(-1);
    if (step === undefined) return;
    this.#inStep = new StepSearch(this.#tests, this.#smallest, step, this.#without);
    await this.#inStep.search(axes, this.#steps.length === 1);
  }

  report(): BisectReport {
    const { input, runs, candidates, errors } = this.#tests;
    const { operations = [], rewrites = [], shown } = this.#inStep ?? {};
    const causes = [
      ["rewrite", rewrites],
      ["operation", operations],
      ["step", this.#steps],
      ["plan", this.#differences],
      ["contribution", this.#contributions],
      ["version", this.#versions],
    ] as const;
    const [found] = causes.find(([, list]) => list.length > 0) ?? (["nothing"] as const);
    return {
      ...(this.#isReproduced && input && { input: input.file }),
      found,
      ...(found === "nothing" && this.#occursWithoutSteps && { occursWithoutSteps: true as const }),
      versions: this.#versions,
      contributions: this.#contributions,
      steps: this.#steps.map(({ address, step: { pass, origin, because } }) => ({ address, pass, origin, because })),
      operations,
      rewrites: rewrites.map((one) => withPlugin(one, this.#full)),
      differences: this.#differences,
      ...shown,
      errors,
      pipeline: this.#smallest.text(),
      kept: this.#kept,
      runs,
      candidates,
    };
  }

  /** Finds a minimal set of version changes that causes the fault. */
  async #searchVersions(): Promise<void> {
    const before = this.#before;
    if (before === undefined) return;
    this.#tests.axis = "version";
    const after = this.#full.input;
    const changes = versionChanges(before, after);
    this.#tests.candidates += changes.length;
    const isBadWith = async (some: readonly VersionChange[]): Promise<boolean> => {
      const mixed = withVersions(before, after, some);
      if (!resolves(mixed)) return false;
      await mixed.ready();
      return this.#tests.isBad(mixed);
    };
    if (changes.length > 0 && !(await isBadWith([]))) this.#versions = await smallestCause(changes, isBadWith);
    this.#tests.axis = "contribution";
  }

  /**
   * Finds the contributions that cause the fault. Returns the smallest assembly that shows the fault, and the steps to
   * search next.
   */
  async #searchContributions(): Promise<Faulty> {
    const { candidates } = this.#variants;
    this.#tests.candidates += candidates.length;
    const all = { assembly: this.#full, steps: stepsOf(this.#full) };
    if (candidates.length === 0) return all;
    const none = await this.#variants.with([]);
    const isBadWith = async (some: readonly RemovableContribution[]): Promise<boolean> =>
      this.#tests.isBad((await this.#variants.with(some)).assembly);
    if (await this.#tests.isBad(none.assembly)) {
      // If the base pipeline shows the fault, but does not show the fault without its steps, contributions are not the
      // cause.
      const skippable = stepsOf(none.assembly).filter(({ canSkip }) => canSkip);
      if (!(await this.#isBadWithout(none.assembly, skippable))) {
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
    if (!(await this.#tests.isBad(assembly))) return faulty;
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
      if (has.has(one) || (await this.#tests.isBad(assembly))) continue;
      this.#contributions = [contributionOf(one, false)];
      this.#differences = diff(assembly, this.#full);
      return { assembly: this.#full, steps: changedSteps(assembly, this.#full) };
    }
    return all;
  }

  async #searchSteps({ assembly, steps }: Faulty): Promise<void> {
    const candidates = steps.filter(({ canSkip }) => canSkip);
    this.#tests.candidates += candidates.length;
    const others = (some: readonly TrialStep[]): TrialStep[] => candidates.filter((one) => !some.includes(one));
    const isBadWith = (some: readonly TrialStep[]): Promise<boolean> => this.#isBadWithout(assembly, others(some));
    if (candidates.length === 0) return;
    if (!(await isBadWith([]))) {
      this.#steps = await smallestCause(candidates, isBadWith);
      this.#without = new Set(others(this.#steps));
    } else if (this.#contributions.length === 0) {
      // The fault also occurs without all these steps, so a binary search would not work.
      for (const one of candidates) {
        if (await this.#isBadWithout(assembly, [one])) continue;
        this.#steps = [one];
        break;
      }
      this.#occursWithoutSteps = candidates.length === steps.length;
    }
    if (this.#steps.length > 0) this.#differences = [];
  }

  /** Tests whether an assembly shows the fault without some of its steps. */
  #isBadWithout(assembly: Assembly, steps: readonly TrialStep[]): Promise<boolean> {
    const key = `without ${steps.map(({ address }) => address).join()}`;
    return this.#tests.isBad(assembly, () => settingsWithout(new Set(steps)), key);
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
