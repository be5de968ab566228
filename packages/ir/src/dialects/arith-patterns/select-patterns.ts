import { matchConstant } from "../../fold/constants.ts";
import { isOne, isZero } from "../../fold/elements.ts";
import { dagPattern } from "../../rewrite/dag-pattern.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { binary, make, matchOf, rule, splatConstant } from "./build.ts";

/* Patterns of `arith.select`, in MLIR's order. */

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
  rule("RedundantSelectFalse", ["select", "p", "x", ["select", "p", "y", "z"]], ["select", "p", "x", "z"]),
  rule("RedundantSelectTrue", ["select", "p", ["select", "p", "x", "y"], "z"], ["select", "p", "x", "z"]),
  // As in MLIR, the condition must be a scalar.
  rule(
    "SelectNotCond",
    ["select", ["xori", "p", "c"], "x", "y"],
    ["select", "p", "y", "x"],
    (match) => match.constant("c").byteText === "true",
  ),
  dagPattern({
    name: "(anonymous namespace)::SelectI1ToNot",
    match: matchOf(["select", "p", "c0", "c1"]),
    when: (match) => match.constant("c0").byteText === "false" && match.constant("c1").byteText === "true",
    rewrite(match, rewriter, root) {
      const one = splatConstant(rewriter, root.getResult(0).type, 1n);
      rewriter.replaceOp(root, [binary(rewriter, "xori", match.value("p"), one)]);
    },
  }),
  selectToExtension,
];
