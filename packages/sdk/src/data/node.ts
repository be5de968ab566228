import { isPlainObject } from "@passwright/core";

/** Value with positions, into which YAML, JSON and evaluated configs are converted, for one check of all formats. */
export type DataNode =
  | { readonly kind: "scalar"; readonly value: unknown; readonly offset?: number }
  | { readonly kind: "list"; readonly items: readonly DataNode[]; readonly offset?: number }
  | { readonly kind: "map"; readonly entries: readonly DataEntry[]; readonly offset?: number };

/** Position of data for plans. */
export interface DataPlace {
  /** Name of the file in plans, or of the program or plugin whose objects contain the data. */
  readonly file: string;
  /** Line of the data in its file, from 1. */
  readonly line?: number;
  /** Column of the data, from 1. Only set inside a list or map that is written on one line. */
  readonly column?: number;
}

/** One key of a map. */
export interface DataEntry {
  /** Name of the key. */
  readonly key: string;
  /** Offset of the key in the text, if known. */
  readonly keyOffset?: number;
  /** Value of the key. */
  readonly value: DataNode;
}

/** Parsed content of a file, or data from a module. */
export interface DataDocument {
  /** Name of the whole document in messages. Default: the config. */
  readonly title?: string;
  /** Path of the file for messages, as a user would write it. */
  readonly file: string;
  /** Name of the file in plans, which is the same on every machine. Default: `file`. */
  readonly name?: string;
  /** Text of the file. Absent for objects of a program, which have no positions. */
  readonly text?: string;
  /** Offset of nodes without an offset, such as the default export of a module. */
  readonly start?: number;
  /** Content of the document. */
  readonly root: DataNode;
}

/** Maximum nesting depth. The limits are estimates against malicious files, which real configs do not reach. */
export const DEPTH_LIMIT = 64;
const SIZE_LIMIT = 100_000;

/** Error for data that is nested too deeply or too large. Each function that reads a file must catch it. */
export class DataTooLarge extends Error {
  /** Limit that was exceeded. */
  readonly what: string;
  /** Offset of the value in the text, if known. */
  readonly offset: number | undefined;
  /** Key path of the value. Empty for values of files, which have an offset. */
  readonly path: string;
  constructor(what: string, offset: number | undefined, path = "") {
    super(what);
    this.what = what;
    this.offset = offset;
    this.path = path;
  }
}

/** Limits the number of nodes, because YAML aliases repeat parts and JavaScript objects can contain themselves. */
export class DataBudget {
  #left = SIZE_LIMIT;

  /** Counts a value. Throws {@link DataTooLarge} if there are too many values or levels of nesting. */
  spend(depth: number, offset?: number, path?: string): void {
    if (depth > DEPTH_LIMIT) throw new DataTooLarge(`nested more than ${DEPTH_LIMIT} levels deep`, offset, path);
    if (--this.#left < 0) throw new DataTooLarge(`more than ${SIZE_LIMIT} values`, offset, path);
  }
}

/** Converts a value to nodes without positions. Functions and symbols become scalars, which the check refuses. */
export function nodeOfValue(value: unknown, budget: DataBudget = new DataBudget(), depth = 0, path = ""): DataNode {
  budget.spend(depth, undefined, path);
  const nodeOf = (inner: unknown, key: string): DataNode => nodeOfValue(inner, budget, depth + 1, path + key);
  // `Array.from` replaces the holes of a list with `undefined`, which the check refuses.
  if (Array.isArray(value))
    return { kind: "list", items: Array.from(value, (inner, index) => nodeOf(inner, `[${index}]`)) };
  if (!isPlainObject(value)) return { kind: "scalar", value };
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => ({ key, value: nodeOf(inner, path === "" ? key : `.${key}`) }));
  return { kind: "map", entries };
}

/** Returns the plain value of a node whose keys were checked. */
export function valueOfNode(node: DataNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(valueOfNode);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOfNode(value)]));
}

/** Returns the kind of a node as text for messages. */
export function nodeKindText(node: DataNode): string {
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "a map";
  const { value } = node;
  if (typeof value === "string") return value === "" ? "an empty string" : "a string";
  if (value === null || ["undefined", "boolean", "number"].includes(typeof value)) return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  // A module can export any value, for example a promise.
  const { name } = (value as { constructor?: { readonly name?: unknown } }).constructor ?? {};
  return typeof name === "string" && name !== "" && name !== "Object" ? `an object of class ${name}` : "an object";
}
