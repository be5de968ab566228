import { locate } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import * as errors from "./errors.ts";

export type DirectiveKind = "plain" | "next" | "same" | "not" | "dag" | "label" | "empty";

/** One line with a check: `CHECK-NEXT: text`. */
export interface Directive {
  readonly kind: DirectiveKind;
  /** As it is written, prefix and suffix: `CHECK-NEXT`. */
  readonly name: string;
  /** How many times it has to match; 1 but for `-COUNT-n`. */
  readonly count: number;
  /** `{LITERAL}`: no regular expressions, no variables. */
  readonly isLiteral: boolean;
  readonly text: string;
  readonly at: SourceLocation;
}

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

const SUFFIX = /^((?:-[A-Z]+)*?)(?:-COUNT-([^:{\s]*))?(\{LITERAL\})?:/;
const MIXED_NOT = /^-(?:NOT-(?:DAG|NEXT|SAME|EMPTY)|(?:DAG|NEXT|SAME|EMPTY)-NOT):/;

/** The checks of a text, in order. Lines with `COM:` and `RUN:` say nothing. */
export function parseDirectives(file: string, text: string, prefixes: readonly string[]): DirectivesResult {
  const names = [...prefixes, "COM", "RUN"].sort((one, other) => other.length - one.length);
  const directives: Directive[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    const found = parseLine(line.replace(/\r$/, ""), names);
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
  /** `undefined`: the number after `-COUNT-` is none. */
  readonly count: number | undefined;
  readonly isLiteral: boolean;
  readonly isMixedNot: boolean;
  readonly body: string;
  readonly column: number;
}

/** directive ::= prefix suffix? (`-COUNT-` number)? `{LITERAL}`? `:` text, where the prefix is no part of a longer word. */
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
  if (isMixedNot) return errors.badDirective(name, "-NOT cannot stand with another suffix", at);
  if (count === undefined) return errors.badDirective(name, "the count is no number from 1 on", at);
  if (kind === "empty" && body !== "")
    return errors.badDirective(name, "it checks for an empty line, and has a text", at);
  if (kind !== "empty" && body === "") return errors.badDirective(name, "it has no text to look for", at);
  const needsPrevious = kind === "next" || kind === "same" || kind === "empty";
  if (needsPrevious && !before.some((one) => one.kind !== "not" && one.kind !== "dag"))
    return errors.badDirective(name, "there is no check before it that it could refer to", at);
  if (kind === "label" && !found.isLiteral && /\[\[/.test(body))
    return errors.badDirective(name, "labels are found before all else, so variables cannot stand in them", at);
  return undefined;
}
