import { type IrAdapter } from "../ir-adapter.ts";
import { type NestedItem } from "../nested-executor.ts";
import { type OpPassManager } from "../op-pass-manager.ts";
import { groupOf } from "./batch.ts";
import { type Frame } from "./frame.ts";
import { type AdaptorStep, type Program, type Step } from "./program.ts";

/** What is left to run of an adaptor, for an executor. Operations that it could not run to the end are left out. */
export function collectWork<Op extends object>(
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
