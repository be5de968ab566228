import { type Block } from "../../block.ts";
import { type Operation } from "../../operation.ts";

/** The last block of the first region of an `scf.if`. */
export function thenBlock(op: Operation): Block {
  return op.getRegion(0).blocks.at(-1)!;
}

/** The same of the second region, if it is not empty. */
export function elseBlock(op: Operation): Block | undefined {
  return op.getRegion(1).blocks.at(-1);
}
