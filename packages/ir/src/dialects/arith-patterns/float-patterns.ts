import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { attributeOf, rule } from "./build.ts";

/* Patterns of floating-point operations (`mlir/lib/Dialect/Arith/IR/ArithCanonicalization.td`). */

/**
 * Makes a pattern that combines a conversion of an integer to a float type and a truncation to a narrower float type
 * into one conversion.
 */
function narrowerConversion(name: string, conversion: "sitofp" | "uitofp"): OpRewritePattern {
  return rule(
    name,
    ["truncf", [conversion, "x"]],
    [conversion, "x"],
    (match) => !match.op("root").hasAttr("roundingmode"),
  );
}

export const truncf: readonly OpRewritePattern[] = [
  narrowerConversion("TruncFSIToFPToSIToFP", "sitofp"),
  narrowerConversion("TruncFUIToFPToUIToFP", "uitofp"),
];

/**
 * Makes a pattern that removes the negations of both operands of an operation, because these negations cancel each
 * other.
 */
function ofNegated(name: string, mnemonic: "divf" | "mulf"): OpRewritePattern {
  return rule(name, [mnemonic, ["negf", "x"], ["negf", "y"]], [mnemonic, "x", "y"], undefined, (root) =>
    attributeOf(root, "fastmath"),
  );
}

export const mulf: readonly OpRewritePattern[] = [ofNegated("MulFOfNegF", "mulf")];
export const divf: readonly OpRewritePattern[] = [ofNegated("DivFOfNegF", "divf")];
