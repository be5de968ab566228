import type { IrAdapter } from "@passwright/core";

/** Part of the text of an input: one operation with a symbol, or the text between operations with symbols. */
export interface Section {
  readonly label?: string;
  readonly text: string;
}

/** Text of an operation, before and after a step. */
export interface ChangedPart {
  readonly operation: string;
  readonly before: string;
  readonly after: string;
}

/** Prints operations. Prints an operation again only if the operation changed. */
export class Printer {
  readonly #printed = new WeakMap<object, { readonly state: unknown; readonly text: string }>();

  /** Returns the text of an operation. If printing throws, returns a comment that contains the exception. */
  text(adapter: IrAdapter<object>, op: object, isBroken = false): string {
    const state = adapter.fingerprint?.(op);
    const known = this.#printed.get(op);
    if (state !== undefined && known?.state === state && !isBroken) return known.text;
    const text = printed(adapter, op, isBroken);
    if (state !== undefined) this.#printed.set(op, { state, text });
    return text;
  }
}

function printed(adapter: IrAdapter<object>, op: object, generic: boolean): string {
  try {
    // Omits definitions at the start, so that the text of the operation is part of its parent's text.
    return adapter.print?.(op, { localScope: true, generic }).replace(/\n+$/, "") ?? "";
  } catch (thrown) {
    return `// not printed: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

/** Returns the name of an operation and, if it has a symbol, the symbol: `func.func @main`. */
export function labelOf(adapter: IrAdapter<object>, op: object): string {
  const symbol = adapter.symbolOf?.(op);
  const name = adapter.nameOf(op).text;
  return symbol === undefined ? name : `${name} @${symbol}`;
}

/**
 * Divides the text of a root into sections. If the adapter prints operations, each operation that has a symbol and is
 * directly inside the root is a section.
 */
export function sectionsOf(adapter: IrAdapter<object>, root: object, text: string, printer: Printer): Section[] {
  if (adapter.prints === "roots") return [{ text }];
  const nested: object[] = [];
  adapter.collectNested(root, nested);
  const sections: Section[] = [];
  let at = 0;
  for (const op of nested) {
    if (adapter.symbolOf?.(op) === undefined) continue;
    const found = locate(text, printer.text(adapter, op), at);
    if (found === undefined) return [{ text }];
    const start = found.start - found.indent.length;
    const end = found.end + (text[found.end] === "\n" ? 1 : 0);
    if (start > at) sections.push({ text: text.slice(at, start) });
    sections.push({ label: labelOf(adapter, op), text: text.slice(start, end) });
    at = end;
  }
  return at < text.length || sections.length === 0 ? [...sections, { text: text.slice(at) }] : sections;
}

/**
 * Updates sections: replaces the texts of changed operations, in order. Returns `undefined` if a text does not occur in
 * the sections, because the adapter prints the operation differently inside its parent.
 */
export function withParts(sections: readonly Section[], parts: readonly ChangedPart[]): Section[] | undefined {
  const result = [...sections];
  let [index, at] = [0, 0];
  for (const { before, after } of parts) {
    let found: Found | undefined;
    const start = index;
    for (; index < result.length; index++, at = 0) {
      found = locate((result[index] as Section).text, before, at);
      if (found !== undefined) break;
    }
    if (found === undefined) {
      // Restarts the search at the first section, because passes can visit operations in an order different from the
      // text.
      [index, at] = [0, 0];
      for (; index <= start && index < result.length; index++) {
        found = locate((result[index] as Section).text, before, 0);
        if (found !== undefined) break;
      }
    }
    const section = result[index];
    if (found === undefined || section === undefined) return undefined;
    const text = indented(after, found.indent);
    result[index] = { ...section, text: section.text.slice(0, found.start) + text + section.text.slice(found.end) };
    at = found.start + text.length;
  }
  return result;
}

interface Found {
  readonly start: number;
  readonly end: number;
  /** White space before the operation if the operation is the first text on its line. */
  readonly indent: string;
}

/** Finds `part` in `text`, which can contain the lines of `part` with additional indentation. */
function locate(text: string, part: string, from: number): Found | undefined {
  const [first = ""] = part.split("\n", 1);
  if (first === "") return undefined;
  for (let start = text.indexOf(first, from); start !== -1; start = text.indexOf(first, start + 1)) {
    const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
    const indent = before.trim() === "" ? before : "";
    const whole = indented(part, indent);
    if (text.startsWith(whole, start)) return { start, end: start + whole.length, indent };
    if (indent !== "" && text.startsWith(part, start)) return { start, end: start + part.length, indent: "" };
  }
  return undefined;
}

function indented(text: string, indent: string): string {
  return indent === "" ? text : text.replace(/\n(?=[^\n])/g, `\n${indent}`);
}
