import { definePass, PassType } from "@passwright/sdk";
import { language } from "../language.ts";
import type { Expression, Operator, Program } from "../language.ts";

const compute: { readonly [O in Operator]: (left: number, right: number) => number } = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
};

/** Returns the simplest expression with the same value. `known` contains the values of names. */
function fold(node: Expression, known: ReadonlyMap<string, number>): Expression {
  if (node.kind === "literal") return node;
  if (node.kind === "name") {
    const value = known.get(node.name);
    return value === undefined ? node : { kind: "literal", position: node.position, value };
  }
  const { operator, position } = node;
  const left = fold(node.children[0], known);
  const right = fold(node.children[1], known);
  if (left.kind === "literal" && right.kind === "literal") {
    const value = compute[operator](left.value, right.value);
    // The language has only natural numbers of at most 15 digits.
    if (value >= 0 && value < 1e15) return { kind: "literal", position, value };
  }
  const neutral = operator === "*" ? 1 : 0;
  if (right.kind === "literal" && right.value === neutral) return left;
  if (left.kind === "literal" && left.value === neutral && operator !== "-") return right;
  return { kind: "binary", operator, position, children: [left, right] };
}

export const foldConstants = definePass({
  name: "fold-constants",
  summary: "compute operations on numbers, and replace names of numbers",
  ir: language,
  anchor: "program",
  types: [PassType.EarlyOptimization],
  runOnOperation(program: Program) {
    const known = new Map<string, number>();
    for (const statement of program.children) {
      if (statement.kind === "read") continue;
      const value = fold(statement.children[0], known);
      statement.children = [value];
      if (statement.kind === "let" && value.kind === "literal") known.set(statement.name, value.value);
    }
  },
});
