import type { Type } from "../attributes/attribute.ts";
import { elementBits, elementTypeOf, shapeOf } from "../attributes/dense.ts";
import type { Operation } from "../handles.ts";
import type { Complain } from "./define-dialect.ts";

/** Whether a cast from one element type to another is one. */
export type CastRule = (from: Type, to: Type) => boolean;

const bits = (type: Type): number => elementBits(type) ?? 0;

export const widens: CastRule = (from, to) => bits(from) < bits(to);
export const narrows: CastRule = (from, to) => bits(from) > bits(to);
export const keepsBits: CastRule = (from, to) => bits(from) === bits(to);
/** Between `index` and an integer, one way or the other. */
export const changesIndex: CastRule = (from, to) => (from.kind === "index") !== (to.kind === "index");
export const anyCast: CastRule = () => true;

function isTensor({ kind }: Type): boolean {
  return kind === "tensor" || kind === "unranked-tensor";
}

/** The verifier of a cast between scalars, or between vectors or tensors of them (`CastOpInterface`). */
export function verifyCast(rule: CastRule): (op: Operation, complain: Complain) => void {
  return (op, complain) => {
    const [from, to] = [op.operandTypes[0]!, op.resultTypes[0]!];
    if ((isTensor(from) || isTensor(to)) && (from.kind !== to.kind || !isSameShape(from, to))) {
      complain("failed to verify that input and output have the same tensor dimensions");
    }
    // Memrefs and scalars have no shape in common to look at.
    if ((from.kind === "vector") !== (to.kind === "vector") || (from.kind === "vector" && !isSameShape(from, to))) {
      complain("requires the same shape for all operands and results");
    }
    if (rule(elementTypeOf(from) ?? from, elementTypeOf(to) ?? to)) return;
    complain(`operand type '${from.toString()}' and result type '${to.toString()}' are cast incompatible`);
  };
}

/** Not even a dynamic dimension goes with another. */
function isSameShape(from: Type, to: Type): boolean {
  return shapeOf(from)?.join("x") === shapeOf(to)?.join("x");
}
