import { defineOdsDialect } from "./define-dialect.ts";
import type { DialectDefinition } from "./define-dialect.ts";
import { dialectAttribute } from "./attribute-constraints.ts";
import { one } from "./type-constraints.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import type { OpBuilder } from "../builder.ts";
import type { Operation } from "../handles.ts";

/** Dialect ub (`mlir/include/mlir/Dialect/UB/IR/UBOps.td`). */
export const ub: DialectDefinition = defineOdsDialect({
  name: "ub",
  inliner: { isLegalToInline: true, handleTerminator: () => {} },
  isClosed: true,
  attributes: { poison: { parse: () => "" } },
  materializeConstant: makePoison,
  ops: () => ({
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
  }),
});

/** Returns whether an attribute represents an undefined value (`ub::PoisonAttrInterface`). */
export function isPoison(value: Attribute | undefined): boolean {
  return value !== undefined && value.kind === "opaque" && value.byteText === "#ub.poison";
}

export function makePoison(builder: OpBuilder, value: Attribute, type: Type): Operation | undefined {
  if (!isPoison(value) || builder.context.findDialect("ub") === undefined) return undefined;
  return builder.create("ub.poison", { results: [type], attributes: { value } });
}
