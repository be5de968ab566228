import type { Type } from "../attributes/attribute.ts";
import { areCompatibleShapes, elementBits, elementTypeOf, shapeOf } from "../attributes/dense.ts";
import type { TypeRelation } from "./op-structure.ts";

/** Function that returns whether one type can be cast to another type. */
export type CastRule = (from: Type, to: Type) => boolean;

const bits = (type: Type): number => elementBits(type) ?? 0;

export const widens: CastRule = (from, to) => bits(from) < bits(to);
export const narrows: CastRule = (from, to) => bits(from) > bits(to);
export const keepsBits: CastRule = (from, to) => bits(from) === bits(to);
/** Allows casts between `index` and an integer, in either direction. */
export const changesIndex: CastRule = (from, to) => (from.kind === "index") !== (to.kind === "index");
export const anyCast: CastRule = () => true;

function isTensor({ kind }: Type): boolean {
  return kind === "tensor" || kind === "unranked-tensor";
}

/** Relation between tensor types with equal shapes. A dynamic size equals only a dynamic size. */
export const sameTensorDimensions: TypeRelation = {
  description: "input and output have the same tensor dimensions",
  holds(typesOf) {
    const [from, to] = [typesOf("in")[0]!, typesOf("out")[0]!];
    if (!isTensor(from) && !isTensor(to)) return true;
    return from.kind === "tensor" && to.kind === "tensor" && shapeOf(from)!.join() === shapeOf(to)!.join();
  },
};

/** Extends a rule for scalars to vectors, tensors and memrefs. Tensors keep their encoding. */
export function elementCast(rule: CastRule): CastRule {
  return (from, to) =>
    areCompatibleShapes(from, to) &&
    (from.data.kind !== "tensor" || to.data.kind !== "tensor" || from.data.encoding === to.data.encoding) &&
    rule(elementTypeOf(from) ?? from, elementTypeOf(to) ?? to);
}
