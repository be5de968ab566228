import type { Attribute, Type } from "../../attributes/attribute.ts";
import { attributeOfBits, elementsOf, splatOf } from "../../fold/elements.ts";
import type { Elements } from "../../fold/elements.ts";
import type { Operation, Value } from "../../handles.ts";
import { constant, dagPattern, node } from "../../rewrite/dag-pattern.ts";
import type { DagMatch, DagNode, OperandPattern } from "../../rewrite/dag-pattern.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { boolTypeLike, CMPI } from "../arith-assembly.ts";

/* Patterns of trees of arith operations, and functions that create arith operations. */

/**
 * Tree of arith operations: an operation, given by its name without the dialect, and the operands of this operation.
 */
export type Tree = readonly [mnemonic: string, ...operands: (string | Tree)[]];
/** Operand in a tree: an operation, the name of a constant (`c`, `c0` or `c1`), or the name of another value. */
type TreeOperand = string | Tree;

/** Returns a pattern that matches a tree. The outer operation is named `root`, the last inner operation `inner`. */
export function matchOf([mnemonic, ...operands]: Tree, as = "root"): DagNode {
  const patternOf = (operand: TreeOperand): OperandPattern => {
    if (typeof operand !== "string") return matchOf(operand, "inner");
    return /^c\d?$/.test(operand) ? constant(operand) : operand;
  };
  return node(`arith.${mnemonic}`, operands.map(patternOf), as);
}

/**
 * Makes a pattern that replaces one tree by another, like `Pat` of TableGen. The outer operation of the result has the
 * type of the replaced operation. Inner operations have the types of their first operands.
 */
export function rule(
  name: string,
  from: Tree,
  to: TreeOperand,
  when?: (match: DagMatch) => boolean,
  attributesOf: (root: Operation) => Attributes = () => ({}),
): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: matchOf(from),
    ...(when && { when }),
    rewrite(match, rewriter, root) {
      const build = (tree: TreeOperand, type?: Type, attributes: Attributes = {}): Value => {
        if (typeof tree === "string") return match.value(tree);
        const operands = tree.slice(1).map((operand) => build(operand));
        return make(rewriter, tree[0], operands, type ?? operands[0]!.type, attributes);
      };
      rewriter.replaceOp(root, [build(to, root.getResult(0).type, attributesOf(root))]);
    },
  });
}

/** Returns a record with the attribute of this name, or an empty record if the operation lacks the attribute. */
export function attributeOf(op: Operation, name: string): Attributes {
  const value = op.getAttr(name);
  return value === undefined ? {} : { [name]: value };
}

type Attributes = Readonly<Record<string, Attribute>>;

/** Creates an operation whose result has the type of its first operand. */
export function binary(
  rewriter: PatternRewriter,
  mnemonic: string,
  left: Value,
  right: Value,
  attributes: Attributes = {},
): Value {
  return make(rewriter, mnemonic, [left, right], left.type, attributes);
}

export function make(
  rewriter: PatternRewriter,
  mnemonic: string,
  operands: readonly Value[],
  type: Type,
  attributes: Attributes = {},
): Value {
  return rewriter.create(`arith.${mnemonic}`, { operands, results: [type], attributes }).getResult(0);
}

export function constantOf(rewriter: PatternRewriter, value: Attribute, type: Type): Value {
  return make(rewriter, "constant", [], type, { value });
}

/** Creates the constant `true` or `false` at the location of an operation. */
export function boolAt(rewriter: PatternRewriter, op: Operation, value: boolean): Value {
  rewriter.locateAt(op.liveId);
  return constantOf(rewriter, rewriter.getBoolAttr(value), rewriter.getI1Type());
}

/** Creates a constant: a number, or a vector or tensor in which all elements are this number. */
export function splatConstant(rewriter: PatternRewriter, type: Type, value: bigint): Value {
  return constantOf(rewriter, splatOf(type, value), type);
}

export function compareIntegers(rewriter: PatternRewriter, predicate: string, left: Value, right: Value): Value {
  return make(rewriter, "cmpi", [left, right], boolTypeLike(left.type), {
    predicate: predicateOf(rewriter, predicate),
  });
}

export function predicateOf(rewriter: PatternRewriter, predicate: string): Attribute {
  return rewriter.getIntegerAttr(rewriter.getI64Type(), CMPI.indexOf(predicate));
}

/**
 * Applies a function to two integer constants of the same type (`applyToIntegerAttrs`). The constants must not be
 * vectors or tensors.
 */
export function combineNumbers(
  type: Type,
  a: Attribute,
  b: Attribute,
  calculate: (a: bigint, b: bigint, of: Elements) => bigint,
): Attribute {
  const [left, right] = [elementsOf(a)!, elementsOf(b)!];
  return attributeOfBits(type, [BigInt.asUintN(left.width, calculate(left.bits[0]!, right.bits[0]!, left))]);
}

/** Returns the overflow flags that both operations have (`mergeOverflowFlags`). */
export function commonOverflowFlags(a: Operation, b: Operation): Attributes {
  const overflowFlags = a.getAttr("overflowFlags");
  if (overflowFlags !== undefined && overflowFlags === b.getAttr("overflowFlags")) return { overflowFlags };
  const flags = ["nsw", "nuw"].filter((flag) =>
    [a, b].every((op) => op.getAttr("overflowFlags")?.byteText.includes(flag) === true),
  );
  return overflow(a, flags.length === 0 ? "none" : flags.join(", "));
}

function overflow({ context }: Operation, flags: string): Attributes {
  return { overflowFlags: context.parseAttribute(`#arith.overflow<${flags}>`) };
}
