import { definePass, PassType } from "@passwright/sdk";
import { OpBuilder } from "@passwright/ir";
import type { Operation, Type } from "@passwright/ir";

/** Operation whose right operand is a constant with the value 2 to the power of `exponent`. */
interface ByPowerOfTwo {
  readonly op: Operation;
  readonly exponent: number;
}

/**
 * Cheaper replacement for each operation, and the right operand of the replacement. `arith.shrsi` rounds down, as
 * `arith.floordivsi` does.
 */
const CHEAPER: { readonly [name: string]: { readonly name: string; readonly right: (exponent: number) => bigint } } = {
  "arith.muli": { name: "arith.shli", right: BigInt },
  "arith.floordivsi": { name: "arith.shrsi", right: BigInt },
  "arith.divui": { name: "arith.shrui", right: BigInt },
  "arith.remui": { name: "arith.andi", right: (exponent) => (1n << BigInt(exponent)) - 1n },
};

/** Returns the number of bits of a scalar integer, 64 for an index, or `undefined` for other types. */
function widthOf(type: Type): number | undefined {
  const { data } = type;
  if (data.kind === "index") return 64;
  return data.kind === "integer" ? data.width : undefined;
}

function matchPowerOfTwo(op: Operation): ByPowerOfTwo | undefined {
  if (CHEAPER[op.name] === undefined) return undefined;
  const right = op.operands[1];
  const constant = right?.definingOp?.getAttr("value")?.data;
  if (right === undefined || constant?.kind !== "integer") return undefined;
  const width = widthOf(right.type);
  const { value } = constant;
  // Excludes the constant 1, because folders handle multiplications and divisions by 1. Also excludes the constant with
  // only the sign bit set, which is negative in signed arithmetic.
  if (width === undefined || value <= 1n || (value & (value - 1n)) !== 0n) return undefined;
  const exponent = value.toString(2).length - 1;
  return exponent < width - 1 ? { op, exponent } : undefined;
}

/**
 * Replaces multiplications, divisions that round down, unsigned divisions and unsigned remainders by shifts and masks
 * if the right operand is a constant power of two. Precondition: rounding divisions are not expanded yet.
 * Postcondition: the function does not contain these operations with a constant power of two greater than 1 as the
 * right operand. Vectors are left unchanged.
 */
export const strengthReduce = definePass({
  name: "strength-reduce",
  summary: "replace arithmetic by powers of two with shifts and masks",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  statistics: { reduced: "operations replaced" },
  runOnOperation(func: Operation, pass) {
    const found: ByPowerOfTwo[] = [];
    func.walk((op) => {
      const match = matchPowerOfTwo(op);
      if (match !== undefined) found.push(match);
    });
    if (found.length === 0) pass.markAllAnalysesPreserved();
    for (const { op, exponent } of found) {
      // Reads the operand only now, because an earlier replacement may have changed it.
      const left = op.getOperand(0);
      const builder = OpBuilder.before(op);
      const cheaper = CHEAPER[op.name] as (typeof CHEAPER)[string];
      const value = builder.getIntegerAttr(left.type, cheaper.right(exponent));
      const right = builder.create("arith.constant", { attributes: { value }, results: [left.type] });
      op.replaceAllUsesWith(
        builder.create(cheaper.name, { operands: [left, right.getResult(0)], results: [left.type] }),
      );
      op.erase();
      pass.statistics.reduced.add();
    }
  },
});
