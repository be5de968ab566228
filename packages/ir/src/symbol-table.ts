import { Type } from "./attributes/attribute.ts";
import type { Attribute, AttributeData } from "./attributes/attribute.ts";
import { partsOf } from "./attributes/parts.ts";
import { Operation } from "./handles.ts";
import type { Region } from "./handles.ts";
import { getOrMake } from "./maps.ts";
import { byteStringOf } from "./text/bytes.ts";
import { getAttribute } from "./store/attributes.ts";
import type { Store } from "./store/store.ts";
import { operationsIn, operationsOfRegion } from "./store/walk-ids.ts";

/** A reference to a symbol: the operation, and the attribute. */
export interface SymbolUse {
  /** Operation that contains the reference. */
  readonly user: Operation;
  /** Symbol reference, such as `@f`. */
  readonly symbol: Attribute;
}

/** Where code can refer to a symbol: everywhere, only in its symbol table, or also in enclosing tables (`nested`). */
export type SymbolVisibility = "public" | "private" | "nested";

/** Symbols of one table by name (`mlir/include/mlir/IR/SymbolTable.h`). All changes of symbols must use this object. */
export class SymbolTable {
  /** Operation whose symbols the table contains. */
  readonly op: Operation;
  readonly #symbols = new Map<string, Operation>();

  constructor(table: Operation) {
    this.op = table;
    for (const op of table.regions[0]?.front?.operations ?? [])
      if (op.symbolName !== undefined) this.#symbols.set(op.symbolName, op);
  }

  /** Returns the operation with a symbol name, or `undefined`. */
  lookup(name: string): Operation | undefined {
    const known = this.#symbols.get(name);
    if (known !== undefined) return known;
    const { store, liveId } = this.op;
    const found = store.findElsewhere?.(liveId, byteStringOf(name)) ?? 0;
    return found === 0 ? undefined : Operation.of(store, found);
  }

  /** Appends a symbol, and renames it if its name is already in use. Returns the final name. */
  insert(symbol: Operation): string {
    const wanted = symbol.symbolName ?? "";
    let name = wanted;
    for (let i = 0; this.#symbols.has(name) && this.#symbols.get(name) !== symbol; i++) name = `${wanted}_${i}`;
    if (name !== wanted) symbol.setAttr("sym_name", symbol.context.stringAttribute(name));
    if (symbol.parentOp !== this.op) this.op.getRegion(0).front!.push(symbol);
    this.#symbols.set(name, symbol);
    return name;
  }

  /** Removes a symbol from the table and erases its operation. */
  erase(symbol: Operation): void {
    this.#symbols.delete(symbol.symbolName ?? "");
    symbol.erase();
  }
}

/** Looks up `@name` or `@root::@nested` in a symbol table. */
export function lookupSymbolIn(table: Operation, symbol: Attribute | string): Operation | undefined {
  const reference =
    typeof symbol === "string"
      ? table.context.internAttribute({ kind: "symbol", root: byteStringOf(symbol), nested: [] })
      : symbol;
  return new SymbolTableCollection(table.store).lookupSymbolIn(table, reference);
}

/** Returns the visibility of a symbol. Default: public. */
export function getSymbolVisibility(symbol: Operation): SymbolVisibility {
  return visibilityOfId(symbol.store, symbol.liveId);
}

/** Cache of the symbol references in each attribute. */
export class SymbolReferences {
  readonly #known = new Map<Attribute, readonly Attribute[]>();

  /** Returns the symbol references inside an attribute, in order. */
  of(attribute: Attribute | undefined): readonly Attribute[] {
    if (attribute === undefined) return [];
    return getOrMake(this.#known, attribute, () => {
      if (attribute.kind === "symbol") return [attribute];
      // Like MLIR, skips the types of strings and of dense elements.
      const isSkipped = ["string", "dense", "dense-strings"].includes(attribute.kind);
      return isSkipped ? [] : partsOf(attribute.data).flatMap((part) => this.#in(part));
    });
  }

  #in(part: Attribute | Type): readonly Attribute[] {
    return part instanceof Type ? partsOf(part.data).flatMap((inner) => this.#in(inner)) : this.of(part);
  }
}

/**
 * Returns the references in an operation, or in the operations of a region. For a symbol table, returns only the
 * references of the operation itself. As in MLIR, the last nested region comes first, after the references in the
 * region itself. Returns `undefined` if an unregistered operation can be a symbol table (`std::nullopt`).
 */
export function getSymbolUses(
  from: Operation | Region,
  references: SymbolReferences = new SymbolReferences(),
): readonly SymbolUse[] | undefined {
  const { store } = from;
  const uses: SymbolUse[] = [];
  const regions: number[] = [];
  /** Records references. Returns false if the operation can be an unregistered symbol table. */
  const visit = (op: number): boolean => {
    for (const symbol of referencesOf(store, op, references)) uses.push({ user: Operation.of(store, op), symbol });
    if (store.opFirstRegion[op] === 0) return true;
    if (mayBeSymbolTable(store, op)) return false;
    if (store.nameOf(op).hasTrait("SymbolTable")) return true;
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) regions.push(region);
    return true;
  };
  if (!(from instanceof Operation)) regions.push(from.liveId);
  else if (!visit(from.liveId)) return undefined;
  while (regions.length > 0)
    for (const op of operationsOfRegion(store, regions.pop()!)) if (!visit(op)) return undefined;
  return uses;
}

function referencesOf(store: Store, op: number, references: SymbolReferences): readonly Attribute[] {
  const { attributes } = store.context;
  const properties = references.of(attributes[store.opProperties[op]!]);
  const discardable = references.of(attributes[store.opAttributes[op]!]);
  return discardable.length === 0 ? properties : [...properties, ...discardable];
}

/**
 * Returns the references to a symbol inside its ancestor `from` (`getSymbolUses` of a symbol): `@symbol` in the symbol
 * table of the symbol, `@table::@symbol` in the next outer symbol table, and so on. Returns `undefined` if an
 * unregistered operation can be a symbol table. `usesIn` returns all references in a region, and can cache its results.
 */
export function getUsesOfSymbol(
  symbol: Operation,
  from: Operation,
  usesIn: (region: Region) => readonly SymbolUse[] | undefined = getSymbolUses,
): readonly SymbolUse[] | undefined {
  const found: SymbolUse[] = [];
  const path: string[] = [];
  for (let op: Operation | undefined = symbol; op !== undefined && op !== from; op = op.parentOp) {
    const name: string | undefined = op.symbolName;
    const region: Region | undefined = op.parentRegion;
    if (name === undefined || region === undefined || (op !== symbol && !op.hasTrait("SymbolTable"))) break;
    path.unshift(byteStringOf(name));
    const uses = usesIn(region);
    if (uses === undefined) return undefined;
    const isUse = (data: AttributeData): boolean =>
      data.kind === "symbol" && path.every((part, i) => part === (i === 0 ? data.root : data.nested[i - 1]));
    found.push(...uses.filter(({ symbol }) => isUse(symbol.data)));
  }
  return found;
}

/** Symbol tables (`SymbolTableCollection`), built on first use. Valid until a symbol is added, renamed or erased. */
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

/** Visits symbol tables, nested tables first. `allUsesVisible`: whether only code in `top` can refer to the symbols. */
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
