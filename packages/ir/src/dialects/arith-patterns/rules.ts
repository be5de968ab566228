import { attributeOfBits, constantInt, isAllOnes, isOne, isZero, splatOf, widthOf } from "../../fold/elements.ts";
import { compileDagPattern } from "../../rewrite/dag-pattern.ts";
import type { DagMatch } from "../../rewrite/dag-pattern.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { invertPredicate, predicateAttribute } from "../arith-assembly.ts";
import { integerPredicate } from "../arith-fold/compare-fold.ts";
import { cmpf } from "./compare-patterns.ts";
import { attributeOf, binary, compareIntegers, constantOf, make, matchOf, rule, splatConstant } from "./build.ts";
import type { Attributes, NewConstant, Tree } from "./build.ts";

/* Folding has already moved constants to the right side of commutative operations. */

const zero: NewConstant = (_match, type) => splatOf(type, 0n);
const one: NewConstant = (_match, type) => splatOf(type, 1n);

/** Returns the overflow flags that both operations have (`mergeOverflowFlags`). */
function commonFlags(match: DagMatch): Attributes {
  const [a, b] = [match.op("inner").getAttr("overflowFlags"), match.op("root").getAttr("overflowFlags")];
  if (a !== undefined && a === b) return { overflowFlags: a };
  const flags = ["nsw", "nuw"].filter((flag) => [a, b].every((attribute) => attribute?.byteText.includes(flag)));
  const { context } = match.op("root");
  return { overflowFlags: context.parseAttribute(`#arith.overflow<${flags.join(", ") || "none"}>`) };
}

function fromRoot(name: string): (match: DagMatch) => Attributes {
  return (match) => attributeOf(match.op("root"), name);
}

function isText(name: string, text: string): (match: DagMatch) => boolean {
  return (match) => match.constant(name).byteText === text;
}

/** Makes a pattern that combines `c0` and `c1` of two operations, such as `(x + c0) + c1`, into the constant `c`. */
function regrouping(
  name: string,
  from: Tree,
  [mnemonic, ...to]: readonly ["addi" | "subi" | "muli", "c" | "x", "c" | "x"],
  calculate: (c0: bigint, c1: bigint) => bigint,
  attributesOf: (match: DagMatch) => Attributes = commonFlags,
): OpRewritePattern {
  const combined: NewConstant = (match, type) => {
    const [c0, c1] = [constantInt(match.constant("c0"))!, constantInt(match.constant("c1"))!];
    return attributeOfBits(type, [BigInt.asUintN(widthOf(type), calculate(c0, c1))]);
  };
  const operands = to.map((operand) => (operand === "c" ? combined : operand));
  const areNumbers = (match: DagMatch): boolean =>
    ["c0", "c1"].every((name) => match.constant(name).data.kind === "integer");
  return rule(name, from, [mnemonic, ...operands], areNumbers, attributesOf);
}

function isMinusOne(match: DagMatch): boolean {
  return isAllOnes(match.constant("c"));
}

/** Makes a pattern that replaces an operation by its variant with one result, if the second result is unused. */
function withoutSecondResult(name: string, op: string, plain: string): OpRewritePattern {
  return compileDagPattern({
    name: `(anonymous namespace)::${name}`,
    match: matchOf([op, "x", "y"]),
    when: (match) => !match.op("root").getResult(1).hasUses,
    rewrite(match, rewriter, root) {
      const x = match.value("x");
      rewriter.replaceOp(root, [binary(rewriter, plain, x, match.value("y")), x]);
    },
  });
}

function areSameTypes(match: DagMatch): boolean {
  return match.value("x").type === match.value("y").type;
}

/** Makes a pattern that moves the extensions of both operands of an operation to the result of the operation. */
function ofExtended(name: string, mnemonic: string, extension: "extsi" | "extui"): OpRewritePattern {
  return rule(name, [mnemonic, [extension, "x"], [extension, "y"]], [extension, [mnemonic, "x", "y"]], areSameTypes);
}

/** Makes a pattern that compares two values without their extensions, which do not change whether values are equal. */
function equalityOfExtended(name: string, extension: string): OpRewritePattern {
  const isEquality = (match: DagMatch): boolean =>
    areSameTypes(match) && ["eq", "ne"].includes(integerPredicate(match.op("root")));
  return rule(
    name,
    ["cmpi", [extension, "x"], [extension, "y"]],
    ["cmpi", "x", "y"],
    isEquality,
    fromRoot("predicate"),
  );
}

function inverse(name: string, op: string): OpRewritePattern {
  const isInverse = (match: DagMatch): boolean => match.op("root").getResult(0).type === match.value("x").type;
  return rule(name, [op, [op, "x"]], "x", isInverse);
}

/** Makes a pattern that extends only to the narrower type if a truncation only removes bits that an extension added. */
function shorterExtension(name: string, extension: "extsi" | "extui"): OpRewritePattern {
  return rule(name, ["trunci", [extension, "x"]], [extension, "x"], (match) => {
    const [wide, narrow] = [match.op("inner"), match.op("root")].map((op) => widthOf(op.getResult(0).type));
    return wide! > narrow! && narrow! > widthOf(match.value("x").type);
  });
}

/** Makes a pattern that converts an integer directly to the narrower float type of a truncation. */
function narrowerConversion(name: string, conversion: "sitofp" | "uitofp"): OpRewritePattern {
  const keepsMode = (match: DagMatch): boolean => !match.op("root").hasAttr("roundingmode");
  return rule(name, ["truncf", [conversion, "x"]], [conversion, "x"], keepsMode);
}

/** Makes a pattern that removes the negations of both operands, because they cancel each other. */
function ofNegated(name: string, mnemonic: "divf" | "mulf"): OpRewritePattern {
  const negated: Tree = [mnemonic, ["negf", "x"], ["negf", "y"]];
  return rule(name, negated, [mnemonic, "x", "y"], undefined, fromRoot("fastmath"));
}

/** Makes a pattern that replaces a select between one and zero by an extension of `bit`, the condition for one. */
function selectOfBit(bit: "p" | Tree, isOneFirst: boolean): OpRewritePattern {
  const pattern = rule("", ["select", "p", "c0", "c1"], ["extui", bit], (match) => {
    const { data } = match.op("root").getResult(0).type;
    const [first, second] = isOneFirst ? (["c0", "c1"] as const) : (["c1", "c0"] as const);
    const isBit = isOne(match.constant(first)) && isZero(match.constant(second));
    return isBit && data.kind === "integer" && data.width !== 1;
  });
  return { ...pattern, name: "SelectToExtUI" };
}

/** Returns the patterns by mnemonic in camel case, in MLIR's order (`ArithCanonicalization.td`). */
export const makePatterns = (): Readonly<Record<string, readonly OpRewritePattern[]>> => ({
  addi: [
    regrouping("AddIAddConstant", ["addi", ["addi", "x", "c0"], "c1"], ["addi", "x", "c"], (c0, c1) => c0 + c1),
    regrouping("AddISubConstantRHS", ["addi", ["subi", "x", "c0"], "c1"], ["addi", "x", "c"], (c0, c1) => c1 - c0),
    regrouping("AddISubConstantLHS", ["addi", ["subi", "c0", "x"], "c1"], ["subi", "c", "x"], (c0, c1) => c0 + c1),
    rule("AddIMulNegativeOneRhs", ["addi", "x", ["muli", "y", "c"]], ["subi", "x", "y"], isMinusOne),
    rule("AddIMulNegativeOneLhs", ["addi", ["muli", "y", "c"], "x"], ["subi", "x", "y"], isMinusOne),
  ],
  subi: [
    regrouping(
      "SubIRHSAddConstant",
      ["subi", ["addi", "x", "c0"], "c1"],
      ["addi", "x", "c"],
      (c0, c1) => c0 - c1,
      () => ({}),
    ),
    regrouping("SubILHSAddConstant", ["subi", "c1", ["addi", "x", "c0"]], ["subi", "c", "x"], (c0, c1) => c1 - c0),
    regrouping("SubIRHSSubConstantRHS", ["subi", ["subi", "x", "c0"], "c1"], ["subi", "x", "c"], (c0, c1) => c0 + c1),
    regrouping("SubIRHSSubConstantLHS", ["subi", ["subi", "c0", "x"], "c1"], ["subi", "c", "x"], (c0, c1) => c0 - c1),
    regrouping("SubILHSSubConstantRHS", ["subi", "c1", ["subi", "x", "c0"]], ["subi", "c", "x"], (c0, c1) => c0 + c1),
    regrouping("SubILHSSubConstantLHS", ["subi", "c1", ["subi", "c0", "x"]], ["addi", "x", "c"], (c0, c1) => c1 - c0),
    rule("SubISubILHSRHSLHS", ["subi", ["subi", "x", "y"], "x"], ["subi", zero, "y"], undefined, commonFlags),
  ],
  muli: [regrouping("MulIMulIConstant", ["muli", ["muli", "x", "c0"], "c1"], ["muli", "x", "c"], (c0, c1) => c0 * c1)],
  adduiExtended: [withoutSecondResult("AddUIExtendedToAddI", "addui_extended", "addi")],
  muluiExtended: [withoutSecondResult("MulUIExtendedToMulI", "mului_extended", "muli")],
  mulsiExtended: [
    withoutSecondResult("MulSIExtendedToMulI", "mulsi_extended", "muli"),
    compileDagPattern({
      name: "(anonymous namespace)::MulSIExtendedRHSOne",
      match: matchOf(["mulsi_extended", "x", "c1"]),
      when: (match) => isOne(match.constant("c1")) && widthOf(match.value("x").type) > 1,
      rewrite(match, rewriter, root) {
        const x = match.value("x");
        const isNegative = compareIntegers(rewriter, "slt", x, splatConstant(rewriter, x.type, 0n));
        rewriter.replaceOp(root, [x, make(rewriter, "extsi", [isNegative], root.getResult(1).type)]);
      },
    }),
  ],
  andi: [ofExtended("AndOfExtUI", "andi", "extui"), ofExtended("AndOfExtSI", "andi", "extsi")],
  ori: [ofExtended("OrOfExtUI", "ori", "extui"), ofExtended("OrOfExtSI", "ori", "extsi")],
  xori: [
    rule("XOrINotCmpI", ["xori", ["cmpi", "x", "y"], "c"], ["cmpi", "x", "y"], isText("c", "true"), (match) => {
      const comparison = match.op("inner");
      return { predicate: predicateAttribute(comparison.context, invertPredicate(integerPredicate(comparison))) };
    }),
    ofExtended("XOrIOfExtUI", "xori", "extui"),
    ofExtended("XOrIOfExtSI", "xori", "extsi"),
  ],
  cmpi: [equalityOfExtended("CmpIExtSI", "extsi"), equalityOfExtended("CmpIExtUI", "extui")],
  cmpf,
  indexCast: [
    inverse("IndexCastOfIndexCast", "index_cast"),
    rule("IndexCastOfExtSI", ["index_cast", ["extsi", "x"]], ["index_cast", "x"]),
  ],
  indexCastui: [
    inverse("IndexCastUIOfIndexCastUI", "index_castui"),
    rule("IndexCastUIOfExtUI", ["index_castui", ["extui", "x"]], ["index_castui", "x"]),
  ],
  bitcast: [rule("BitcastOfBitcast", ["bitcast", ["bitcast", "x"]], ["bitcast", "x"])],
  extsi: [rule("ExtSIOfExtUI", ["extsi", ["extui", "x"]], ["extui", "x"])],
  trunci: [
    shorterExtension("TruncIExtSIToExtSI", "extsi"),
    shorterExtension("TruncIExtUIToExtUI", "extui"),
    compileDagPattern({
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
  ],
  truncf: [narrowerConversion("TruncFSIToFPToSIToFP", "sitofp"), narrowerConversion("TruncFUIToFPToUIToFP", "uitofp")],
  mulf: [ofNegated("MulFOfNegF", "mulf")],
  divf: [ofNegated("DivFOfNegF", "divf")],
  select: [
    rule("RedundantSelectFalse", ["select", "p", "x", ["select", "p", "y", "z"]], ["select", "p", "x", "z"]),
    rule("RedundantSelectTrue", ["select", "p", ["select", "p", "x", "y"], "z"], ["select", "p", "x", "z"]),
    // As in MLIR, the condition must be a scalar.
    rule("SelectNotCond", ["select", ["xori", "p", "c"], "x", "y"], ["select", "p", "y", "x"], isText("c", "true")),
    rule(
      "SelectI1ToNot",
      ["select", "p", "c0", "c1"],
      ["xori", "p", one],
      (match) => isText("c0", "false")(match) && isText("c1", "true")(match),
    ),
    selectOfBit("p", true),
    selectOfBit(["xori", "p", one], false),
  ],
});
