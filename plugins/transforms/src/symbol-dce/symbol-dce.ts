import { definePass, PassType } from "@passwright/sdk";
import { Operation } from "@passwright/ir";
import { eraseDeadSymbols, findLiveSymbols } from "./symbol-liveness.ts";

/**
 * Erases unused symbols, if operations outside of the symbol table cannot refer to these symbols. Precondition: the
 * operation is a symbol table. Postcondition: each remaining symbol, also in nested symbol tables, either must not be
 * erased or is used by a live operation. Fails if an operation of an unknown dialect might be a symbol table.
 */
export const symbolDce = definePass({
  name: "symbol-dce",
  displayName: "SymbolDCE",
  summary: "Eliminate dead symbols",
  types: [PassType.Cleanup],
  trait: "SymbolTable",
  idempotent: true,
  poorTarget: true,
  statistics: { "num-dce'd": "Number of symbols DCE'd" },
  runOnOperation(op: Operation, pass) {
    if (!op.hasTrait("SymbolTable")) {
      pass.emitError(`'${op.name}' op  was scheduled to run under SymbolDCE, but does not define a symbol table`);
      pass.signalPassFailure();
      return;
    }
    const live = findLiveSymbols(op.store, op.id);
    if (live instanceof Operation) {
      pass.emitError(
        "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses",
        live,
      );
      pass.signalPassFailure();
      return;
    }
    const erased = eraseDeadSymbols(op, live);
    pass.statistics["num-dce'd"].add(erased);
    if (erased === 0) pass.markAllAnalysesPreserved();
  },
});
