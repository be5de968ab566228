import { dagPattern, node } from "../../rewrite/dag-pattern.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { binary, make } from "./build.ts";

/* Patterns of floating-point operations (`mlir/lib/Dialect/Arith/IR/ArithCanonicalization.td`). */

/**
 * Makes a pattern that replaces a conversion of an integer to a float type, followed by a truncation to a narrower
 * float type, by one conversion to the narrower type.
 */
function narrowerConversion(name: string, conversion: "sitofp" | "uitofp"): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: node("arith.truncf", [node(`arith.${conversion}`, ["x"])], "root"),
    when: (match) => !match.op("root").hasAttr("roundingmode"),
    rewrite: (match, rewriter, root) =>
      rewriter.replaceOp(root, [make(rewriter, conversion, [match.value("x")], root.getResult(0).type)]),
  });
}

export const truncf: readonly OpRewritePattern[] = [
  narrowerConversion("TruncFSIToFPToSIToFP", "sitofp"),
  narrowerConversion("TruncFUIToFPToUIToFP", "uitofp"),
];

/** Makes a pattern that removes two negations that cancel each other. */
function ofNegated(name: string, mnemonic: "divf" | "mulf"): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: node(`arith.${mnemonic}`, [node("arith.negf", ["x"]), node("arith.negf", ["y"])]),
    rewrite(match, rewriter, root) {
      const fastmath = root.getAttr("fastmath");
      const attributes = fastmath === undefined ? {} : { fastmath };
      rewriter.replaceOp(root, [binary(rewriter, mnemonic, match.value("x"), match.value("y"), attributes)]);
    },
  });
}

export const mulf: readonly OpRewritePattern[] = [ofNegated("MulFOfNegF", "mulf")];
export const divf: readonly OpRewritePattern[] = [ofNegated("DivFOfNegF", "divf")];
