import { definePass, list, PassType, string } from "@passwright/sdk";
import type { Operation } from "@passwright/ir";

/**
 * Makes all symbols private except the symbols in `exclude` (`mlir/lib/Transforms/SymbolPrivatize.cpp`). Other passes
 * can then erase private symbols that are not used. Precondition: any IR. Postcondition: the symbols directly in the
 * operation are private or listed in `exclude`. Symbols in nested symbol tables are unchanged.
 */
export const symbolPrivatize = definePass({
  name: "symbol-privatize",
  ir: "mlir",
  displayName: "SymbolPrivatize",
  summary: "Mark symbols private",
  types: [PassType.Normalization],
  idempotent: true,
  options: {
    exclude: list(string("", "a symbol"), "Comma separated list of symbols that should not be marked private"),
  },
  runOnOperation(op: Operation, pass) {
    const excluded = new Set(pass.options.exclude);
    const isPrivate = op.context.stringAttribute("private");
    for (const block of op.regions.flatMap(({ blocks }) => blocks)) {
      for (const symbol of block.operations) {
        if (!symbol.hasTrait("Symbol") || symbol.symbolName === undefined || excluded.has(symbol.symbolName)) continue;
        symbol.setAttr("sym_visibility", isPrivate);
      }
    }
  },
});
