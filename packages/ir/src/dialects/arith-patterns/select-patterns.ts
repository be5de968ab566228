import { matchConstant } from "../../fold/constants.ts";
import { isOne, isZero } from "../../fold/elements.ts";
import { constant, dagPattern, node } from "../../rewrite/dag-pattern.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { binary, make, splatConstant } from "./build.ts";

/* Patterns of `arith.select`, in MLIR's order. */

const selectOfSame = (name: string, isFirst: boolean): OpRewritePattern =>
  dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: isFirst
      ? node("arith.select", ["condition", node("arith.select", ["condition", "a", "b"]), "c"])
      : node("arith.select", ["condition", "a", node("arith.select", ["condition", "b", "c"])]),
    rewrite(match, rewriter, root) {
      const operands = ["condition", "a", "c"].map((name) => match.value(name));
      rewriter.replaceOp(root, [make(rewriter, "select", operands, root.getResult(0).type)]);
    },
  });

/** Replaces a select of one and zero by an extension of the condition. */
const selectToExtension: OpRewritePattern = {
  name: "SelectToExtUI",
  couldMatch: (store, op) => {
    const { data } = store.context.types[store.valueType[store.opFirstResult[op]!]!]!;
    return data.kind === "integer" && data.width !== 1;
  },
  matchAndRewrite(op, rewriter) {
    const [condition, first, second] = op.operands;
    const [a, b] = [matchConstant(first!), matchConstant(second!)];
    const isPlain = isOne(a) && isZero(b);
    if (!isPlain && !(isZero(a) && isOne(b))) return false;
    rewriter.locateAt(op.id);
    const bit = isPlain
      ? condition!
      : binary(rewriter, "xori", condition!, splatConstant(rewriter, condition!.type, 1n));
    rewriter.replaceOp(op, [make(rewriter, "extui", [bit], op.getResult(0).type)]);
    return true;
  },
};

export const select: readonly OpRewritePattern[] = [
  selectOfSame("RedundantSelectFalse", false),
  selectOfSame("RedundantSelectTrue", true),
  dagPattern({
    name: "(anonymous namespace)::SelectNotCond",
    match: node("arith.select", [node("arith.xori", ["condition", constant("ones")]), "a", "b"]),
    // As in MLIR, the condition must be a scalar.
    when: (match) => match.constant("ones").byteText === "true",
    rewrite(match, rewriter, root) {
      const operands = ["condition", "b", "a"].map((name) => match.value(name));
      rewriter.replaceOp(root, [make(rewriter, "select", operands, root.getResult(0).type)]);
    },
  }),
  dagPattern({
    name: "(anonymous namespace)::SelectI1ToNot",
    match: node("arith.select", ["condition", constant("no"), constant("yes")]),
    when: (match) => match.constant("no").byteText === "false" && match.constant("yes").byteText === "true",
    rewrite(match, rewriter, root) {
      const condition = match.value("condition");
      const one = splatConstant(rewriter, root.getResult(0).type, 1n);
      rewriter.replaceOp(root, [binary(rewriter, "xori", condition, one)]);
    },
  }),
  selectToExtension,
];
