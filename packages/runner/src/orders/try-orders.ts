import type { Plan, PlanStep } from "@passwright/builder";
import type { Assembly } from "@passwright/sdk";
import { Budget } from "./budget.ts";
import type { BudgetLimits } from "./budget.ts";
import { confirm, LATE, runHere } from "./confirm.ts";
import type { RunFresh } from "./confirm.ts";
import { Findings, worstOf } from "./findings.ts";
import type { Finding, Pair } from "./findings.ts";
import { Laboratory } from "./laboratory.ts";
import { Measurements, measureMembers, measureSequence } from "./measure-moves.ts";
import type { Measure } from "./measure-moves.ts";
import { UNSETTLED } from "./unsettled.ts";
import { tryVariants } from "./plan-variants.ts";
import type { VariantOptions } from "./plan-variants.ts";
import { addressesOf, groupNestOf, passesOf, precedenceOf } from "./precedence.ts";
import type { Precedence, PrecedenceOptions } from "./precedence.ts";
import { reduceExample } from "./reduce-example.ts";
import { isOrderRelevant } from "./report.ts";
import type { InputReport, OrderOutput, OrderReport, PairReport } from "./report.ts";
import { isSameOutput, runOrder } from "./run-order.ts";
import type { OrderInput } from "./run-order.ts";
import { tryMembers } from "./try-members.ts";
import { trySequence } from "./try-sequence.ts";
import type { Experiment } from "./try-sequence.ts";
import { unitsOf, wholeUnit } from "./units.ts";
import type { Unit } from "./units.ts";

/** Options of {@link tryOrders}. */
export interface OrderOptions extends PrecedenceOptions, VariantOptions {
  /** Limits of the experiment. The report lists the parts that were not tried. */
  readonly budget?: BudgetLimits;
  /** Runs orders in a fresh process. Without this function, conflicts are confirmed in this process. */
  readonly runFresh?: RunFresh;
  /**
   * Measures an output. If this function is set, the report contains moves of single steps that make the outputs
   * smaller.
   */
  readonly measure?: Measure;
  /** Called after each input, with the number of finished inputs and the number of all inputs. */
  readonly onProgress?: (done: number, all: number) => void;
  /**
   * Called after each input with the results so far. These results are not confirmed by a second run, and the report
   * does not contain examples.
   */
  readonly onPartialReport?: (report: OrderReport) => void;
}

/**
 * Tries the legal orders of a plan on inputs, pair by pair. Reports pairs of steps whose order affects the output but
 * is not determined by a rule or a position. Leaves out inputs that fail in every order, and inputs whose output
 * differs from run to run.
 */
export async function tryOrders(
  assembly: Assembly,
  inputs: readonly OrderInput[],
  given: OrderOptions = {},
): Promise<OrderReport> {
  const { plan } = assembly;
  if (plan === undefined)
    return { steps: [], pairs: [], variants: [], inputs: [], notTried: ["pipelines of a graph"], runs: 0 };
  await assembly.ready();
  const budget = new Budget(given.budget ?? {});
  const { runFresh } = given;
  const options = runFresh === undefined ? given : { ...given, runFresh: limited(runFresh, budget) };
  const steps = passesOf(plan);
  const order = addressesOf(steps);
  const precedence = precedenceOf(assembly, plan, options);
  const findings = new Findings(assembly);
  const all = pairsOf(plan, precedence);
  const units = all.length === 0 ? undefined : unitsOf(assembly, plan);
  const whole = wholeUnit(assembly, plan);
  const { leftOut, failures, unchecked } = await findUnstable(assembly, inputs, order, budget, options.runFresh);
  const stable = inputs.filter((input) => !leftOut.has(input) && !unchecked.has(input));
  const wanted = stable.length + unchecked.size;
  const notTried: string[] = [];
  const measurements = options.measure && new Measurements(options.measure);
  let done = 0;
  for (const input of stable) {
    if (budget.isSpent || all.length === 0) break;
    const trial = { assembly, plan, units, whole, input, precedence, budget };
    if (failures.has(input)) {
      // Collects the results of each input separately. If the input fails in the order of the plan, only failures are
      // used.
      const own = new Findings(assembly);
      await tryInput({ ...trial, findings: own, measurements: undefined });
      if (findings.addFailures(own)) failures.delete(input);
    } else await tryInput({ ...trial, findings, measurements });
    done++;
    options.onProgress?.(done, stable.length);
    options.onPartialReport?.({
      steps: order,
      pairs: findings.all.map((finding) => countsOf(finding)),
      variants: [],
      inputs: inputs.map((one) => inputReport(one, leftOut)),
      notTried: [...unfinished(done, wanted), "a second run that confirms the results"],
      runs: budget.runs,
    });
  }
  if (all.length > 0 && done < wanted) notTried.push(...unfinished(done, wanted));
  else if (budget.isSpent) notTried.push("some pairs on the last input");
  for (const [input, message] of failures) leftOut.set(input, `it fails: ${message}`);
  const used = stable.filter((input) => !leftOut.has(input));
  const variants = await tryVariants(assembly, plan, used, budget, options, findings);
  for (const pair of all) findings.of(pair);
  const pairs: PairReport[] = [];
  const late = new Set<Finding>();
  for (const finding of findings.all) pairs.push(await reportOn(finding, findings, assembly, budget, options, late));
  if (late.size > 0) notTried.push(`a second run that confirms the results of ${late.size} of ${pairs.length} pairs`);
  const run = options.runFresh ?? runHere(assembly);
  const moves = measurements && { moves: await measurements.confirm(used, order, run) };
  const inputReports = inputs.map((input) => inputReport(input, leftOut));
  return { steps: order, pairs, variants, ...moves, inputs: inputReports, notTried, runs: budget.runs };
}

function inputReport(input: OrderInput, leftOut: ReadonlyMap<OrderInput, string>): InputReport {
  const reason = leftOut.get(input);
  return { file: input.file, ...(reason !== undefined && { leftOut: reason }) };
}

/** Describes the inputs that were not tried. */
function unfinished(done: number, all: number): readonly string[] {
  return done < all ? [`${all - done} of ${all} inputs`] : [];
}

/** Returns the results of a pair without an example. */
function countsOf({ first, second, counts }: Finding): Pick<PairReport, "first" | "second" | "result" | "inputs"> {
  return { first: nameOf(first), second: nameOf(second), result: worstOf(counts), inputs: Object.fromEntries(counts) };
}

/** Minimum time limit of a fresh process, in seconds, which applies when the budget is almost used up. */
const CONFIRMATION = 5;

function limited(runFresh: RunFresh, budget: Budget): RunFresh {
  return (jobs, seconds = Math.max(budget.seconds, CONFIRMATION)) => runFresh(jobs, seconds);
}

/** Returns a rule for a pair with a conflict. The rule keeps the order of the plan, unless this order fails. */
function ruleFor(first: string, second: string, example: PairReport["example"]): NonNullable<PairReport["rule"]> {
  return example?.output.ok === false
    ? { pass: second, strong: true, before: first, reason: "the other order fails" }
    : { pass: first, strong: true, before: second, reason: "the output depends on this order" };
}

/** Returns the pairs of single steps that can be exchanged. */
function pairsOf(plan: Plan, precedence: Precedence): Pair[] {
  const steps = passesOf(plan).filter(({ origin }) => origin.kind !== "inserted");
  return steps.flatMap((first, index) =>
    steps
      .slice(index + 1)
      .filter((second) => !precedence.isOrdered(first, second) && groupNestOf(first)?.id === groupNestOf(second)?.id)
      .map((second) => ({ first: [first], second: [second] })),
  );
}

interface Stability {
  /** Inputs that are not tried, with the reasons. */
  readonly leftOut: Map<OrderInput, string>;
  /**
   * Inputs on which the order of the plan fails, with the failures. A different order might succeed on these inputs.
   */
  readonly failures: Map<OrderInput, string>;
  /** Inputs that were not checked before the time limit, and are therefore not tried. */
  readonly unchecked: ReadonlySet<OrderInput>;
}

async function findUnstable(
  assembly: Assembly,
  inputs: readonly OrderInput[],
  order: readonly string[],
  budget: Budget,
  runFresh: RunFresh | undefined,
): Promise<Stability> {
  const jobs = inputs.map((input) => ({ input, order }));
  // Uses a third of the time for the fresh process, and at most another third for the runs in this process.
  const { seconds } = budget;
  const fresh = await runFresh?.(jobs, seconds / 3);
  const [leftOut, failures] = [new Map<OrderInput, string>(), new Map<OrderInput, string>()];
  const unchecked = new Set<OrderInput>();
  for (const [index, input] of inputs.entries()) {
    if (budget.seconds < seconds / 3) {
      unchecked.add(input);
      continue;
    }
    const one = await runOrder(assembly, input, order, { seconds: budget.seconds / 2 });
    budget.runs += 2;
    if (one === UNSETTLED) {
      leftOut.set(input, await unsettledStep(assembly, input, order, budget));
      if (budget.isSpent) break;
      continue;
    }
    if (fresh?.[index] === LATE) {
      unchecked.add(input);
      continue;
    }
    const other = await runOrder(assembly, input, order, { seconds: budget.seconds });
    const outputs = [one, other, fresh?.[index] ?? one];
    if (!outputs.every((output) => isSameOutput(output, one)))
      leftOut.set(input, await randomStep(assembly, input, order, budget));
    else if (!one.ok) {
      const isParsed = assembly.parse(input.content, input).ok;
      (isParsed ? failures : leftOut).set(input, isParsed ? one.message : `it fails: ${one.message}`);
    }
  }
  return { leftOut, failures, unchecked };
}

/** Returns a description of the first step in `order` whose promise does not settle in time. */
async function unsettledStep(
  assembly: Assembly,
  input: OrderInput,
  order: readonly string[],
  budget: Budget,
): Promise<string> {
  for (const [index, step] of order.entries()) {
    const output = await runOrder(assembly, input, order.slice(0, index + 1), { seconds: budget.seconds });
    budget.runs++;
    if (output === UNSETTLED) return `a promise of step \`${step}\` did not settle`;
  }
  return UNSETTLED.message;
}

/** Number of runs after each step in the search for a step that is not deterministic. */
const REPEATED = 5;

/** Returns a description of the first step in `order` after which the output differs from run to run, if it is found. */
async function randomStep(
  assembly: Assembly,
  input: OrderInput,
  order: readonly string[],
  budget: Budget,
): Promise<string> {
  const problem = "its output differs from run to run";
  for (const [index, step] of order.entries()) {
    const run = (): Promise<OrderOutput> => {
      budget.runs++;
      return runOrder(assembly, input, order.slice(0, index + 1), { seconds: budget.seconds });
    };
    const first = await run();
    for (let count = 1; count < REPEATED && !budget.isSpent; count++)
      if (!isSameOutput(first, await run())) return `${problem}, first after step \`${step}\``;
  }
  return problem;
}

interface InputExperiment {
  readonly assembly: Assembly;
  readonly plan: Plan;
  readonly units: readonly Unit[] | undefined;
  readonly whole: Unit;
  readonly input: OrderInput;
  readonly precedence: Precedence;
  readonly findings: Findings;
  readonly budget: Budget;
  readonly measurements: Measurements | undefined;
}

async function tryInput({ assembly, plan, units, whole, measurements, ...rest }: InputExperiment): Promise<void> {
  const { input, budget } = rest;
  const laboratory = new Laboratory(assembly, input, budget, true);
  const expected = await runOrder(assembly, input, addressesOf(passesOf(plan)), { plan, seconds: budget.seconds });
  const start = laboratory.start();
  // Runs steps separately only if this leads to the same output as an ordinary run.
  const isDivisible =
    units !== undefined &&
    expected.ok &&
    start.ok &&
    start.ir.clone !== undefined &&
    isSameOutput(expected, laboratory.outputOf(await laboratory.runAll(units, start)));
  if (!isDivisible) {
    const parsing = new Laboratory(assembly, input, budget, false);
    const experiment: Experiment = { ...rest, laboratory: parsing };
    const state = parsing.start();
    const around = { before: [], after: [] };
    const active = await tryMembers(whole, state, around, experiment);
    if (measurements === undefined) return;
    return measureMembers(whole, state, active, around, experiment, measurements);
  }
  const experiment: Experiment = { ...rest, laboratory };
  await trySequence(units, experiment);
  if (measurements !== undefined) await measureSequence(units, experiment, measurements);
  for (const [index, unit] of units.entries()) {
    if (unit.steps.length === 1) continue;
    const around = { before: units.slice(0, index), after: units.slice(index + 1) };
    const state = await laboratory.runAll(around.before, start);
    const active = await tryMembers(unit, state, around, experiment);
    if (measurements !== undefined) await measureMembers(unit, state, active, around, experiment, measurements);
  }
}

async function reportOn(
  finding: Finding,
  findings: Findings,
  assembly: Assembly,
  budget: Budget,
  { runFresh }: OrderOptions,
  late: Set<Finding>,
): Promise<PairReport> {
  const confirmed = await confirm(finding, assembly, runFresh);
  if (confirmed === "late") {
    late.add(finding);
    return { ...countsOf(finding), result: "not tried" };
  }
  const example =
    confirmed === undefined || confirmed.difference.result === "cosmetic"
      ? confirmed?.example
      : await reduceExample(confirmed, assembly, findings, budget, runFresh ?? runHere(assembly));
  const { first, second } = finding;
  const counted = countsOf(finding);
  const [left, right] = [first, second].map(([step]) => step && nameInRule(step, assembly.plan));
  const isSingle = first.length === 1 && second.length === 1 && left !== undefined && right !== undefined;
  return {
    ...counted,
    ...(example !== undefined && { example }),
    ...(isOrderRelevant(counted) && isSingle && { rule: ruleFor(left, right, example) }),
  };
}

/** Returns the name of a step in a rule: the name of its pass or, if several steps run this pass, its address. */
function nameInRule({ pass, address }: PlanStep, plan: Plan | undefined): string {
  return plan?.steps.some((other) => other.pass === pass && other.address !== address) === true ? address : pass;
}

function nameOf(steps: Pair["first"]): string {
  const [first, last] = [steps[0]?.address ?? "", steps.at(-1)?.address ?? ""];
  return steps.length === 1 ? first : `${first} … ${last}`;
}
