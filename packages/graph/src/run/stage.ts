import type { IrAdapter, OpPassManager } from "@passwright/core";
import type { PipelineNode } from "../plan/structure.ts";

/** Pipeline that is ready to run. Contains either passes or the stages of a subgraph. */
export interface Stage<Op extends object> {
  readonly node: PipelineNode<Op>;
  /** Adapter of the IR at the start of the pipeline. */
  readonly adapter: IrAdapter<Op>;
  readonly manager: OpPassManager<Op> | undefined;
  readonly stages: readonly Stage<Op>[] | undefined;
}
