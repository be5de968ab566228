import { locate } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import * as errors from "./errors.ts";
import { findMistyped } from "./mistyped.ts";

/** Kind of a check directive. The suffix of the directive determines the kind. */
export type DirectiveKind = "plain" | "next" | "same" | "not" | "dag" | "label" | "empty";

/** Check directive: `CHECK-NEXT: text`. */
export interface Directive {
  readonly kind: DirectiveKind;
  /** Prefix and suffix as written: `CHECK-NEXT`. */
  readonly name: string;
  /** Required number of matches: `n` for a directive with the suffix `-COUNT-n`, or else 1. */
  readonly count: number;
  /** Whether `{LITERAL}` disables regular expressions and variables. */
  readonly isLiteral: boolean;
  readonly text: string;
  readonly at: SourceLocation;
}

/** The check directives of a text, or the first error in a directive. */
export type DirectivesResult =
  | { readonly ok: true; readonly directives: readonly Directive[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

const SUFFIXES: { readonly [suffix: string]: DirectiveKind } = {
  "": "plain",
  "-NEXT": "next",
  "-SAME": "same",
  "-NOT": "not",
  "-DAG": "dag",
  "-LABEL": "label",
  "-EMPTY": "empty",
};

/** Suffixes without the leading hyphen. */
const SUFFIX_WORDS = [...Object.keys(SUFFIXES).flatMap((suffix) => (suffix === "" ? [] : [suffix.slice(1)])), "COUNT"];

const SUFFIX = /^((?:-[A-Z]+)*?)(?:-COUNT-([^:{\s]*))?(\{LITERAL\})?:/;
const MIXED_NOT = /^-(?:NOT-(?:DAG|NEXT|SAME|EMPTY)|(?:DAG|NEXT|SAME|EMPTY)-NOT):/;

/** Parses the check directives of a text, in order. Ignores `COM:` and `RUN:` directives. */
export function parseDirectives(file: string, text: string, prefixes: readonly string[]): DirectivesResult {
  const names = [...prefixes, "COM", "RUN"].sort((one, other) => other.length - one.length);
  const directives: Directive[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    const found = parseLine(line.replace(/\r$/, ""), names);
    const mistyped = found === undefined ? findMistyped(line, prefixes, SUFFIX_WORDS) : undefined;
    if (mistyped !== undefined) {
      const { name, meant, column } = mistyped;
      return { ok: false, diagnostic: errors.mistyped(name, meant, locate(file, text, offset + column)) };
    }
    if (found !== undefined) {
      const at = locate(file, text, offset + found.column);
      const problem = check(found, directives, at);
      if (problem !== undefined) return { ok: false, diagnostic: problem };
      const { kind, name, count, isLiteral, body } = found;
      if (kind !== undefined) directives.push({ kind, name, count: count ?? 1, isLiteral, text: body, at });
    }
    offset += line.length + 1;
  }
  if (directives.length > 0) return { ok: true, directives };
  return { ok: false, diagnostic: errors.noChecks(file, prefixes) };
}

interface Found {
  readonly name: string;
  readonly kind: DirectiveKind | undefined;
  /** Required number of matches. `undefined` if the text after `-COUNT-` is not a number. */
  readonly count: number | undefined;
  readonly isLiteral: boolean;
  readonly isMixedNot: boolean;
  readonly body: string;
  readonly column: number;
}

/**
 * Parses one line: directive ::= prefix suffix? (`-COUNT-` number)? `{LITERAL}`? `:` text. The prefix must not be part
 * of a longer word.
 */
function parseLine(line: string, names: readonly string[]): Found | undefined {
  for (let at = 0; at < line.length; at++) {
    const name = names.find((candidate) => line.startsWith(candidate, at));
    if (name === undefined || /[\w-]/.test(line[at - 1] ?? "")) continue;
    const rest = line.slice(at + name.length);
    if (name === "COM" || name === "RUN") {
      if (rest.startsWith(":")) return undefined;
      continue;
    }
    const isMixedNot = MIXED_NOT.test(rest);
    const match = SUFFIX.exec(rest);
    const [whole = "", suffix = "", number, literal] = match ?? [];
    const kind = SUFFIXES[suffix];
    if (match === null || (kind === undefined && !isMixedNot) || (number !== undefined && suffix !== "")) continue;
    const body = rest
      .slice(whole.length)
      .replace(/[ \t]+/g, " ")
      .trim();
    return {
      name: `${name}${whole.slice(0, -1).replace("{LITERAL}", "")}`,
      kind,
      count: number === undefined ? 1 : /^[1-9]\d*$/.test(number) ? Number(number) : undefined,
      isLiteral: literal !== undefined,
      isMixedNot,
      body,
      column: at,
    };
  }
  return undefined;
}

function check(found: Found, before: readonly Directive[], at: SourceLocation): Diagnostic | undefined {
  const { kind, name, count, body, isMixedNot } = found;
  if (isMixedNot) return errors.badDirective(name, "`-NOT` cannot be combined with another suffix", at);
  if (count === undefined) return errors.badDirective(name, "the count is not a positive number", at);
  if (kind === "empty" && body !== "")
    return errors.badDirective(name, "a check for an empty line cannot contain text", at);
  if (kind !== "empty" && body === "")
    return errors.badDirective(name, "the line does not contain text to search for", at);
  const needsPrevious = kind === "next" || kind === "same" || kind === "empty";
  if (needsPrevious && !before.some((one) => one.kind !== "not" && one.kind !== "dag"))
    return errors.badDirective(name, "the directive must follow another CHECK line", at);
  if (kind === "label" && !found.isLiteral && /\[\[/.test(body))
    return errors.badDirective(name, "labels cannot use variables, because labels are matched first", at);
  return undefined;
}
