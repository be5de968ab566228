import type { Type } from "../attributes/attribute.ts";
import { matchConstant } from "../fold/constants.ts";
import { attributeOfBits, constantInt, elementAt, elementsOf } from "../fold/elements.ts";
import type { Operation } from "../handles.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import type { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { branchTo, collapse, sameTarget, singlePredecessor, targetOf } from "./cf-patterns.ts";
import type { Target } from "./cf-patterns.ts";

/** Case value with its target. */
interface Case {
  readonly value: bigint;
  readonly target: Target;
}

/** Returns the cases of a `cf.switch`, without its default. */
export function casesOf(op: Operation): readonly Case[] {
  const values = elementsOf(op.getAttr("case_values"));
  if (values === undefined) return [];
  return op.successors.slice(1).map((_, i) => ({ value: elementAt(values, i), target: targetOf(op, i + 1) }));
}

/** Replaces a `cf.switch` by one with other cases. */
export function rebuild(rewriter: PatternRewriter, op: Operation, fallback: Target, cases: readonly Case[]): true {
  const flag = op.getOperand(0);
  const sizes = cases.map(({ target }) => target.values.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const values =
    cases.length === 0
      ? {}
      : {
          case_values: attributeOfBits(
            vectorOf(flag.type, cases.length),
            cases.map(({ value }) => value),
          ),
        };
  rewriter.replaceOpWithNewOp(op, "cf.switch", {
    operands: [flag, ...fallback.values, ...cases.flatMap(({ target }) => target.values)],
    successors: [fallback.block, ...cases.map(({ target }) => target.block)],
    attributes: {
      operandSegmentSizes: rewriter.getDenseI32ArrayAttr([1, fallback.values.length, total]),
      case_operand_segments: rewriter.getDenseI32ArrayAttr(sizes),
      ...values,
    },
  });
  return true;
}

function vectorOf(elementType: Type, length: number): Type {
  return elementType.context.internType({ kind: "vector", shape: [length], scalable: [false], elementType });
}

function jump(rewriter: PatternRewriter, op: Operation, value: bigint): true {
  return branchTo(rewriter, op, casesOf(op).find((entry) => entry.value === value)?.target ?? targetOf(op, 0));
}

/** Returns the switch on the same value that is the only predecessor of this switch's block. */
function switchBefore(op: Operation): Operation | undefined {
  const before = singlePredecessor(op.block!)?.back;
  return before?.name === "cf.switch" && before.getOperand(0) === op.getOperand(0) ? before : undefined;
}

/** Patterns of `cf.switch`, in MLIR's order. In MLIR, these patterns are functions without names. */
export const switchPatterns: readonly OpRewritePattern[] = [
  {
    name: "simplifySwitchWithOnlyDefault",
    matchAndRewrite: (op, rewriter) => op.successors.length === 1 && branchTo(rewriter, op, targetOf(op, 0)),
  },
  {
    name: "dropSwitchCasesThatMatchDefault",
    matchAndRewrite(op, rewriter) {
      const fallback = targetOf(op, 0);
      const cases = casesOf(op);
      const kept = cases.filter(({ target }) => !sameTarget(target, fallback));
      return kept.length < cases.length && rebuild(rewriter, op, fallback, kept);
    },
  },
  {
    name: "simplifyConstSwitchValue",
    matchAndRewrite(op, rewriter) {
      const value = constantInt(matchConstant(op.getOperand(0)));
      return value !== undefined && jump(rewriter, op, value);
    },
  },
  {
    name: "simplifyPassThroughSwitch",
    matchAndRewrite(op, rewriter) {
      let changed = false;
      const collapsed = (target: Target): Target => {
        const next = collapse(target);
        if (next !== undefined) changed = true;
        return next ?? target;
      };
      const cases = casesOf(op).map(({ value, target }) => ({ value, target: collapsed(target) }));
      const fallback = collapsed(targetOf(op, 0));
      return changed && rebuild(rewriter, op, fallback, cases);
    },
  },
  {
    name: "simplifySwitchFromSwitchOnSameCondition",
    matchAndRewrite(op, rewriter) {
      const before = switchBefore(op);
      if (before === undefined || before.successors[0] === op.block) return false;
      const taken = casesOf(before).find(({ target }) => target.block === op.block);
      return taken !== undefined && jump(rewriter, op, taken.value);
    },
  },
  {
    name: "simplifySwitchFromDefaultSwitchOnSameCondition",
    matchAndRewrite(op, rewriter) {
      const before = switchBefore(op);
      if (before === undefined || before.successors[0] !== op.block) return false;
      const impossible = new Set(casesOf(before).map(({ value }) => value));
      const cases = casesOf(op);
      const kept = cases.filter(({ value }) => !impossible.has(value));
      return kept.length < cases.length && rebuild(rewriter, op, targetOf(op, 0), kept);
    },
  },
];
