import { hasControlCharacters, isCode } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "./errors.ts";
import { nodeKindText, valueOfNode } from "./node.ts";
import type { DataDocument, DataEntry, DataNode } from "./node.ts";
import { placeIn } from "./places.ts";

/** Limits above every real file, and low enough for messages and searches. Chosen, not measured. */
const TEXT_LIMIT = 65_536;
const LIST_LIMIT = 20_000;

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** An allowed key of a map, with its description. */
export interface KeyDoc {
  readonly doc: string;
  readonly required?: boolean;
}

/**
 * Reads data of a known shape and collects all errors. A method that finds invalid data reports it and returns
 * `undefined`, so that the caller can continue.
 */
export class DataCheck {
  readonly document: DataDocument;
  readonly diagnostics: Diagnostic[] = [];

  constructor(document: DataDocument) {
    this.document = document;
    this.#checkKeys(document.root, "");
  }

  /** Returns the entries of a map by key. Reports unknown and missing keys. */
  map(node: DataNode, path: string, keys: { readonly [key: string]: KeyDoc }): Map<string, DataNode> | undefined {
    if (node.kind !== "map") return this.#wrong(node, path, "a map");
    for (const { key, keyOffset } of node.entries) {
      if (Object.hasOwn(keys, key) || FORBIDDEN.has(key) || hasControlCharacters(key)) continue;
      this.diagnostics.push(errors.unknownKey(this.document, keyOffset, path, key, Object.keys(keys)));
    }
    const found = new Map(node.entries.map(({ key, value }) => [key, value]));
    for (const [key, { doc, required }] of Object.entries(keys)) {
      if (required !== true || found.has(key)) continue;
      this.diagnostics.push(errors.missingKey(this.document, node.offset, path, key, doc));
    }
    return found;
  }

  list<T>(
    node: DataNode | undefined,
    path: string,
    item: (node: DataNode, path: string) => T | undefined,
    limit: number = LIST_LIMIT,
  ): T[] {
    if (node === undefined) return [];
    if (node.kind !== "list") {
      this.#wrong(node, path, "a list");
      return [];
    }
    if (node.items.length > limit) {
      this.diagnostics.push(errors.tooLarge(this.document, node.offset, `a list of ${node.items.length}`));
      return [];
    }
    return node.items.map((inner, index) => item(inner, `${path}[${index}]`)).filter((value) => value !== undefined);
  }

  /** Returns a name or another string that is not empty and has one line. */
  text(node: DataNode | undefined, path: string, expected?: string): string | undefined {
    return this.#text(node, path, expected, (value) => value);
  }

  /** Returns a string that is not empty and may have line breaks and tabs. */
  prose(node: DataNode | undefined, path: string, expected?: string): string | undefined {
    return this.#text(node, path, expected, (value) => value.replace(/[\t\n]/g, ""));
  }

  /** `strict` refuses line breaks and tabs as well. */
  #text(
    node: DataNode | undefined,
    path: string,
    expected = "a string",
    strict: (value: string) => string,
  ): string | undefined {
    if (node === undefined) return undefined;
    if (node.kind !== "scalar" || typeof node.value !== "string" || node.value === "") {
      return this.#wrong(node, path, expected);
    }
    const { value } = node;
    if (value.length > TEXT_LIMIT) {
      this.diagnostics.push(errors.tooLarge(this.document, node.offset, `a string of ${value.length} characters`));
      return undefined;
    }
    if (!hasControlCharacters(strict(value))) return value;
    const clean = `${expected} without control characters`;
    this.diagnostics.push(errors.wrongValue(this.document, node.offset, path, clean, "one with them"));
    return undefined;
  }

  boolean(node: DataNode | undefined, path: string): boolean | undefined {
    if (node === undefined) return undefined;
    if (node.kind === "scalar" && typeof node.value === "boolean") return node.value;
    return this.#wrong(node, path, "true or false");
  }

  word<const W extends string>(
    node: DataNode | undefined,
    path: string,
    words: readonly W[],
    expected = `one of ${words.join(", ")}`,
  ): W | undefined {
    if (node === undefined) return undefined;
    const word = node.kind === "scalar" ? words.find((candidate) => candidate === node.value) : undefined;
    if (word !== undefined) return word;
    const found = node.kind === "scalar" ? JSON.stringify(node.value) : nodeKindText(node);
    this.diagnostics.push(errors.wrongValue(this.document, node.offset, path, expected, found));
    return undefined;
  }

  texts(node: DataNode | undefined, path: string): string[] {
    return this.list(node, path, (item, at) => this.text(item, at));
  }

  /** Returns a map of any JSON data. */
  values(node: DataNode | undefined, path: string): { readonly [key: string]: unknown } | undefined {
    if (node === undefined) return undefined;
    if (node.kind !== "map") return this.#wrong(node, path, "a map");
    if (!this.#isJson(node, path, true)) return undefined;
    return valueOfNode(node) as { readonly [key: string]: unknown };
  }

  /** Returns any JSON data. */
  json(node: DataNode, path: string): { readonly value: unknown } | undefined {
    return this.#isJson(node, path) ? { value: valueOfNode(node) } : undefined;
  }

  /** Returns the only one of `keys` that is present; reports an error if there is not exactly one. */
  oneKey<const K extends string>(
    node: DataNode,
    path: string,
    found: ReadonlyMap<string, DataNode>,
    keys: readonly K[],
  ): K | undefined {
    const present = keys.filter((key) => found.has(key));
    if (present.length === 1) return present[0];
    this.diagnostics.push(errors.notExactlyOne(this.document, node.offset, path, keys, present));
    return undefined;
  }

  wrong(node: DataNode, path: string, expected: string): undefined {
    return this.#wrong(node, path, expected);
  }

  /** Returns the line of a node, if the document has positions. */
  lineOf(node: DataNode): number | undefined {
    if (this.document.text === undefined) return undefined;
    return placeIn(this.document, node.offset).line;
  }

  #wrong(node: DataNode, path: string, expected: string): undefined {
    this.diagnostics.push(errors.wrongValue(this.document, node.offset, path, expected, nodeKindText(node)));
    return undefined;
  }

  #isJson(node: DataNode, path: string, takesCode = false): boolean {
    if (node.kind === "list")
      return node.items.every((item, index) => this.#isJson(item, `${path}[${index}]`, takesCode));
    if (node.kind === "map")
      return node.entries.every(({ key, value }) => this.#isJson(value, `${path}.${key}`, takesCode));
    const { value } = node;
    if (takesCode && isCode(value)) return true;
    if (value === null || typeof value === "string" || typeof value === "boolean") return true;
    // YAML has infinities, JSON does not.
    if (typeof value === "number" && Number.isFinite(value)) return true;
    this.#wrong(node, path, "data that JSON can express");
    return false;
  }

  /** Reports keys that no map may have. */
  #checkKeys(node: DataNode, path: string): void {
    if (node.kind === "list") node.items.forEach((item, index) => this.#checkKeys(item, `${path}[${index}]`));
    if (node.kind !== "map") return;
    const seen = new Set<string>();
    for (const entry of node.entries) this.#checkKey(entry, path, seen);
  }

  #checkKey({ key, keyOffset, value }: DataEntry, path: string, seen: Set<string>): void {
    if (hasControlCharacters(key)) this.diagnostics.push(errors.hiddenInKey(this.document, keyOffset, path, key));
    if (FORBIDDEN.has(key)) this.diagnostics.push(errors.forbiddenKey(this.document, keyOffset, path, key));
    if (seen.has(key)) this.diagnostics.push(errors.repeatedKey(this.document, keyOffset, path, key));
    seen.add(key);
    this.#checkKeys(value, path === "" ? key : `${path}.${key}`);
  }
}
