import { type Attribute, type Context, Operation, type Type } from "@passwright/ir";
import { type Store, traitBit } from "@passwright/ir/store";

/** A reference to a symbol: `@root::@nested`. */
export interface SymbolReference {
  readonly root: string;
  readonly nested: readonly string[];
}

/** An operation that no dialect registered, with a region: it may be a symbol table, and then scopes what is in it. */
export class UnknownSymbolTable {
  readonly message: string =
    "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses";
  /** The operation of the enclosing table that it stands in, or is. */
  readonly operation: Operation;

  constructor(operation: Operation) {
    this.operation = operation;
  }
}

/** The symbols that attributes refer to, looked for once per attribute: most operations share theirs with others. */
export class SymbolReferences {
  readonly #context: Context;
  readonly #byAttribute = new Map<number, readonly SymbolReference[]>();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * What `op` and the operations in it refer to, as seen from the table that `op` stands in: symbol tables further in
   * are scopes of their own and not entered.
   */
  within(store: Store, op: number): readonly SymbolReference[] | UnknownSymbolTable {
    const found: SymbolReference[] = [];
    const pending = [op];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (isUnknownTable(store, next)) return new UnknownSymbolTable(Operation.of(store, op));
      found.push(...this.#of(store.opProperties[next]!), ...this.#of(store.opAttributes[next]!));
      if (!isSymbolTable(store, next)) pushContents(store, next, pending);
    }
    return found;
  }

  #of(attribute: number): readonly SymbolReference[] {
    if (attribute === 0) return none;
    let references = this.#byAttribute.get(attribute);
    if (references === undefined) {
      const found: SymbolReference[] = [];
      collect(this.#context.attributes[attribute]!, found);
      references = found.length === 0 ? none : found;
      this.#byAttribute.set(attribute, references);
    }
    return references;
  }
}

const none: readonly SymbolReference[] = [];

export function isSymbolTable(store: Store, op: number): boolean {
  return (store.context.names[store.opName[op]!]!.traitBits & traitBit.SymbolTable) !== 0;
}

function isUnknownTable(store: Store, op: number): boolean {
  const region = store.opFirstRegion[op]!;
  if (region === 0 || store.regionNext[region] !== 0) return false;
  const { dialect, context } = store.context.names[store.opName[op]!]!;
  return context.findDialect(dialect) === undefined;
}

function pushContents(store: Store, op: number, out: number[]): void {
  for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
    for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
      for (let inner = store.blockFirstOp[block]!; inner !== 0; inner = store.opNext[inner]!) out.push(inner);
    }
  }
}

/** Attributes nest in attributes and in types. */
function collect(part: Attribute | Type, out: SymbolReference[]): void {
  const { data } = part;
  switch (data.kind) {
    case "symbol":
      out.push({ root: data.root, nested: data.nested });
      break;
    case "array":
      for (const element of data.elements) collect(element, out);
      break;
    case "dictionary":
      for (const { value } of data.entries) collect(value, out);
      break;
    case "type":
      collect(data.type, out);
      break;
    case "opaque":
      for (const inner of data.parts) if (typeof inner !== "string") collect(inner, out);
      break;
    default:
      break;
  }
}
