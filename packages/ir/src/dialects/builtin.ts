import { entriesOf } from "../attributes/parts.ts";
import type { Value } from "../handles.ts";
import { defineOdsDialect } from "./define-dialect.ts";
import type { DialectDefinition } from "./define-dialect.ts";
import { stringAttribute } from "./attribute-constraints.ts";
import { symbolName } from "../assembly/attribute-formats.ts";
import type { FoldAdaptor } from "../fold/fold-adaptor.ts";
import { textOf } from "../text/bytes.ts";
import { many } from "./type-constraints.ts";

/** Folds a cast that does not change the types, or that undoes another cast (`UnrealizedConversionCastOp::fold`). */
function foldConversionCast({ op }: FoldAdaptor): readonly Value[] | undefined {
  const { operands, resultTypes } = op;
  const haveResultTypes = (values: readonly Value[]): boolean =>
    values.length === resultTypes.length && values.every((value, i) => value.type === resultTypes[i]);
  if (haveResultTypes(operands)) return operands;
  const inner = operands[0]?.definingOp;
  if (inner?.name !== op.name || inner.numResults !== operands.length) return undefined;
  if (operands.some((value, i) => value !== inner.getResult(i))) return undefined;
  return haveResultTypes(inner.operands) ? inner.operands : undefined;
}

/** Dialect builtin (`mlir/include/mlir/IR/BuiltinOps.td`). */
export const builtin: DialectDefinition = defineOdsDialect({
  name: "builtin",
  isClosed: true,
  ops: () => ({
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
      attributes: {
        sym_name: { optional: true, format: symbolName },
        sym_visibility: { optional: true, constraint: stringAttribute },
      },
      regionNames: ["bodyRegion"],
      regionSizes: ["one"],
      assemblyFormat: "($sym_name^)? attr-dict-with-keyword $bodyRegion",
      defaultDialect: "builtin",
      verify(op, complain) {
        const plain = entriesOf(op.discardableAttrs).find((entry) => !entry.name.includes("."));
        if (plain !== undefined)
          complain(`can only contain attributes with dialect-prefixed names, found: '${textOf(plain.name)}'`);
      },
    },
    unrealized_conversion_cast: {
      traits: ["Pure"],
      operands: [many("inputs")],
      results: [many("outputs")],
      fold: foldConversionCast,
      assemblyFormat: "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
      verify(op, complain) {
        if (op.numResults === 0) complain("expected at least one result for cast operation");
      },
    },
  }),
});
