import { flatSymbolAttribute, stringAttribute } from "../dialects/attribute-constraints.ts";
import type { AttributeDefinition } from "../dialects/op-structure.ts";
import { withoutType } from "./attribute-formats.ts";
import type { AttributeFormat } from "./directive.ts";
import type { Instruction } from "./instruction.ts";

/* The texts with which elements of formats can start. */

const TYPE = "\\(|[su]?i\\d+|b?f\\d+\\w*|tf32|none|index|tensor|vector|memref|complex|tuple";
const TYPES = new RegExp(`^(${TYPE})$`);
const ATTRIBUTES = new RegExp(
  `^(${TYPE}|[@"#!0[{-]|true|false|unit|dense|dense_resource|sparse|array|affine_map|affine_set|distinct|loc|strided)$`,
);
const NUMBERS = /^(-|0|true|false)$/;
const DICTIONARY = { kind: "dictionary", data: { kind: "dictionary", entries: [] } } as never;
/** Characters with which formats of attributes can start. */
const CHARACTERS = [...'@"#!0%^([{<}-'];

const STARTS: { readonly [Kind in Instruction["kind"]]?: string } = {
  operand: "%",
  operands: "%",
  region: "{",
  "attr-dict": "{",
  successor: "^",
  successors: "^",
  "functional-type": "(",
};

/** Returns whether an element can start with a letter, a digit or `-`, directly after the element before it. */
export function startsWithWord(at: Instruction): boolean {
  if (at.spaceBefore) return false;
  if (at.kind === "attribute") return at.format === undefined || at.format.isWord === true;
  if (at.kind === "literal") return at.isWord || at.text.startsWith("-");
  return ["type", "operand-types", "result-types"].includes(at.kind);
}

/** Returns the text with which an element starts, or `undefined` if it can start with different texts. */
export function startOf(at: Instruction): string | undefined {
  if (at.kind === "literal") return at.text;
  return at.kind === "attr-dict" && at.withKeyword ? "attributes" : STARTS[at.kind];
}

/** Returns the texts at which the parser accepts the start of an element. */
export function startsOf(at: Instruction): readonly string[] {
  const text = startOf(at);
  if (text !== undefined) return [text];
  const words: string[] = [];
  if (at.kind !== "attribute" || at.format === undefined || formatStartsWith(at.format, "", words)) return [];
  return [...CHARACTERS, ...words].filter((start) => formatStartsWith(at.format!, start));
}

/** Returns whether an element can start with a text, which is a literal or a result of {@link startsOf}. */
export function canStartWith(
  at: Instruction,
  text: string,
  attributes: Readonly<Record<string, AttributeDefinition>>,
): boolean {
  switch (at.kind) {
    case "literal":
      return at.text === text || (!at.isWord && at.text.startsWith(text));
    case "type":
    case "operand-types":
    case "result-types":
      return TYPES.test(text);
    case "attribute": {
      const { constraint } = attributes[at.name]!;
      if (at.format !== undefined && at.format !== withoutType) return formatStartsWith(at.format, text);
      if (constraint === stringAttribute) return text === '"';
      if (constraint === flatSymbolAttribute) return text === "@";
      if (text === "{") return constraint === undefined || attempt(() => constraint.accepts(DICTIONARY));
      return ATTRIBUTES.test(text);
    }
    default:
      return startOf(at) === text;
  }
}

/** Adds the keywords that the format tests to `words`. */
function formatStartsWith({ starts, isWord }: AttributeFormat, text: string, words: string[] = []): boolean {
  if (starts === undefined) return isWord === true && NUMBERS.test(text);
  const isKeywordNext = (all: readonly string[]): boolean => words.push(...all) > 0 && all.includes(text);
  const parser = { peek: () => text.charCodeAt(0), isKeywordNext };
  return attempt(() => starts(parser as Parameters<typeof starts>[0]));
}

/** Calls a function of a dialect. Returns `false` if the function needs more than the argument contains. */
function attempt(call: () => boolean): boolean {
  try {
    return call();
  } catch {
    return false;
  }
}
