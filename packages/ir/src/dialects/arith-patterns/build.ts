import type { Attribute, Type } from "../../attributes/attribute.ts";
import type { OpBuilder } from "../../builder.ts";
import { splatOf } from "../../fold/elements.ts";
import type { Operation, Value } from "../../handles.ts";
import { compileDagPattern } from "../../rewrite/dag-pattern.ts";
import type { DagMatch } from "../../rewrite/dag-pattern.ts";
import { constant, node } from "../../rewrite/dag-tree.ts";
import type { DagNode, OperandPattern } from "../../rewrite/dag-tree.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { boolTypeLike, predicateAttribute } from "../arith-assembly.ts";

/** Tree of arith operations: the name of an operation without the dialect, and the operands of this operation. */
export type Tree = readonly [mnemonic: string, ...operands: TreeOperand[]];
/** Operand in a tree: the name of a constant (`c`, `c0` or `c1`) or other value, an operation, or a new constant. */
type TreeOperand = string | Tree | NewConstant;
/** Returns the value of a new constant. `type` is the type of another operand of the same operation. */
export type NewConstant = (match: DagMatch, type: Type) => Attribute;

/** Returns a pattern that matches a tree. An inner operation is named `inner` if there is only one. */
export function matchOf([mnemonic, ...operands]: Tree): DagNode {
  const as = operands.filter((operand) => typeof operand === "object").length === 1 ? "inner" : undefined;
  const patternOf = (operand: TreeOperand): OperandPattern => {
    if (typeof operand !== "string") return { ...matchOf(operand as Tree), as };
    return /^c\d?$/.test(operand) ? constant(operand) : operand;
  };
  return node(`arith.${mnemonic}`, operands.map(patternOf));
}

/**
 * Makes a pattern that replaces one tree by another (`Pat` of TableGen). The result has the type of the replaced
 * operation and the attributes from `attributesOf`. Inner operations have the types of their first operands.
 */
export function rule(
  name: string,
  from: Tree,
  to: string | Tree,
  when?: (match: DagMatch) => boolean,
  attributesOf: (match: DagMatch) => Attributes = () => ({}),
): OpRewritePattern {
  return compileDagPattern({
    name: `(anonymous namespace)::${name}`,
    match: matchOf(from),
    ...(when && { when }),
    rewrite(match, rewriter, root) {
      const build = (tree: string | Tree, type?: Type, attributes: Attributes = {}): Value => {
        if (typeof tree === "string") return match.value(tree);
        const [mnemonic, ...rest] = tree;
        const other = rest.find((operand) => typeof operand === "string");
        const operands = rest.map((operand) => {
          if (typeof operand !== "function") return build(operand);
          const constantType = match.value(other!).type;
          return constantOf(rewriter, operand(match, constantType), constantType);
        });
        return make(rewriter, mnemonic, operands, type ?? operands[0]!.type, attributes);
      };
      rewriter.replaceOp(root, [build(to, root.getResult(0).type, attributesOf(match))]);
    },
  });
}

export function attributeOf(op: Operation, name: string): Attributes {
  const value = op.getAttr(name);
  return value === undefined ? {} : { [name]: value };
}

export type Attributes = Readonly<Record<string, Attribute>>;

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
  rewriter: OpBuilder,
  mnemonic: string,
  operands: readonly Value[],
  type: Type,
  attributes: Attributes = {},
): Value {
  return rewriter.create(`arith.${mnemonic}`, { operands, results: [type], attributes }).getResult(0);
}

export function constantOf(rewriter: OpBuilder, value: Attribute, type: Type): Value {
  return make(rewriter, "constant", [], type, { value });
}

/** Creates the constant `true` or `false` at the location of an operation. */
export function boolAt(rewriter: PatternRewriter, op: Operation, value: boolean): Value {
  rewriter.locateAt(op.liveId);
  return constantOf(rewriter, rewriter.getBoolAttr(value), rewriter.getI1Type());
}

export function splatConstant(rewriter: PatternRewriter, type: Type, value: bigint): Value {
  return constantOf(rewriter, splatOf(type, value), type);
}

export function compareIntegers(rewriter: PatternRewriter, predicate: string, left: Value, right: Value): Value {
  const attributes = { predicate: predicateAttribute(rewriter.context, predicate) };
  return make(rewriter, "cmpi", [left, right], boolTypeLike(left.type), attributes);
}
