import { defineDialect, type DialectDefinition } from "./define-dialect.ts";
import { symbolName } from "../assembly/attribute-formats.ts";
import { anyType } from "./type-constraints.ts";

/** `mlir/include/mlir/IR/BuiltinOps.td` */
export const builtin: DialectDefinition = defineDialect({
  name: "builtin",
  isClosed: true,
  ops: {
    module: {
      traits: [
        "AffineScope",
        "IsolatedFromAbove",
        "NoRegionArguments",
        "SymbolTable",
        "Symbol",
        "SingleBlock",
        "NoTerminator",
        "GraphRegion",
      ],
      interfaces: ["OpAsmOpInterface", "DataLayoutOpInterface"],
      attributes: { sym_name: { optional: true, format: symbolName }, sym_visibility: { optional: true } },
      regionNames: ["bodyRegion"],
      assemblyFormat: "($sym_name^)? attr-dict-with-keyword $bodyRegion",
      defaultDialect: "builtin",
      operands: [],
      results: [],
      regions: 1,
      successors: 0,
      verify(op, complain) {
        const data = op.discardableAttrs?.data;
        if (data?.kind !== "dictionary") return;
        const plain = data.entries.find((entry) => !entry.name.includes("."));
        if (plain !== undefined) {
          complain(`can only contain attributes with dialect-prefixed names, found: '${plain.name}'`);
        }
      },
    },
    unrealized_conversion_cast: {
      traits: ["Pure"],
      operands: [{ name: "inputs", type: anyType, many: "variadic" }],
      results: [{ name: "outputs", type: anyType, many: "variadic" }],
      regions: 0,
      assemblyFormat: "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
      verify(op, complain) {
        if (op.numResults === 0) complain("expected at least one result for cast operation");
      },
    },
  },
});
