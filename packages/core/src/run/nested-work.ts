import type { IrAdapter } from "../ir-adapter.ts";
import type { NestedExecutor, NestedItem, NestedOutcome, NestedWork } from "../nested-executor.ts";
import type { OpPassManager } from "../pass.ts";
import { groupOf } from "./batch.ts";
import type { AdaptorStep, Frame, Program, Step } from "./program.ts";
import type { RunReporter } from "./run-reporter.ts";

/** Whether nobody could tell where the operations inside are run. */
export function canOffer<Op extends object>(frame: Frame<Op>, adaptor: AdaptorStep<Op>): boolean {
  if (!adaptor.programs.every(({ manager }) => manager.threading)) return false;
  for (let at: Frame<Op> | undefined = frame; at !== undefined; at = at.outer) {
    // A pass that runs a dynamic pipeline does not wait.
    if (at.parent?.isAdaptor === false || at.analyses?.isEmpty === false) return false;
  }
  return true;
}

/** Offers what is left of the nested operations to the executor; answers what to wait for, if it took some. */
export function offerNested<Op extends object>(
  frame: Frame<Op>,
  adaptor: AdaptorStep<Op>,
  executor: NestedExecutor<Op>,
  adapter: IrAdapter<Op>,
  how: Pick<NestedWork<Op>, "run" | "verifyEach">,
): Promise<void> | undefined {
  frame.offerAt = Infinity;
  const items = collectWork(frame, adaptor, adapter);
  if (items.length < 2) return undefined;
  const answer = executor.offer({ ...how, parent: frame.op, items });
  if (answer === undefined) return undefined;
  if (typeof answer === "number") {
    frame.offerAt = frame.nextNested + Math.max(1, answer);
    return undefined;
  }
  return answer.then((outcomes) => void (frame.outcomes = outcomes));
}

/** Takes up what became of an operation elsewhere. */
export function takeUp<Op extends object>(
  outcome: NestedOutcome,
  op: Op,
  frame: Frame<Op>,
  reporter: RunReporter<Op>,
): void {
  if (outcome.kind === "done") return outcome.apply();
  reporter.report(outcome.diagnostic);
  reporter.addFailure("", op);
  frame.nestedFailed = true;
}

/** What is left to run of an adaptor, for an executor. Operations that it could not run to the end are left out. */
function collectWork<Op extends object>(
  frame: Frame<Op>,
  adaptor: AdaptorStep<Op>,
  adapter: IrAdapter<Op>,
): NestedItem<Op>[] {
  const managers = new Map<Program<Op>, OpPassManager<Op> | undefined>();
  const items: NestedItem<Op>[] = [];
  for (let i = frame.nextNested; i < frame.nested.length; i++) {
    const op = frame.nested[i] as Op;
    const name = adapter.nameOf(op);
    const program = adaptor.programFor(name);
    if (program === undefined || program.limitFor(name) < program.steps.length) continue;
    if (!managers.has(program)) managers.set(program, managerOf(program));
    const manager = managers.get(program);
    if (manager !== undefined) items.push({ op, manager });
  }
  return items;
}

/** What a program runs as a manager; none where a text could not say it. */
function managerOf<Op extends object>(program: Program<Op>): OpPassManager<Op> | undefined {
  return isPlain(program.steps) ? groupOf(program.steps, program.anchorText) : undefined;
}

/** Adaptors beside each other could not be merged, and their order is what a merge of their text might not keep. */
function isPlain<Op extends object>(steps: readonly Step<Op>[]): boolean {
  return steps.every((step, index) => {
    if (!step.isAdaptor) return true;
    return steps[index + 1]?.isAdaptor !== true && step.programs.every((nested) => isPlain(nested.steps));
  });
}
