import { isTable, mustBe, mustBeListOf, mustBeText, mustHaveOnly } from "@passwright/core";
import type { Requirement } from "@passwright/core";
import { internalized } from "../text/bytes.ts";

/** Pattern of an operand. A name matches any value, but all occurrences of a name must match the same value. */
export type OperandPattern = string | ConstantPattern | DagNode;

export interface ConstantPattern {
  readonly constant: string;
}

/** Pattern of an operation and its operands. */
export interface DagNode {
  /** The operation's name. */
  readonly op: string;
  /** Patterns of all operands, in order. */
  readonly operands: readonly OperandPattern[];
  /** Name by which the rewrite refers to the operation. Default: `root` for the root, none for other operations. */
  readonly as: string | undefined;
}

/** Returns a pattern that matches a result of an operation with this name and exactly these operands. */
export function node(op: string, operands: readonly OperandPattern[], as?: string): DagNode {
  return { op: internalized(op), operands, as };
}

function isNode(pattern: OperandPattern): pattern is DagNode {
  return typeof pattern !== "string" && "op" in pattern;
}

/** Returns a pattern that matches the result of a constant operation. */
export function constant(name: string): ConstantPattern {
  return { constant: name };
}

/** Returns the operation of a tree and all operations inside it, each before its operands. */
export function nodesOf(tree: DagNode): readonly DagNode[] {
  return [tree, ...tree.operands.filter(isNode).flatMap(nodesOf)];
}

const name = mustBe("a name, `node(…)` or `constant(…)`", (value) => typeof value === "string" && value !== "");
const constantPattern = mustHaveOnly({ constant: mustBeText }, "constant");

const operand: Requirement = (value, path) => {
  if (!isTable(value)) return name(value, path);
  return "op" in value ? mustBeNode(value, path) : constantPattern(value, path);
};

export const mustBeNode: Requirement = mustHaveOnly(
  { op: mustBeText, operands: mustBeListOf(operand), as: mustBeText },
  "op",
  "operands",
);

/** Returns the names of operations in a tree that another operation or a value also has. */
export function repeatedNames(tree: DagNode): readonly string[] {
  const nodes = nodesOf(tree);
  const names = nodes.flatMap(({ as }, index) => as ?? (index === 0 ? "root" : []));
  const values = nodes
    .flatMap(({ operands }) => operands)
    .map((one) => (typeof one === "string" || isNode(one) ? one : one.constant));
  return names.filter((one, index) => names.indexOf(one) < index || values.includes(one));
}
