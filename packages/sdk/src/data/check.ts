import { hasControlCharacters } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import * as errors from "./errors.ts";
import { nodeKindText } from "./node.ts";
import type { DataDocument, DataEntry, DataNode, DataPlace } from "./node.ts";
import { placeIn } from "./places.ts";

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

export function isForbidden(key: string): boolean {
  return FORBIDDEN.has(key) || hasControlCharacters(key);
}

/** Collects the errors in a document. Reading continues after an invalid value, so that all errors are found. */
export class DataCheck {
  /** Document that is checked. */
  readonly document: DataDocument;
  /** Errors that were found. */
  readonly diagnostics: Diagnostic[] = [];

  constructor(document: DataDocument) {
    this.document = document;
    this.#checkKeys(document.root, "");
  }

  /** Reports a value of a wrong type. `expected` describes valid values, and `help` shows a valid value. */
  wrong(
    node: DataNode,
    path: string,
    expected: string,
    found: string = nodeKindText(node),
    help: string = `write ${expected}`,
  ): undefined {
    this.diagnostics.push(
      errors.wrongValue(this.placeOf(node.offset), path, expected, found, help, this.document.title),
    );
    return undefined;
  }

  /** Reports a value that is too large. */
  tooLarge(node: DataNode, path: string, what: string): undefined {
    this.diagnostics.push(errors.tooLarge(this.placeOf(node.offset), what, path));
    return undefined;
  }

  /** Returns the file, the line and, in flow style, the column of a node. A document without text has no lines. */
  positionOf(node: DataNode): DataPlace {
    const { file: shown, name: file = shown, text } = this.document;
    if (text === undefined) return { file };
    const { line, column, lineText = "" } = this.placeOf(node.offset);
    return /[[{,]/.test(lineText.slice(0, column - 1)) ? { file, line, column } : { file, line };
  }

  /** Returns the file, line and column of an offset in the document. */
  placeOf(offset: number | undefined): SourceLocation {
    return placeIn(this.document, offset);
  }

  #checkKeys(node: DataNode, path: string): void {
    if (node.kind === "list") node.items.forEach((item, index) => this.#checkKeys(item, `${path}[${index}]`));
    if (node.kind !== "map") return;
    const seen = new Set<string>();
    for (const entry of node.entries) this.#checkKey(entry, path, seen);
  }

  #checkKey({ key, keyOffset, value }: DataEntry, path: string, seen: Set<string>): void {
    const at = this.placeOf(keyOffset);
    if (hasControlCharacters(key)) this.diagnostics.push(errors.hiddenInKey(at, path, key));
    if (FORBIDDEN.has(key)) this.diagnostics.push(errors.forbiddenKey(at, path, key));
    if (seen.has(key)) this.diagnostics.push(errors.repeatedKey(at, path, key));
    seen.add(key);
    this.#checkKeys(value, path === "" ? key : `${path}.${key}`);
  }
}
