import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listSources, ROOT } from "../repository.ts";

/** The text of a diagnostic that a test expects. */
export interface ErrorText {
  readonly code: string;
  /** Lines of the text, without a line end after the last line. */
  readonly text: string;
  readonly path: string;
}

const HEADLINE = /(?:error|warning|remark)\[(PW[A-Z]\d{4})\]: /;
/** Matches the lines that renderDiagnostic prints below a headline. */
const BELOW = /^(?: {2}--> | {3}\| | {3}= | {5,}\S|help: )/;

/** Part of a string literal that is in one line, and whether the literal ends in this line. */
interface Piece {
  readonly text: string;
  readonly ends: boolean;
}

function unescape(text: string): string {
  return text.replace(/\\u([0-9A-F]{4})|\\(.)/gi, (_whole, hex: string | undefined, one: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return one === "n" ? "\n" : (one ?? "");
  });
}

/** Returns the part of a literal in this line: up to the closing quote, or up to the end of the line. */
function pieceOf(rest: string, quote: string): Piece {
  const end = new RegExp(String.raw`^((?:[^\\${quote}]|\\.)*)${quote}`).exec(rest);
  return end === null ? { text: unescape(rest), ends: quote !== "`" } : { text: unescape(end[1] ?? ""), ends: true };
}

/** Returns the string elements of an array in consecutive lines from `first`. Each line contains one element. */
function elementsFrom(lines: readonly string[], first: number): readonly string[] {
  const found: string[] = [];
  for (const line of lines.slice(first)) {
    const literal = /^\s*(["'`])(.*)$/.exec(line);
    if (literal === null) break;
    const { text } = pieceOf(literal[2] as string, literal[1] as string);
    if (found.length > 0 && !BELOW.test(text)) break;
    found.push(text);
  }
  return found;
}

/** Returns the lines of a text that consists of literals joined by `+`. The first literal starts in line `first`. */
function joinedFrom(lines: readonly string[], first: number, column: number): readonly string[] {
  let joined = "";
  for (const [index, whole] of lines.slice(first).entries()) {
    const literal = /^\s*(["'`])(.*)$/.exec(index === 0 ? whole.slice(column - 1) : whole);
    if (literal === null) break;
    joined += pieceOf(literal[2] as string, literal[1] as string).text;
    if (!whole.endsWith(" +")) break;
  }
  const found = joined.split("\n");
  const end = found.findIndex((line, index) => index > 0 && !BELOW.test(line));
  return found.slice(0, end === -1 ? undefined : end);
}

/**
 * Returns the lines of the template literal that starts in line `first`. The literal can be indented like the code
 * around it.
 */
function templateFrom(lines: readonly string[], first: number, column: number): readonly string[] {
  const line = lines[first] as string;
  const indent = /^\s*$/.test(line.slice(0, column)) ? column : 0;
  const found: string[] = [];
  for (const [index, whole] of lines.slice(first).entries()) {
    const { text, ends } = pieceOf(whole.slice(index === 0 ? column : indent), "`");
    if (index > 0 && (!BELOW.test(text) || whole.slice(0, indent).trim() !== "")) break;
    found.push(text);
    if (ends) break;
  }
  return found;
}

function textFrom(path: string, lines: readonly string[], first: number): readonly string[] {
  const line = lines[first] as string;
  const column = line.search(HEADLINE);
  if (path.endsWith(".txt")) {
    const end = lines.findIndex((next, index) => index > first && !BELOW.test(next.slice(column)));
    return lines.slice(first, end === -1 ? undefined : end).map((next) => next.slice(column));
  }
  const quote = line[column - 1];
  if (line.endsWith(" +") && (quote === '"' || quote === "'" || quote === "`")) return joinedFrom(lines, first, column);
  if (quote === '"' || quote === "'") {
    const { text } = pieceOf(line.slice(column), quote);
    return text.includes("\n") ? text.split("\n") : [text, ...elementsFrom(lines, first).slice(1)];
  }
  return templateFrom(lines, first, column);
}

/** Returns all diagnostic texts of a test file, except texts with `${…}`. */
export function textsIn(path: string, content: string): readonly ErrorText[] {
  const lines = content.split("\n");
  // Reads the code from the file name, because errors in mlir-opt's format do not contain a code.
  const named = /\/golden\/errors\/(PW[A-Z]\d{4})[^/]*\.txt$/.exec(path)?.[1];
  if (named !== undefined && !HEADLINE.test(content)) return [{ code: named, text: content.trimEnd(), path }];
  return lines.flatMap((line, first) => {
    const code = HEADLINE.exec(line)?.[1];
    if (code === undefined) return [];
    const text = textFrom(path, lines, first).join("\n").trimEnd();
    return text.includes("${") ? [] : [{ code, text, path }];
  });
}

/**
 * Returns the rank of a text. A text has the highest rank if the name of its file contains the code. The next ranks are
 * for texts of other golden files, and then for texts with several lines.
 */
function rank({ code, text, path }: ErrorText): number {
  if (path.endsWith(`/golden/errors/${code}.txt`)) return 0;
  if (path.includes(`/golden/errors/${code}`)) return 1;
  const isWide = text.split("\n").some((line) => line.length > 160);
  return (
    (isWide ? 0.5 : 0) +
    (text.includes("\n") ? 2 : 6) +
    (path.includes("/golden/") ? 0 : 1) +
    (text.includes("…") ? 2 : 0)
  );
}

/** For each code that tests check, returns the text with the highest rank. */
export function findTexts(): ReadonlyMap<string, ErrorText> {
  const best = new Map<string, ErrorText>();
  for (const path of listSources()) {
    if (!/\/test\/.*\.(?:test\.ts|txt)$/.test(path)) continue;
    for (const found of textsIn(path, readFileSync(join(ROOT, path), "utf8"))) {
      const before = best.get(found.code);
      if (before === undefined || rank(found) < rank(before)) best.set(found.code, found);
    }
  }
  return best;
}
