import type { IrAdapter, OpPassManager } from "@passwright/core";
import type { Node } from "../plan/structure.ts";

/** A pipeline, ready to run: passes, or a graph. */
export interface Stage<Op extends object> {
  readonly node: Node<Op>;
  /** The IR at its beginning. */
  readonly adapter: IrAdapter<Op>;
  readonly manager: OpPassManager<Op> | undefined;
  readonly stages: readonly Stage<Op>[] | undefined;
}
