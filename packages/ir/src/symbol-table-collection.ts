import type { Attribute } from "./attributes/attribute.ts";
import { Operation } from "./handles.ts";
import { getOrMake } from "./maps.ts";
import { getAttribute } from "./store/attributes.ts";
import type { Store } from "./store/store.ts";
import { operationsIn } from "./store/walk-ids.ts";

/**
 * Several symbol tables, each built on first use (`SymbolTableCollection` in `mlir/include/mlir/IR/SymbolTable.h`). The
 * collection is valid until a symbol is added, renamed or erased.
 */
export class SymbolTableCollection {
  readonly #store: Store;
  readonly #tables = new Map<number, ReadonlyMap<string, number>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the symbol `@name` or `@root::@nested` in a symbol table, or `undefined` if it does not exist. */
  lookupSymbolIn(table: Operation, symbol: Attribute): Operation | undefined {
    return this.#handle(this.lookupIn(table.liveId, symbol));
  }

  /** Looks up a symbol in the closest symbol table: the operation itself, or an enclosing operation. */
  lookupNearestSymbolFrom(from: Operation, symbol: Attribute): Operation | undefined {
    return this.#handle(this.lookupNearest(from.liveId, symbol));
  }

  /** Looks up a symbol like {@link lookupSymbolIn}, but uses ids. Returns 0 if the symbol does not exist. */
  lookupIn(table: number, symbol: Attribute): number {
    return this.lookupPath(table, symbol).at(-1) ?? 0;
  }

  /** Returns the ids of the symbols on the path `@root::@nested`. Returns an empty list if a symbol does not exist. */
  lookupPath(table: number, { data }: Attribute): readonly number[] {
    if (data.kind !== "symbol") return [];
    const root = this.#symbolsOf(table).get(data.root) ?? this.#store.findElsewhere?.(table, data.root);
    if (root === undefined || root === 0) return [];
    const path = [root];
    for (const name of data.nested) {
      const around = path.at(-1)!;
      const found = this.#store.nameOf(around).hasTrait("SymbolTable") ? this.#symbolsOf(around).get(name) : undefined;
      if (found === undefined) return [];
      path.push(found);
    }
    return path;
  }

  /** Looks up a symbol like {@link lookupNearestSymbolFrom}, but uses ids. Returns 0 if the symbol does not exist. */
  lookupNearest(from: number, symbol: Attribute): number {
    for (let at = from; at !== 0; at = this.#store.parentOp(at)) {
      if (this.#store.nameOf(at).hasTrait("SymbolTable")) return this.lookupIn(at, symbol);
      if (mayBeSymbolTable(this.#store, at)) return 0;
    }
    return 0;
  }

  #handle(op: number): Operation | undefined {
    return op === 0 ? undefined : Operation.of(this.#store, op);
  }

  #symbolsOf(table: number): ReadonlyMap<string, number> {
    return getOrMake(this.#tables, table, () => {
      const store = this.#store;
      const symbols = new Map<string, number>();
      const block = store.regionFirstBlock[store.opFirstRegion[table]!]!;
      for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) {
        const name = symbolNameOf(store, op);
        if (name !== undefined && !symbols.has(name)) symbols.set(name, op);
      }
      return symbols;
    });
  }
}

/** Returns whether an unregistered operation can be a symbol table (`isPotentiallyUnknownSymbolTable`). Takes an id. */
export function mayBeSymbolTable(store: Store, op: number): boolean {
  const region = store.opFirstRegion[op]!;
  if (region === 0 || store.regionNext[region] !== 0) return false;
  return store.context.findDialect(store.nameOf(op).dialect) === undefined;
}

/** Returns the name of a symbol as a byte string. Returns `undefined` for an operation that is not a symbol. */
export function symbolNameOf(store: Store, op: number): string | undefined {
  const data = getAttribute(store, op, "sym_name")?.data;
  return data?.kind === "string" ? data.value : undefined;
}

/** Returns whether an operation is a symbol with a name (`SymbolOpInterface`). Takes an id. */
export function isSymbolId(store: Store, op: number): boolean {
  return store.nameOf(op).hasTrait("Symbol") && symbolNameOf(store, op) !== undefined;
}

/** Returns the visibility of a symbol. Takes an id. */
export function visibilityOfId(store: Store, op: number): "public" | "private" | "nested" {
  const data = getAttribute(store, op, "sym_visibility")?.data;
  const text = data?.kind === "string" ? data.value : "public";
  return text === "private" || text === "nested" ? text : "public";
}

/**
 * Visits the symbol tables in the operation `top`, including `top` itself, nested tables first. The visitor receives
 * each table and `allUsesVisible`: whether only code inside `top` can refer to symbols of the table
 * (`SymbolTable::walkSymbolTables`).
 */
export function walkSymbolTables(
  store: Store,
  top: number,
  allUsesVisible: boolean,
  visit: (table: number, allUsesVisible: boolean) => void,
): void {
  const work: (() => void)[] = [];
  const enter = (op: number, isVisible: boolean): void => {
    const isTable = store.nameOf(op).hasTrait("SymbolTable");
    const inside = !isTable || isVisible || !isSymbolId(store, op) || visibilityOfId(store, op) === "private";
    if (isTable) work.push(() => visit(op, inside));
    for (const nested of operationsIn(store, op).reverse())
      if (store.opFirstRegion[nested] !== 0) work.push(() => enter(nested, inside));
  };
  enter(top, allUsesVisible);
  for (let next = work.pop(); next !== undefined; next = work.pop()) next();
}
