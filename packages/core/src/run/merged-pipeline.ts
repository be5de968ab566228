import type { IrAdapter } from "../ir-adapter.ts";
import type { OpPassManager, Pass } from "../pass.ts";
import { finalize } from "./finalize.ts";
import type { Program } from "./program.ts";

/** A manager as it runs: neighbouring nested managers merged and sorted. MLIR's reports show pipelines this way. */
export interface MergedPipeline<Op extends object> {
  readonly anchorText: string;
  readonly elements: readonly MergedElement<Op>[];
}

/** A pass, or an adaptor with the pipelines that it chooses from. */
export type MergedElement<Op extends object> =
  | { readonly kind: "pass"; readonly pass: Pass<Op> }
  | { readonly kind: "adaptor"; readonly displayName: string; readonly pipelines: readonly MergedPipeline<Op>[] };

function describeProgram<Op extends object>(program: Program<Op>): MergedPipeline<Op> {
  const elements = program.steps.map((step): MergedElement<Op> => {
    if (!step.isAdaptor) return { kind: "pass", pass: step.pass };
    return { kind: "adaptor", displayName: step.displayName, pipelines: step.programs.map(describeProgram) };
  });
  return { anchorText: program.anchorText, elements };
}

/**
 * What a run of `manager` would go through. The manager stays as it was written.
 *
 * @throws {@link UsageError} PWC0405 if a pass cannot run on the (registered) anchor of its manager.
 */
export function mergePipeline<Op extends object>(
  manager: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
): MergedPipeline<Op> {
  return describeProgram(finalize(manager, adapter));
}
