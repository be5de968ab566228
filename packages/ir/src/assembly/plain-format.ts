import type { Instruction, Program } from "./instruction.ts";

/**
 * Returns the operand count of a format with the form ``$a `,` $b … attr-dict `:` type($result)``, possibly with
 * optional parts in between, or -1 for other formats. Most operations have this form, so the parser and the printer
 * have a fast path for it.
 */
export function plainOperandsOf({ instructions }: Program): number {
  let at = 0;
  let count = 0;
  for (;;) {
    const operand = instructions[at];
    if (operand?.kind !== "operand" || operand.group !== count || operand.many !== undefined) return -1;
    if (!operand.spaceBefore) return -1;
    count++;
    const comma = instructions[++at];
    if (comma?.kind !== "literal" || comma.text !== ",") break;
    if (comma.spaceBefore) return -1;
    at++;
  }
  while (isSkippable(instructions, at)) at = behind(instructions[at]!, at);
  const [colon, type] = instructions.slice(at);
  if (colon?.kind !== "literal" || colon.text !== ":" || !colon.spaceBefore) return -1;
  if (type?.kind !== "type" || type.of !== "result" || type.group !== 0 || type.many !== undefined) return -1;
  if (type.kinds !== undefined) return -1;
  return type.spaceBefore && instructions.length === at + 2 ? count : -1;
}

/** Returns whether the text of a format depends only on attributes, types and operand names. */
export function isFixed({ instructions }: Program): boolean {
  return instructions.every((instruction) => {
    if (instruction.kind === "directive") return instruction.directive.isFixed === true;
    return instruction.kind !== "region" && instruction.kind !== "repeat" && instruction.kind !== "newline";
  });
}

/**
 * Returns whether the fast path can skip an instruction. Before a colon, the instruction parses nothing. For an
 * operation without attributes to print, the instruction prints nothing.
 */
function isSkippable(instructions: readonly Instruction[], at: number): boolean {
  const instruction = instructions[at];
  if (instruction?.kind === "attr-dict") return !instruction.withKeyword;
  if (instruction?.kind !== "optional" || instruction.anchor.kind !== "attribute") return false;
  const first = instructions[instruction.first];
  return first?.kind === "attribute" || (first?.kind === "literal" && !first.text.startsWith(":"));
}

function behind(instruction: Instruction, at: number): number {
  return instruction.kind === "optional" ? instruction.otherwise : at + 1;
}
