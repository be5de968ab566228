import { constantInt, isAllOnes, isOne, widthOf } from "../../fold/elements.ts";
import { dagPattern } from "../../rewrite/dag-pattern.ts";
import type { DagMatch } from "../../rewrite/dag-pattern.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { invertPredicate } from "../arith-assembly.ts";
import { integerPredicate } from "../arith-fold/compare-fold.ts";
import {
  attributeOf,
  binary,
  combineNumbers,
  commonOverflowFlags,
  compareIntegers,
  constantOf,
  make,
  matchOf,
  rule,
  splatConstant,
} from "./build.ts";
import type { Tree } from "./build.ts";

/*
 * Patterns of integer operations (`mlir/lib/Dialect/Arith/IR/ArithCanonicalization.td`). Folding has already moved
 * constants to the right side of commutative operations.
 */

/**
 * Makes a pattern that combines the constants `c0` and `c1` of two nested operations, such as `(x + c0) + c1`, into the
 * constant `c` of one operation.
 */
function regrouping(
  name: string,
  from: Tree,
  [mnemonic, left, right]: readonly ["addi" | "subi" | "muli", "c" | "x", "c" | "x"],
  calculate: (c0: bigint, c1: bigint) => bigint,
  keepsFlags = true,
): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: matchOf(from),
    when: (match) => isNumber(match, "c0") && isNumber(match, "c1"),
    rewrite(match, rewriter, root) {
      const x = match.value("x");
      const value = combineNumbers(x.type, match.constant("c0"), match.constant("c1"), calculate);
      const operands = { x, c: constantOf(rewriter, value, x.type) };
      const flags = keepsFlags ? commonOverflowFlags(match.op("inner"), root) : {};
      rewriter.replaceOp(root, [binary(rewriter, mnemonic, operands[left], operands[right], flags)]);
    },
  });
}

function isMinusOne(match: DagMatch): boolean {
  return isAllOnes(match.constant("c"));
}

function isNumber(match: DagMatch, name: string): boolean {
  return match.constant(name).data.kind === "integer";
}

export const addi: readonly OpRewritePattern[] = [
  regrouping("AddIAddConstant", ["addi", ["addi", "x", "c0"], "c1"], ["addi", "x", "c"], (c0, c1) => c0 + c1),
  regrouping("AddISubConstantRHS", ["addi", ["subi", "x", "c0"], "c1"], ["addi", "x", "c"], (c0, c1) => c1 - c0),
  regrouping("AddISubConstantLHS", ["addi", ["subi", "c0", "x"], "c1"], ["subi", "c", "x"], (c0, c1) => c0 + c1),
  rule("AddIMulNegativeOneRhs", ["addi", "x", ["muli", "y", "c"]], ["subi", "x", "y"], isMinusOne),
  rule("AddIMulNegativeOneLhs", ["addi", ["muli", "y", "c"], "x"], ["subi", "x", "y"], isMinusOne),
];

export const subi: readonly OpRewritePattern[] = [
  regrouping("SubIRHSAddConstant", ["subi", ["addi", "x", "c0"], "c1"], ["addi", "x", "c"], (c0, c1) => c0 - c1, false),
  regrouping("SubILHSAddConstant", ["subi", "c1", ["addi", "x", "c0"]], ["subi", "c", "x"], (c0, c1) => c1 - c0),
  regrouping("SubIRHSSubConstantRHS", ["subi", ["subi", "x", "c0"], "c1"], ["subi", "x", "c"], (c0, c1) => c0 + c1),
  regrouping("SubIRHSSubConstantLHS", ["subi", ["subi", "c0", "x"], "c1"], ["subi", "c", "x"], (c0, c1) => c0 - c1),
  regrouping("SubILHSSubConstantRHS", ["subi", "c1", ["subi", "x", "c0"]], ["subi", "c", "x"], (c0, c1) => c0 + c1),
  regrouping("SubILHSSubConstantLHS", ["subi", "c1", ["subi", "c0", "x"]], ["addi", "x", "c"], (c0, c1) => c1 - c0),
  dagPattern({
    name: "(anonymous namespace)::SubISubILHSRHSLHS",
    match: matchOf(["subi", ["subi", "x", "y"], "x"]),
    rewrite(match, rewriter, root) {
      const y = match.value("y");
      const zero = splatConstant(rewriter, y.type, 0n);
      rewriter.replaceOp(root, [binary(rewriter, "subi", zero, y, commonOverflowFlags(match.op("inner"), root))]);
    },
  }),
];

export const muli: readonly OpRewritePattern[] = [
  regrouping("MulIMulIConstant", ["muli", ["muli", "x", "c0"], "c1"], ["muli", "x", "c"], (c0, c1) => c0 * c1),
];

/**
 * Makes a pattern that replaces an operation with two results by the variant with one result, if the second result is
 * unused.
 */
function withoutSecondResult(name: string, op: string, plain: string): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: matchOf([op, "x", "y"]),
    when: (match) => !match.op("root").getResult(1).hasUses,
    rewrite(match, rewriter, root) {
      const x = match.value("x");
      rewriter.replaceOp(root, [binary(rewriter, plain, x, match.value("y")), x]);
    },
  });
}

export const adduiExtended: readonly OpRewritePattern[] = [
  withoutSecondResult("AddUIExtendedToAddI", "addui_extended", "addi"),
];

export const muluiExtended: readonly OpRewritePattern[] = [
  withoutSecondResult("MulUIExtendedToMulI", "mului_extended", "muli"),
];

export const mulsiExtended: readonly OpRewritePattern[] = [
  withoutSecondResult("MulSIExtendedToMulI", "mulsi_extended", "muli"),
  dagPattern({
    name: "(anonymous namespace)::MulSIExtendedRHSOne",
    match: matchOf(["mulsi_extended", "x", "c1"]),
    when: (match) => isOne(match.constant("c1")) && widthOf(match.value("x").type) > 1,
    rewrite(match, rewriter, root) {
      const x = match.value("x");
      const isNegative = compareIntegers(rewriter, "slt", x, splatConstant(rewriter, x.type, 0n));
      rewriter.replaceOp(root, [x, make(rewriter, "extsi", [isNegative], root.getResult(1).type)]);
    },
  }),
];

/** Makes a pattern that moves the extensions of both operands of an operation to the result of the operation. */
function ofExtended(name: string, mnemonic: string, extension: "extsi" | "extui"): OpRewritePattern {
  return rule(
    name,
    [mnemonic, [extension, "x"], [extension, "y"]],
    [extension, [mnemonic, "x", "y"]],
    (match) => match.value("x").type === match.value("y").type,
  );
}

export const andi: readonly OpRewritePattern[] = [
  ofExtended("AndOfExtUI", "andi", "extui"),
  ofExtended("AndOfExtSI", "andi", "extsi"),
];

export const ori: readonly OpRewritePattern[] = [
  ofExtended("OrOfExtUI", "ori", "extui"),
  ofExtended("OrOfExtSI", "ori", "extsi"),
];

export const xori: readonly OpRewritePattern[] = [
  dagPattern({
    name: "(anonymous namespace)::XOrINotCmpI",
    match: matchOf(["xori", ["cmpi", "a", "b"], "c"]),
    when: (match) => match.constant("c").byteText === "true",
    rewrite(match, rewriter, root) {
      const predicate = invertPredicate(integerPredicate(match.op("inner")));
      rewriter.replaceOp(root, [compareIntegers(rewriter, predicate, match.value("a"), match.value("b"))]);
    },
  }),
  ofExtended("XOrIOfExtUI", "xori", "extui"),
  ofExtended("XOrIOfExtSI", "xori", "extsi"),
];

/**
 * Makes a pattern that replaces a comparison of two extended values for equality by a comparison of the original
 * values. The extension does not change whether two values are equal.
 */
function equalityOfExtended(name: string, extension: string): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: matchOf(["cmpi", [extension, "a"], [extension, "b"]]),
    when: (match) =>
      match.value("a").type === match.value("b").type && ["eq", "ne"].includes(integerPredicate(match.op("root"))),
    rewrite: (match, rewriter, root) =>
      rewriter.replaceOp(root, [compareIntegers(rewriter, integerPredicate(root), match.value("a"), match.value("b"))]),
  });
}

export const cmpi: readonly OpRewritePattern[] = [
  equalityOfExtended("CmpIExtSI", "extsi"),
  equalityOfExtended("CmpIExtUI", "extui"),
];

/** Makes a pattern that removes a conversion followed by the inverse conversion. */
function inverse(name: string, op: string): OpRewritePattern {
  const isInverse = (match: DagMatch): boolean => match.op("root").getResult(0).type === match.value("x").type;
  return rule(name, [op, [op, "x"]], "x", isInverse);
}

export const indexCast: readonly OpRewritePattern[] = [
  inverse("IndexCastOfIndexCast", "index_cast"),
  rule("IndexCastOfExtSI", ["index_cast", ["extsi", "x"]], ["index_cast", "x"]),
];

export const indexCastui: readonly OpRewritePattern[] = [
  inverse("IndexCastUIOfIndexCastUI", "index_castui"),
  rule("IndexCastUIOfExtUI", ["index_castui", ["extui", "x"]], ["index_castui", "x"]),
];

export const bitcast: readonly OpRewritePattern[] = [
  rule("BitcastOfBitcast", ["bitcast", ["bitcast", "x"]], ["bitcast", "x"]),
];

export const extsi: readonly OpRewritePattern[] = [rule("ExtSIOfExtUI", ["extsi", ["extui", "x"]], ["extui", "x"])];

/**
 * Makes a pattern that replaces an extension and a truncation by an extension to the narrower type, if the truncation
 * removes only bits that the extension added.
 */
function shorterExtension(name: string, extension: "extsi" | "extui"): OpRewritePattern {
  return rule(name, ["trunci", [extension, "x"]], [extension, "x"], (match) => {
    const [wide, narrow] = [match.op("inner"), match.op("root")].map((op) => widthOf(op.getResult(0).type));
    return wide! > narrow! && narrow! > widthOf(match.value("x").type);
  });
}

export const trunci: readonly OpRewritePattern[] = [
  shorterExtension("TruncIExtSIToExtSI", "extsi"),
  shorterExtension("TruncIExtUIToExtUI", "extui"),
  dagPattern({
    name: "(anonymous namespace)::TruncIShrSIToTrunciShrUI",
    match: matchOf(["trunci", ["shrsi", "x", "c0"]]),
    when(match) {
      const dropped = widthOf(match.value("x").type) - widthOf(match.op("root").getResult(0).type);
      return constantInt(match.constant("c0")) === BigInt(dropped);
    },
    rewrite(match, rewriter, root) {
      const x = match.value("x");
      const amount = constantOf(rewriter, match.constant("c0"), x.type);
      const shifted = binary(rewriter, "shrui", x, amount, attributeOf(match.op("inner"), "isExact"));
      const flags = attributeOf(root, "overflowFlags");
      rewriter.replaceOp(root, [make(rewriter, "trunci", [shifted], root.getResult(0).type, flags)]);
    },
  }),
];
