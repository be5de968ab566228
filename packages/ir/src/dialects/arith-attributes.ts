import type { DialectAttribute } from "./dialect-syntax.ts";
import { flagSet } from "./flag-set.ts";

/** Attributes of arith (`mlir/include/mlir/Dialect/Arith/IR/ArithBase.td`). */
export const arithAttributes: Readonly<Record<string, DialectAttribute>> = {
  overflow: flagSet({
    cases: ["nsw", "nuw"],
    separator: ", ",
    attributeName: "Arith_IntegerOverflowAttr",
    cppName: "::mlir::arith::IntegerOverflowFlags",
  }),
  fastmath: flagSet({
    cases: ["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
    all: "fast",
    separator: ",",
    attributeName: "Arith_FastMathAttr",
    cppName: "::mlir::arith::FastMathFlags",
  }),
};
