import { Operation } from "@passwright/ir";
import { type Store, traitBit } from "@passwright/ir/store";
import { isSymbolTable, type SymbolReference, SymbolReferences, UnknownSymbolTable } from "./symbol-references.ts";

/** A table whose contents are still to be gone through. */
interface PendingTable {
  readonly op: number;
  /** Whether nobody outside of the whole can see into it. */
  readonly isHidden: boolean;
}

/**
 * The symbols in `top`, a symbol table, and in the tables nested in it that may be referred to: those that are public,
 * and what is reached from them and from operations that are no symbols
 * (`mlir/lib/Transforms/SymbolDCE.cpp`). The top counts as hidden, unless it is itself a symbol that others can see.
 */
export function findLiveSymbols(store: Store, top: number): ReadonlySet<number> | UnknownSymbolTable {
  const isNested = store.parentOp(top) !== 0 && isSymbol(store, top);
  const liveness = new Liveness(store);
  return liveness.compute({ op: top, isHidden: !isNested || visibilityOf(store, top) === "private" }) ?? liveness.live;
}

/** Erases what is not alive in `top` and the tables nested in it. Answers how many symbols that were. */
export function eraseDeadSymbols(top: Operation, live: ReadonlySet<number>): number {
  const { store } = top;
  let erased = 0;
  top.walk((table) => {
    if (!isSymbolTable(store, table.id)) return;
    for (const op of directlyInside(store, table.id)) {
      if (!isSymbol(store, op) || live.has(op)) continue;
      Operation.of(store, op).erase();
      erased++;
    }
  });
  return erased;
}

class Liveness {
  readonly live = new Set<number>();
  readonly #store: Store;
  readonly #references: SymbolReferences;
  readonly #tables = new Map<number, ReadonlyMap<string, number>>();
  readonly #pending: { readonly op: number; readonly isHidden: boolean }[] = [];

  constructor(store: Store) {
    this.#store = store;
    this.#references = new SymbolReferences(store.context);
  }

  compute(top: PendingTable): UnknownSymbolTable | undefined {
    this.#enterTable(top);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const { op, isHidden } = next;
      if (isSymbolTable(this.#store, op)) {
        const hidesContents = !isSymbol(this.#store, op) || visibilityOf(this.#store, op) === "private";
        this.#enterTable({ op, isHidden: isHidden || hidesContents });
      }
      const references = this.#references.within(this.#store, op);
      if (references instanceof UnknownSymbolTable) return references;
      const table = this.#store.parentOp(op);
      for (const reference of references) this.#markTarget(table, reference, isHidden);
    }
    return undefined;
  }

  #enterTable({ op, isHidden }: PendingTable): void {
    for (const inner of directlyInside(this.#store, op)) {
      if (!isSymbol(this.#store, inner)) {
        this.#pending.push({ op: inner, isHidden });
        continue;
      }
      const visibility = visibilityOf(this.#store, inner);
      const mayGo = visibility === "private" || (visibility === "nested" && isHidden);
      if (!mayGo) this.#mark(inner, isHidden);
    }
  }

  /** Every symbol on the way of `@root::@nested` is alive, if all of them exist. */
  #markTarget(table: number, reference: SymbolReference, isHidden: boolean): void {
    const way: number[] = [];
    let scope = table;
    for (const name of [reference.root, ...reference.nested]) {
      const symbol = isSymbolTable(this.#store, scope) ? this.#tableOf(scope).get(name) : undefined;
      if (symbol === undefined) return;
      way.push(symbol);
      scope = symbol;
    }
    for (const symbol of way) this.#mark(symbol, isHidden);
  }

  #mark(symbol: number, isHidden: boolean): void {
    if (this.live.has(symbol)) return;
    this.live.add(symbol);
    this.#pending.push({ op: symbol, isHidden });
  }

  #tableOf(op: number): ReadonlyMap<string, number> {
    let table = this.#tables.get(op);
    if (table === undefined) {
      const store = this.#store;
      const symbols = directlyInside(store, op).filter((inner) => isSymbol(store, inner));
      // Of two with one name the first counts; a valid module has no such.
      table = new Map(symbols.reverse().map((symbol) => [stringOf(store, symbol, "sym_name") as string, symbol]));
      this.#tables.set(op, table);
    }
    return table;
  }
}

/** A module is a symbol only if it has a name. */
function isSymbol(store: Store, op: number): boolean {
  const { traitBits } = store.context.names[store.opName[op]!]!;
  return (traitBits & traitBit.Symbol) !== 0 && stringOf(store, op, "sym_name") !== undefined;
}

function visibilityOf(store: Store, op: number): string {
  return stringOf(store, op, "sym_visibility") ?? "public";
}

function stringOf(store: Store, op: number, name: string): string | undefined {
  const data = Operation.of(store, op).getAttr(name)?.data;
  return data?.kind === "string" ? data.value : undefined;
}

/** The operations of the table's first region. */
function directlyInside(store: Store, table: number): number[] {
  const found: number[] = [];
  const region = store.opFirstRegion[table]!;
  if (region === 0) return found;
  for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
    for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) found.push(op);
  }
  return found;
}
