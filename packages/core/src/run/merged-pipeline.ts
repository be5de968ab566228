import type { IrAdapter } from "../ir-adapter.ts";
import type { OpPassManager, Pass } from "../pass.ts";
import { finalize } from "./finalize.ts";
import { partsOf } from "./parts.ts";
import type { Program } from "./program.ts";

/** Pipeline as a run executes it and as MLIR's reports show it: nested managers are merged and sorted. */
export interface MergedPipeline<Op extends object> {
  /** Anchor in textual pipelines. `any` for an op-agnostic manager. */
  readonly anchorText: string;
  /** Passes and adaptors, in order. */
  readonly elements: readonly MergedElement<Op>[];
}

/** Pass, or adaptor, which runs the first matching pipeline on each nested operation. A group has one pipeline. */
export type MergedElement<Op extends object> =
  | { readonly kind: "pass"; readonly pass: Pass<Op> }
  | { readonly kind: "adaptor"; readonly displayName: string; readonly pipelines: readonly MergedPipeline<Op>[] };

function describeProgram<Op extends object>(program: Program<Op>): MergedPipeline<Op> {
  const elements: MergedElement<Op>[] = [];
  for (const step of program.steps) {
    if (step.isAdaptor) {
      const pipelines: MergedPipeline<Op>[] = [];
      for (const one of step.programs) pipelines.push(describeProgram(one));
      elements.push({ kind: "adaptor", displayName: step.displayName, pipelines });
    } else if (step.group !== undefined) {
      const { anchorText } = step.group;
      const members = step.passes.map((pass) => ({ kind: "pass", pass }) as const);
      elements.push({ kind: "adaptor", displayName: anchorText, pipelines: [{ anchorText, elements: members }] });
    } else elements.push({ kind: "pass", pass: step.pass });
  }
  return { anchorText: program.anchorText, elements };
}

/**
 * Returns the passes and adaptors that a run of `manager` executes, without changing the manager.
 *
 * @throws {@link UsageError} PWC0405 if a pass cannot run on the registered anchor of its manager.
 */
export function mergePipeline<Op extends object>(
  manager: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
): MergedPipeline<Op> {
  const parts = partsOf(manager, adapter).map((part) => describeProgram(finalize(part.manager, part.adapter)));
  return { anchorText: manager.anchorText, elements: parts.flatMap(({ elements }) => elements) };
}
