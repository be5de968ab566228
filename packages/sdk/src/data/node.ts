/**
 * Data with the places where it was written: what YAML, JSON and evaluated configs are turned into, so that one check
 * serves them all and can point at what it complains about.
 */
export type DataNode =
  | { readonly kind: "scalar"; readonly value: unknown; readonly offset?: number }
  | { readonly kind: "list"; readonly items: readonly DataNode[]; readonly offset?: number }
  | { readonly kind: "map"; readonly entries: readonly DataEntry[]; readonly offset?: number };

/** One key of a map. */
export interface DataEntry {
  readonly key: string;
  readonly keyOffset?: number;
  readonly value: DataNode;
}

/** A text, or the value of a module, as data. */
export interface DataDocument {
  /** As people would write it, for messages. */
  readonly file: string;
  /** Absent where the data came out of a module: there are no places in it then. */
  readonly text?: string;
  readonly root: DataNode;
}

/** Chosen, not measured: far more than any config needs, and little enough that nothing hostile costs time. */
export const DEPTH_LIMIT = 64;
const SIZE_LIMIT = 100_000;

/** Thrown, and caught by the readers, for data that is nested too deeply or unfolds to too much. */
export class DataTooLarge extends Error {
  readonly what: string;
  readonly offset: number | undefined;
  constructor(what: string, offset: number | undefined) {
    super(what);
    this.what = what;
    this.offset = offset;
  }
}

/** Counts what a reader makes. An alias in YAML can stand for much, and an evaluated config can contain itself. */
export class DataBudget {
  #left = SIZE_LIMIT;

  spend(depth: number, offset?: number): void {
    if (depth > DEPTH_LIMIT) throw new DataTooLarge(`nested more than ${DEPTH_LIMIT} levels deep`, offset);
    if (--this.#left < 0) throw new DataTooLarge(`more than ${SIZE_LIMIT} values`, offset);
  }
}

/** A value without places as nodes. What JSON cannot say (functions, symbols …) stays a scalar, for the check to refuse. */
export function nodeOfValue(value: unknown, budget: DataBudget = new DataBudget(), depth = 0): DataNode {
  budget.spend(depth);
  if (Array.isArray(value)) {
    return { kind: "list", items: value.map((item) => nodeOfValue(item, budget, depth + 1)) };
  }
  if (!isPlainObject(value)) return { kind: "scalar", value };
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => ({ key, value: nodeOfValue(inner, budget, depth + 1) }));
  return { kind: "map", entries };
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The plain value of a node, after its keys were checked. */
export function valueOfNode(node: DataNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(valueOfNode);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOfNode(value)]));
}

/** What a node is, for messages. */
export function nodeKindText(node: DataNode): string {
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "a map";
  const { value } = node;
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "string") return value === "" ? "an empty text" : "a text";
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  // What a module exports may be anything: a promise, say.
  const { name } = (value as { constructor?: { readonly name?: unknown } }).constructor ?? {};
  return typeof name === "string" && name !== "" && name !== "Object" ? `an object of class ${name}` : "an object";
}
