import type { IrAdapter } from "../ir-adapter.ts";
import type { NestedItem, NestedOutcome, NestedWork } from "../nested-work.ts";
import type { OpPassManager } from "../pass.ts";
import { groupOf } from "./own-pass.ts";
import type { AdaptorStep, Frame, Program, Step } from "./program.ts";
import type { RunReporter } from "./run-reporter.ts";

/** Code that connects a run to an executor. */
export interface Offering {
  readonly canOffer: typeof canOffer;
  readonly offerNested: typeof offerNested;
  readonly applyOutcome: typeof applyOutcome;
}

export const offering: Offering = { canOffer, offerNested, applyOutcome };

/**
 * Returns whether the run can offer the nested pipelines to the executor: threading is enabled, the passes do not use
 * values, surrounding operations have no cached analyses, and the run is not in a dynamic pipeline.
 */
function canOffer<Op extends object>(frame: Frame<Op>, adaptor: AdaptorStep<Op>): boolean {
  if (!adaptor.programs.every(({ manager }) => manager.threading) || adaptor.programs.some(handsOn)) return false;
  for (let at: Frame<Op> | undefined = frame; at !== undefined; at = at.outer) {
    // A pass that runs a dynamic pipeline cannot wait for an executor.
    if (at.parent?.isAdaptor === false || at.analyses?.isEmpty === false) return false;
  }
  return true;
}

/** Returns whether passes of a program use values, which are not transferred to other threads. */
function handsOn<Op extends object>(program: Program<Op>): boolean {
  return program.steps.some((step) =>
    step.isAdaptor
      ? step.programs.some(handsOn)
      : step.passes.some(({ declaration }) => declaration.values !== undefined),
  );
}

/** Offers the remaining nested operations to the executor. Returns a promise for its end if it accepts them. */
function offerNested<Op extends object>(
  frame: Frame<Op>,
  adaptor: AdaptorStep<Op>,
  executor: { offer(work: NestedWork<Op>): Promise<ReadonlyMap<Op, NestedOutcome>> | number | undefined },
  adapter: IrAdapter<Op>,
  settings: Pick<NestedWork<Op>, "run" | "verifyEach" | "input">,
): Promise<void> | undefined {
  frame.offerAt = Infinity;
  const items = collectWork(frame, adaptor, adapter);
  if (items.length < 2) return undefined;
  const offer = executor.offer({ ...settings, parent: frame.op, items });
  if (offer === undefined) return undefined;
  if (typeof offer === "number") {
    frame.offerAt = frame.nextNested + Math.max(1, offer);
    return undefined;
  }
  return offer.then((outcomes) => void (frame.outcomes = outcomes));
}

function applyOutcome<Op extends object>(
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

/** Returns the remaining work of an adaptor, without operations for which the main loop must report an error. */
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
    if (!managers.has(program)) {
      // A textual pipeline cannot express all programs.
      managers.set(program, isPlain(program.steps) ? groupOf(program.steps, program.anchorText) : undefined);
    }
    const manager = managers.get(program);
    if (manager !== undefined) items.push({ op, manager });
  }
  return items;
}

/** Returns whether no two adaptors are adjacent, because the parser of a text might merge them differently. */
function isPlain<Op extends object>(steps: readonly Step<Op>[]): boolean {
  return steps.every((step, index) => {
    if (!step.isAdaptor) return true;
    return steps[index + 1]?.isAdaptor !== true && step.programs.every((nested) => isPlain(nested.steps));
  });
}
