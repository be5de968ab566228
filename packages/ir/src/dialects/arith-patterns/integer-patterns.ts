import { constantInt, isAllOnes, isOne, widthOf } from "../../fold/elements.ts";
import { constant, dagPattern, node } from "../../rewrite/dag-pattern.ts";
import type { DagMatch } from "../../rewrite/dag-pattern.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { integerPredicate } from "../arith-fold/compare-fold.ts";
import {
  binary,
  combineNumbers,
  commonOverflowFlags,
  compareIntegers,
  constantOf,
  make,
  splatConstant,
} from "./build.ts";

/*
 * Patterns of integer operations (`mlir/lib/Dialect/Arith/IR/ArithCanonicalization.td`). Folding has already moved
 * constants to the right side of commutative operations.
 */

/**
 * Pattern that combines the constants of two nested operations, such as `(x + c0) + c1`. Each operation is an addition,
 * subtraction or multiplication with one constant operand.
 */
interface Regrouping {
  readonly name: string;
  readonly outer: "addi" | "subi" | "muli";
  readonly inner: "addi" | "subi" | "muli";
  /** Index of `x`, the operand that is not constant, among the operands of the inner operation. */
  readonly x: 0 | 1;
  readonly innerAt?: 1;
  readonly result: "addi" | "subi" | "muli";
  /** Index of `x` among the operands of the resulting operation. */
  readonly resultX: 0 | 1;
  /** Combines the inner and the outer constant. */
  calculate(inner: bigint, outer: bigint): bigint;
  readonly keepsFlags?: false;
}

function regrouping(rule: Regrouping): OpRewritePattern {
  const inner = constant("c0");
  const nested = node(`arith.${rule.inner}`, rule.x === 0 ? ["x", inner] : [inner, "x"], "inner");
  const outer = constant("c1");
  return dagPattern({
    name: `(anonymous namespace)::${rule.name}`,
    match: node(`arith.${rule.outer}`, rule.innerAt === 1 ? [outer, nested] : [nested, outer]),
    when: (match) => isNumber(match, "c0") && isNumber(match, "c1"),
    rewrite(match, rewriter, root) {
      const x = match.value("x");
      const value = combineNumbers(x.type, match.constant("c0"), match.constant("c1"), rule.calculate);
      const sum = constantOf(rewriter, value, x.type);
      const flags = rule.keepsFlags === false ? {} : commonOverflowFlags(match.op("inner"), root);
      const [left, right] = rule.resultX === 0 ? [x, sum] : [sum, x];
      rewriter.replaceOp(root, [binary(rewriter, rule.result, left, right, flags)]);
    },
  });
}

function isNumber(match: DagMatch, name: string): boolean {
  return match.constant(name).data.kind === "integer";
}

/** Replaces `x + y * -1` by `x - y`. */
function addOfNegated(name: string, productAt: 0 | 1): OpRewritePattern {
  const product = node("arith.muli", ["y", constant("c0")]);
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: node("arith.addi", productAt === 0 ? [product, "x"] : ["x", product]),
    when: (match) => isAllOnes(match.constant("c0")),
    rewrite: (match, rewriter, root) =>
      rewriter.replaceOp(root, [binary(rewriter, "subi", match.value("x"), match.value("y"))]),
  });
}

export const addi: readonly OpRewritePattern[] = [
  regrouping({
    name: "AddIAddConstant",
    outer: "addi",
    inner: "addi",
    x: 0,
    result: "addi",
    resultX: 0,
    calculate: (a, b) => a + b,
  }),
  regrouping({
    name: "AddISubConstantRHS",
    outer: "addi",
    inner: "subi",
    x: 0,
    result: "addi",
    resultX: 0,
    calculate: (a, b) => b - a,
  }),
  regrouping({
    name: "AddISubConstantLHS",
    outer: "addi",
    inner: "subi",
    x: 1,
    result: "subi",
    resultX: 1,
    calculate: (a, b) => a + b,
  }),
  addOfNegated("AddIMulNegativeOneRhs", 1),
  addOfNegated("AddIMulNegativeOneLhs", 0),
];

export const subi: readonly OpRewritePattern[] = [
  regrouping({
    name: "SubIRHSAddConstant",
    outer: "subi",
    inner: "addi",
    x: 0,
    result: "addi",
    resultX: 0,
    calculate: (a, b) => a - b,
    keepsFlags: false,
  }),
  regrouping({
    name: "SubILHSAddConstant",
    outer: "subi",
    inner: "addi",
    x: 0,
    innerAt: 1,
    result: "subi",
    resultX: 1,
    calculate: (a, b) => b - a,
  }),
  regrouping({
    name: "SubIRHSSubConstantRHS",
    outer: "subi",
    inner: "subi",
    x: 0,
    result: "subi",
    resultX: 0,
    calculate: (a, b) => a + b,
  }),
  regrouping({
    name: "SubIRHSSubConstantLHS",
    outer: "subi",
    inner: "subi",
    x: 1,
    result: "subi",
    resultX: 1,
    calculate: (a, b) => a - b,
  }),
  regrouping({
    name: "SubILHSSubConstantRHS",
    outer: "subi",
    inner: "subi",
    x: 0,
    innerAt: 1,
    result: "subi",
    resultX: 1,
    calculate: (a, b) => a + b,
  }),
  regrouping({
    name: "SubILHSSubConstantLHS",
    outer: "subi",
    inner: "subi",
    x: 1,
    innerAt: 1,
    result: "addi",
    resultX: 0,
    calculate: (a, b) => b - a,
  }),
  dagPattern({
    name: "(anonymous namespace)::SubISubILHSRHSLHS",
    match: node("arith.subi", [node("arith.subi", ["x", "y"], "inner"), "x"]),
    rewrite(match, rewriter, root) {
      const y = match.value("y");
      const zero = splatConstant(rewriter, y.type, 0n);
      rewriter.replaceOp(root, [binary(rewriter, "subi", zero, y, commonOverflowFlags(match.op("inner"), root))]);
    },
  }),
];

export const muli: readonly OpRewritePattern[] = [
  regrouping({
    name: "MulIMulIConstant",
    outer: "muli",
    inner: "muli",
    x: 0,
    result: "muli",
    resultX: 0,
    calculate: (a, b) => a * b,
  }),
];

/**
 * Makes a pattern that replaces an operation with two results by the variant with one result, if the second result is
 * unused.
 */
function withoutSecondResult(name: string, op: string, plain: string): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: node(op, ["x", "y"], "root"),
    when: (match) => !match.op("root").getResult(1).hasUses,
    rewrite(match, rewriter, root) {
      const x = match.value("x");
      rewriter.replaceOp(root, [binary(rewriter, plain, x, match.value("y")), x]);
    },
  });
}

export const adduiExtended: readonly OpRewritePattern[] = [
  withoutSecondResult("AddUIExtendedToAddI", "arith.addui_extended", "addi"),
];

export const muluiExtended: readonly OpRewritePattern[] = [
  withoutSecondResult("MulUIExtendedToMulI", "arith.mului_extended", "muli"),
];

export const mulsiExtended: readonly OpRewritePattern[] = [
  withoutSecondResult("MulSIExtendedToMulI", "arith.mulsi_extended", "muli"),
  dagPattern({
    name: "(anonymous namespace)::MulSIExtendedRHSOne",
    match: node("arith.mulsi_extended", ["x", constant("c1")]),
    when: (match) => isOne(match.constant("c1")) && widthOf(match.value("x").type) > 1,
    rewrite(match, rewriter, root) {
      const x = match.value("x");
      const isNegative = compareIntegers(rewriter, "slt", x, splatConstant(rewriter, x.type, 0n));
      rewriter.replaceOp(root, [x, make(rewriter, "extsi", [isNegative], root.getResult(1).type)]);
    },
  }),
];

/** Replaces an operation on two extended values by the extension of the operation on the original values. */
function ofExtended(name: string, mnemonic: string, extension: "extsi" | "extui"): OpRewritePattern {
  const extended = (value: string) => node(`arith.${extension}`, [value]);
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: node(`arith.${mnemonic}`, [extended("x"), extended("y")]),
    when: (match) => match.value("x").type === match.value("y").type,
    rewrite(match, rewriter, root) {
      const result = binary(rewriter, mnemonic, match.value("x"), match.value("y"));
      rewriter.replaceOp(root, [make(rewriter, extension, [result], root.getResult(0).type)]);
    },
  });
}

export const andi: readonly OpRewritePattern[] = [
  ofExtended("AndOfExtUI", "andi", "extui"),
  ofExtended("AndOfExtSI", "andi", "extsi"),
];

export const ori: readonly OpRewritePattern[] = [
  ofExtended("OrOfExtUI", "ori", "extui"),
  ofExtended("OrOfExtSI", "ori", "extsi"),
];

const INVERTED: Readonly<Record<string, string>> = {
  eq: "ne",
  ne: "eq",
  slt: "sge",
  sle: "sgt",
  sgt: "sle",
  sge: "slt",
  ult: "uge",
  ule: "ugt",
  ugt: "ule",
  uge: "ult",
};

/** Returns the negation of a predicate. */
export function invertPredicate(predicate: string): string {
  return INVERTED[predicate]!;
}

export const xori: readonly OpRewritePattern[] = [
  dagPattern({
    name: "(anonymous namespace)::XOrINotCmpI",
    match: node("arith.xori", [node("arith.cmpi", ["a", "b"], "comparison"), constant("one")]),
    when: (match) => match.constant("one").byteText === "true",
    rewrite(match, rewriter, root) {
      const predicate = invertPredicate(integerPredicate(match.op("comparison")));
      rewriter.replaceOp(root, [compareIntegers(rewriter, predicate, match.value("a"), match.value("b"))]);
    },
  }),
  ofExtended("XOrIOfExtUI", "xori", "extui"),
  ofExtended("XOrIOfExtSI", "xori", "extsi"),
];

/**
 * Replaces a comparison of two extended values for equality by a comparison of the original values. The extension does
 * not change whether two values are equal.
 */
function equalityOfExtended(name: string, extension: string): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: node("arith.cmpi", [node(extension, ["a"]), node(extension, ["b"])], "root"),
    when: (match) =>
      match.value("a").type === match.value("b").type && ["eq", "ne"].includes(integerPredicate(match.op("root"))),
    rewrite: (match, rewriter, root) =>
      rewriter.replaceOp(root, [compareIntegers(rewriter, integerPredicate(root), match.value("a"), match.value("b"))]),
  });
}

export const cmpi: readonly OpRewritePattern[] = [
  equalityOfExtended("CmpIExtSI", "arith.extsi"),
  equalityOfExtended("CmpIExtUI", "arith.extui"),
];

/** Makes a pattern that combines two conversions into one conversion of another kind. */
function conversion(name: string, outer: string, inner: string, result: string): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: node(`arith.${outer}`, [node(`arith.${inner}`, ["x"])]),
    rewrite: (match, rewriter, root) =>
      rewriter.replaceOp(root, [make(rewriter, result, [match.value("x")], root.getResult(0).type)]),
  });
}

/** Makes a pattern that removes a conversion followed by the inverse conversion. */
function inverse(name: string, op: string): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: node(op, [node(op, ["x"])], "root"),
    when: (match) => match.op("root").getResult(0).type === match.value("x").type,
    rewrite: (match, rewriter, root) => rewriter.replaceOp(root, [match.value("x")]),
  });
}

export const indexCast: readonly OpRewritePattern[] = [
  inverse("IndexCastOfIndexCast", "arith.index_cast"),
  conversion("IndexCastOfExtSI", "index_cast", "extsi", "index_cast"),
];

export const indexCastui: readonly OpRewritePattern[] = [
  inverse("IndexCastUIOfIndexCastUI", "arith.index_castui"),
  conversion("IndexCastUIOfExtUI", "index_castui", "extui", "index_castui"),
];

export const bitcast: readonly OpRewritePattern[] = [conversion("BitcastOfBitcast", "bitcast", "bitcast", "bitcast")];

export const extsi: readonly OpRewritePattern[] = [conversion("ExtSIOfExtUI", "extsi", "extui", "extui")];

/**
 * Makes a pattern that replaces an extension and a truncation by an extension to the narrower type, if the truncation
 * removes only bits that the extension added.
 */
function shorterExtension(name: string, extension: "extsi" | "extui"): OpRewritePattern {
  return dagPattern({
    name: `(anonymous namespace)::${name}`,
    match: node("arith.trunci", [node(`arith.${extension}`, ["x"], "extension")], "root"),
    when(match) {
      const [wide, narrow] = [match.op("extension"), match.op("root")].map((op) => widthOf(op.getResult(0).type));
      return wide! > narrow! && narrow! > widthOf(match.value("x").type);
    },
    rewrite: (match, rewriter, root) =>
      rewriter.replaceOp(root, [make(rewriter, extension, [match.value("x")], root.getResult(0).type)]),
  });
}

export const trunci: readonly OpRewritePattern[] = [
  shorterExtension("TruncIExtSIToExtSI", "extsi"),
  shorterExtension("TruncIExtUIToExtUI", "extui"),
  dagPattern({
    name: "(anonymous namespace)::TruncIShrSIToTrunciShrUI",
    match: node("arith.trunci", [node("arith.shrsi", ["x", constant("c0")], "shift")], "root"),
    when(match) {
      const dropped = widthOf(match.value("x").type) - widthOf(match.op("root").getResult(0).type);
      return constantInt(match.constant("c0")) === BigInt(dropped);
    },
    rewrite(match, rewriter, root) {
      const x = match.value("x");
      const amount = constantOf(rewriter, match.constant("c0"), x.type);
      const isExact = match.op("shift").getAttr("isExact");
      const shifted = make(rewriter, "shrui", [x, amount], x.type, isExact === undefined ? {} : { isExact });
      const overflowFlags = root.getAttr("overflowFlags");
      const attributes = overflowFlags === undefined ? {} : { overflowFlags };
      rewriter.replaceOp(root, [make(rewriter, "trunci", [shifted], root.getResult(0).type, attributes)]);
    },
  }),
];
