import { flatSymbolAttribute, stringAttribute } from "../dialects/attribute-constraints.ts";
import type { AttributeConstraint } from "../dialects/attribute-constraints.ts";
import type { AttributeDefinition } from "../dialects/op-structure.ts";
import { withoutType } from "./attribute-formats.ts";
import type { AttributeFormat } from "./directive.ts";
import type { Instruction } from "./instruction.ts";

/* The texts with which elements of formats can start. */

const TYPE = "\\(|[su]?i\\d+|b?f\\d+\\w*|tf32|none|index|tensor|vector|memref|complex|tuple";
const TYPES = new RegExp(`^(${TYPE})$`);
const ATTRIBUTES = new RegExp(
  `^(${TYPE}|[[{-]|true|false|unit|dense|dense_resource|sparse|array|affine_map|affine_set|distinct|loc|strided)$`,
);
const NUMBERS = /^(-|true|false)$/;

/** Returns whether an element can start with a letter, a digit or `-`, directly after the element before it. */
export function startsWithWord(at: Instruction): boolean {
  if (at.spaceBefore) return false;
  if (at.kind === "attribute") return at.format === undefined || at.format.isWord === true;
  if (at.kind === "literal") return at.isWord || at.text.startsWith("-");
  return ["type", "operand-types", "result-types"].includes(at.kind);
}

/** Returns the text with which an element starts, or `undefined` if it can start with different texts. */
export function startOf(at: Instruction): string | undefined {
  switch (at.kind) {
    case "literal":
      return at.text;
    case "operand":
    case "operands":
      return "%";
    case "region":
      return "{";
    case "attr-dict":
      return at.withKeyword ? "attributes" : "{";
    case "successor":
    case "successors":
      return "^";
    case "functional-type":
      return "(";
    default:
      return undefined;
  }
}

/** Returns whether an element can start with a text, which is a literal or the result of {@link startOf}. */
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
      if (text === "{") return constraint === undefined || acceptsDictionary(constraint);
      return constraint !== stringAttribute && constraint !== flatSymbolAttribute && ATTRIBUTES.test(text);
    }
    default:
      return startOf(at) === text;
  }
}

function formatStartsWith({ starts, isWord }: AttributeFormat, text: string): boolean {
  if (starts === undefined) return isWord === true && NUMBERS.test(text);
  const parser = { peek: () => text.charCodeAt(0), isKeywordNext: (words: readonly string[]) => words.includes(text) };
  try {
    return starts(parser as Parameters<typeof starts>[0]);
  } catch {
    // The function calls other methods of the parser.
    return false;
  }
}

function acceptsDictionary(constraint: AttributeConstraint): boolean {
  try {
    return constraint.accepts({ kind: "dictionary", data: { kind: "dictionary", entries: [] } } as never);
  } catch {
    // The function uses other properties of the attribute.
    return false;
  }
}
