import { defineDialect } from "./define-dialect.ts";
import type { DialectDefinition } from "./define-dialect.ts";
import { makePoison } from "./ub-constant.ts";
import { dialectAttribute } from "./attribute-constraints.ts";
import { anyType } from "./type-constraints.ts";

/** Dialect ub (`mlir/include/mlir/Dialect/UB/IR/UBOps.td`). */
export const ub: DialectDefinition = defineDialect({
  name: "ub",
  inliner: { isLegalToInline: true },
  isClosed: true,
  attributes: { poison: { parse: () => "" } },
  materializeConstant: makePoison,
  ops: {
    poison: {
      traits: ["ConstantLike", "Pure"],
      attributes: {
        value: { default: "#ub.poison", constraint: dialectAttribute("PoisonAttrInterface instance", "ub", "poison") },
      },
      fold: (op) => op.attr("value"),
      assemblyFormat: "attr-dict (`<` $value^ `>`)? `:` type($result)",
      operands: [],
      results: [{ name: "result", type: anyType }],
      regions: 0,
      successors: 0,
    },
    unreachable: {
      traits: ["Terminator"],
      operands: [],
      results: [],
      regions: 0,
      successors: 0,
      assemblyFormat: "attr-dict",
    },
  },
});
