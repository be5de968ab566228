import { matchConstant } from "../fold/constants.ts";
import { attributeOfBits, constantInt, elementAt, elementsOf } from "../fold/elements.ts";
import { Operation } from "../handles.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import type { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { branchTo, collapse, replaceBranch, sameTarget, singlePredecessor, targetOf } from "./cf-patterns.ts";
import type { Target } from "./cf-patterns.ts";

interface Case {
  readonly value: bigint;
  readonly target: Target;
}

export function casesOf(op: Operation): readonly Case[] {
  const values = elementsOf(op.getAttr("case_values"));
  if (values === undefined) return [];
  return op.successors
    .slice(1)
    .map((_, i) => ({ value: elementAt(values, i), target: targetOf(op.store, op.id, i + 1) }));
}

export function rebuild(rewriter: PatternRewriter, op: Operation, fallback: Target, cases: readonly Case[]): true {
  const flag = op.getOperand(0);
  const sizes = cases.map(({ target }) => target.values.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const properties = [
    { name: "operandSegmentSizes", value: rewriter.getDenseI32ArrayAttr([1, fallback.values.length, total]) },
    { name: "case_operand_segments", value: rewriter.getDenseI32ArrayAttr(sizes) },
  ];
  if (cases.length > 0) {
    const values = cases.map(({ value }) => value);
    const elementType = flag.type;
    const vector = { kind: "vector", shape: [cases.length], scalable: [false], elementType } as const;
    properties.push({ name: "case_values", value: attributeOfBits(op.context.internType(vector), values) });
  }
  const targets = [fallback, ...cases.map(({ target }) => target)];
  const operands = [flag.id, ...targets.flatMap(({ values }) => values)];
  const blocks = targets.map(({ block }) => block);
  return replaceBranch(rewriter, op.id, "cf.switch", properties, operands, blocks);
}

function jump(rewriter: PatternRewriter, op: Operation, value: bigint): true {
  const found = casesOf(op).find((entry) => entry.value === value)?.target;
  return branchTo(rewriter, op.id, found ?? targetOf(op.store, op.id, 0));
}

/** Returns the `cf.switch` before the block of `op`, if it is the only predecessor and selects by the same value. */
function switchBefore(op: Operation): Operation | undefined {
  const { store } = op;
  const last = store.blockLastOp[singlePredecessor(store, store.opBlock[op.id]!)]!;
  const before = last === 0 ? undefined : Operation.of(store, last);
  return before?.name === "cf.switch" && before.getOperand(0) === op.getOperand(0) ? before : undefined;
}

/** Patterns of `cf.switch`, in MLIR's order. In MLIR, these patterns are functions without names. */
export const switchPatterns: readonly OpRewritePattern[] = [
  {
    name: "simplifySwitchWithOnlyDefault",
    matchAndRewrite: (op, rewriter) =>
      op.successors.length === 1 && branchTo(rewriter, op.id, targetOf(op.store, op.id, 0)),
  },
  {
    name: "dropSwitchCasesThatMatchDefault",
    matchAndRewrite(op, rewriter) {
      const fallback = targetOf(op.store, op.id, 0);
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
        const next = collapse(op.store, target);
        if (next !== undefined) changed = true;
        return next ?? target;
      };
      const cases = casesOf(op).map(({ value, target }) => ({ value, target: collapsed(target) }));
      const fallback = collapsed(targetOf(op.store, op.id, 0));
      return changed && rebuild(rewriter, op, fallback, cases);
    },
  },
  {
    name: "simplifySwitchFromSwitchOnSameCondition",
    matchAndRewrite(op, rewriter) {
      const before = switchBefore(op);
      if (before === undefined || before.successors[0] === op.block) return false;
      const taken = casesOf(before).find(({ target }) => target.block === op.store.opBlock[op.id]);
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
      return kept.length < cases.length && rebuild(rewriter, op, targetOf(op.store, op.id, 0), kept);
    },
  },
];
