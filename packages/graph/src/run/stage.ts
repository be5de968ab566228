import type { IrAdapter, OpPassManager } from "@passwright/core";
import type { Node } from "../plan/structure.ts";

/** A pipeline, ready to run: passes, which may be none, or a graph. */
export interface Stage<Op extends object> {
  readonly node: Node<Op>;
  /** The IR that it begins with. */
  readonly adapter: IrAdapter<Op>;
  readonly manager: OpPassManager<Op> | undefined;
  readonly stages: readonly Stage<Op>[] | undefined;
}
