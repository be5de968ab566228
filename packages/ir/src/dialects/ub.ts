import { defineOdsDialect } from "./define-dialect.ts";
import type { DialectDefinition } from "./define-dialect.ts";
import { makePoison } from "./ub-constant.ts";
import { dialectAttribute } from "./attribute-constraints.ts";
import { one } from "./type-constraints.ts";

/** Dialect ub (`mlir/include/mlir/Dialect/UB/IR/UBOps.td`). */
export const ub: DialectDefinition = defineOdsDialect({
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
      results: [one("result")],
    },
    unreachable: {
      traits: ["Terminator"],
      assemblyFormat: "attr-dict",
    },
  },
});
