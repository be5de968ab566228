import { DYNAMIC } from "../attributes/attribute.ts";
import { isNumber, isSignlessOrIndex } from "./type-constraints.ts";
import type { TypeConstraint } from "./op-structure.ts";
import { memrefData, stridesOf } from "./memref-layout.ts";
import type { MemRefData } from "./memref-layout.ts";

/* Constraints on memref types, with MLIR's descriptions. */

function memrefThat(description: string, accepts: (data: MemRefData) => boolean): TypeConstraint {
  return {
    description,
    accepts(type) {
      const data = memrefData(type);
      return data !== undefined && accepts(data);
    },
    kinds: ["memref"],
  };
}

export const stridedMemRef: TypeConstraint = memrefThat(
  "strided memref of any type values",
  (data) => stridesOf(data) !== undefined,
);
export const stridedScalarMemRef: TypeConstraint = memrefThat(
  "strided memref of any type values of rank 0",
  (data) => stridesOf(data) !== undefined && data.shape.length === 0,
);
export const staticMemRef: TypeConstraint = memrefThat(
  "statically shaped memref of any type values",
  ({ shape }) => !shape.includes(DYNAMIC),
);
export const vectorMemRef: TypeConstraint = memrefThat(
  "1D memref of any type values",
  ({ shape }) => shape.length === 1,
);
export const byteVectorMemRef: TypeConstraint = memrefThat(
  "1D memref of 8-bit signless integer values",
  ({ shape, elementType }) => shape.length === 1 && elementType.byteText === "i8",
);
export const indexVectorMemRef: TypeConstraint = memrefThat(
  "1D memref of signless integer or index values",
  ({ shape, elementType }) => shape.length === 1 && isSignlessOrIndex(elementType),
);
export const numberMemRef: TypeConstraint = memrefThat(
  "memref of signless integer or floating-point values",
  ({ elementType }) => isNumber(elementType),
);
export const memrefWithDimensions: TypeConstraint = {
  description: "unranked.memref of any type values or non-0-ranked.memref of any type values",
  accepts: (type) => type.kind === "unranked-memref" || (memrefData(type)?.shape.length ?? 0) > 0,
};
