import { definePass, PassType } from "@passwright/sdk";
import { getSymbolUses, Operation, SymbolReferences, SymbolTableCollection } from "@passwright/ir";
import { isSymbolId, operationsOfRegion, visibilityOfId } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/**
 * Erases unused symbols, if operations outside of the symbol table cannot refer to these symbols. Precondition: the
 * operation is a symbol table. Postcondition: each remaining symbol, also in nested symbol tables, either must not be
 * erased or is used by a live operation. Fails if an operation of an unknown dialect might be a symbol table.
 */
export const symbolDce = definePass({
  name: "symbol-dce",
  ir: "mlir",
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
    const live = new Liveness(op.store).compute(op.id);
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

interface Scope {
  /** Whether operations outside of the table cannot refer to the symbols in the table. */
  readonly isHidden: boolean;
  /** Ids of live operations to visit. A negative id means that only the symbol uses remain. */
  readonly worklist: number[];
}

/** Erases the symbols in `top` and in nested tables that are not in `live`. Returns their number. */
function eraseDeadSymbols(top: Operation, live: ReadonlySet<number>): number {
  const { store } = top;
  let erased = 0;
  top.walk((table) => {
    if (!table.hasTrait("SymbolTable")) return;
    for (const op of operationsOfRegion(store, store.opFirstRegion[table.id]!)) {
      if (!isSymbolId(store, op) || live.has(op)) continue;
      Operation.of(store, op).erase();
      erased++;
    }
  });
  return erased;
}

/**
 * A symbol is live if it is not discardable, or if a live operation refers to it. Works in the order of
 * `computeLiveness` in `mlir/lib/Transforms/SymbolDCE.cpp`, without recursion.
 */
class Liveness {
  readonly #live = new Set<number>();
  readonly #store: Store;
  readonly #symbols: SymbolTableCollection;
  readonly #references = new SymbolReferences();

  constructor(store: Store) {
    this.#store = store;
    this.#symbols = new SymbolTableCollection(store);
  }

  /** Returns the live symbols in `top` and in nested tables, or an operation that can contain an unknown table. */
  compute(top: number): ReadonlySet<number> | Operation {
    const isNested = this.#store.parentOp(top) !== 0 && isSymbolId(this.#store, top);
    const scopes = [this.#open(top, !isNested || visibilityOfId(this.#store, top) === "private")];
    for (let scope = scopes.at(-1); scope !== undefined; scope = scopes.at(-1)) {
      const next = scope.worklist.pop();
      if (next === undefined) scopes.pop();
      else if (next > 0 && this.#store.nameOf(next).hasTrait("SymbolTable")) {
        scope.worklist.push(-next);
        const hidesContents = !isSymbolId(this.#store, next) || visibilityOfId(this.#store, next) === "private";
        scopes.push(this.#open(next, scope.isHidden || hidesContents));
      } else {
        const op = Math.abs(next);
        if (next > 0) this.#pushNested(op, scope);
        if (!this.#markUses(op, scope)) return Operation.of(this.#store, op);
      }
    }
    return this.#live;
  }

  #open(table: number, isHidden: boolean): Scope {
    const scope: Scope = { isHidden, worklist: [] };
    for (const op of operationsOfRegion(this.#store, this.#store.opFirstRegion[table]!)) {
      const visibility = visibilityOfId(this.#store, op);
      if (!isSymbolId(this.#store, op)) scope.worklist.push(op);
      else if (visibility === "public" || (visibility === "nested" && !isHidden)) this.#mark(op, scope);
    }
    return scope;
  }

  /** Schedules nested operations, because symbol tables can be nested in operations that are not symbol tables. */
  #pushNested(op: number, { worklist }: Scope): void {
    const store = this.#store;
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      for (const inner of operationsOfRegion(store, region)) if (store.opFirstRegion[inner] !== 0) worklist.push(inner);
    }
  }

  /** Marks the symbols that an operation uses as live. Returns false if the uses are unknown. */
  #markUses(op: number, scope: Scope): boolean {
    const table = this.#store.parentOp(op);
    // Skips nested operations, because their uses count as uses of the operation directly in the table.
    if (!this.#store.nameOf(table).hasTrait("SymbolTable")) return true;
    const uses = getSymbolUses(Operation.of(this.#store, op), this.#references);
    for (const { symbol } of uses ?? []) {
      for (const target of this.#symbols.lookupPath(table, symbol)) this.#mark(target, scope);
    }
    return uses !== undefined;
  }

  #mark(symbol: number, { worklist }: Scope): void {
    if (this.#live.has(symbol)) return;
    this.#live.add(symbol);
    worklist.push(symbol);
  }
}
