import { Type } from "./attributes/attribute.ts";
import type { Attribute, AttributeData } from "./attributes/attribute.ts";
import { partsOfAttribute, partsOfType } from "./attributes/parts.ts";
import { Operation } from "./handles.ts";
import type { Region } from "./handles.ts";
import { getOrMake } from "./maps.ts";
import { byteStringOf } from "./text/bytes.ts";
import type { Store } from "./store/store.ts";
import { mayBeSymbolTable, SymbolTableCollection, visibilityOfId } from "./symbol-table-collection.ts";
import { operationsOfRegion } from "./store/walk-ids.ts";

/** A reference to a symbol: the operation, and the attribute. */
export interface SymbolUse {
  /** Operation that contains the reference. */
  readonly user: Operation;
  /** Symbol reference, such as `@f`. */
  readonly symbol: Attribute;
}

/**
 * Where code can refer to a symbol: everywhere (`public`), only in the symbol table of the symbol (`private`), or also
 * in enclosing symbol tables (`nested`).
 */
export type SymbolVisibility = "public" | "private" | "nested";

/**
 * The symbols of one symbol table by name (`mlir/include/mlir/IR/SymbolTable.h`). The table is valid as long as symbols
 * are added, renamed and erased only through this object.
 */
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
    return getOrMake(this.#known, attribute, () =>
      attribute.kind === "symbol" ? [attribute] : walkedParts(attribute.data).flatMap((part) => this.#in(part)),
    );
  }

  #in(part: Attribute | Type): readonly Attribute[] {
    return part instanceof Type ? partsOfType(part.data).flatMap((inner) => this.#in(inner)) : this.of(part);
  }
}

/**
 * Returns the nested attributes and types that are searched for symbol references. Like MLIR, skips the types of
 * strings and of dense elements.
 */
function walkedParts(data: AttributeData): readonly (Attribute | Type)[] {
  const isSkipped = data.kind === "string" || data.kind === "dense" || data.kind === "dense-strings";
  return isSkipped ? [] : partsOfAttribute(data);
}

/**
 * Returns the references in an operation, or in the operations of a region. For a symbol table, returns only the
 * references of the operation itself, because the contents of the table are a separate scope. As in MLIR, references in
 * a region come before references in its nested regions, and the last nested region comes first. Returns `undefined` if
 * an unregistered operation can be a symbol table (MLIR's `std::nullopt`).
 */
export function getSymbolUses(
  from: Operation | Region,
  references: SymbolReferences = new SymbolReferences(),
): readonly SymbolUse[] | undefined {
  const { store } = from;
  const uses: SymbolUse[] = [];
  const regions: number[] = [];
  /** Records the references of an operation. Returns false if the operation can be an unregistered symbol table. */
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
 * Returns the references to a symbol inside its ancestor `from` (MLIR's `getSymbolUses` of a symbol). A reference is
 * `@symbol` in the symbol table of the symbol, `@table::@symbol` in the next outer symbol table, and so on. Returns
 * `undefined` if an unregistered operation can be a symbol table. `usesIn` returns all references in a region. A caller
 * can pass a `usesIn` that caches its results.
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
    found.push(...uses.filter(({ symbol: { data } }) => data.kind === "symbol" && startsWith(data, path)));
  }
  return found;
}

function startsWith({ root, nested }: { readonly root: string; readonly nested: readonly string[] }, path: string[]) {
  return path.every((name, index) => name === (index === 0 ? root : nested[index - 1]));
}
