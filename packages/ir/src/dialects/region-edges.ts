import type { Type } from "../attributes/attribute.ts";
import type { Block, Operation } from "../handles.ts";
import type { Complain } from "./define-dialect.ts";
import { traitBit } from "./traits.ts";

/**
 * Checks that the values passed along a control flow edge have the types of the receiving block arguments or results
 * (`verifyTypesAlongAllEdges`).
 */
export function verifyEdge(
  from: string | Operation,
  to: string,
  given: readonly Type[],
  wanted: readonly Type[],
  complain: Complain,
): void {
  const source = typeof from === "string" ? from : `Operation ${from.name}`;
  const edge = `along control flow edge from ${source} to ${to}`;
  const options = typeof from === "string" ? {} : { notes: [{ message: "region branch point", op: from }] };
  if (given.length !== wanted.length) {
    complain(
      `${edge}: region branch point has ${given.length} operands, but region successor needs ${wanted.length} inputs`,
      options,
    );
  }
  given.forEach((type, i) => {
    if (type === wanted[i]) return;
    complain(
      `${edge}: successor operand type #${i} '${type.toString()}' should match successor input type #${i} '${wanted[i]!.toString()}'`,
      options,
    );
  });
}

export function argumentTypes(block: Block | undefined): readonly Type[] {
  return block?.arguments.map((argument) => argument.type) ?? [];
}

/**
 * Checks the values that the regions of an operation yield. These values must have the types of the operation's
 * results.
 */
export function verifyReturns(op: Operation, complain: Complain): void {
  for (const region of op.regions) {
    for (const { back } of region.blocks) {
      if (back === undefined || (back.operationName.traitBits & traitBit.ReturnLike) === 0) continue;
      verifyEdge(back, "parent", back.operandTypes, op.resultTypes, complain);
    }
  }
}
