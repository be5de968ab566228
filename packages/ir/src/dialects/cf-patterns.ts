import type { Attribute } from "../attributes/attribute.ts";
import { constantOfValue, matchConstant } from "../fold/constants.ts";
import { constantInt, isOne } from "../fold/elements.ts";
import { Value } from "../handles.ts";
import type { Block, Operation } from "../handles.ts";
import { successorOperands } from "../interfaces/branch.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import type { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import type { Store } from "../store/store.ts";

/* Patterns of cf (`mlir/lib/Dialect/ControlFlow/IR/ControlFlowOps.cpp`), in MLIR's order. */

/** Block with the values of its arguments. */
export interface Target {
  readonly block: Block;
  readonly values: readonly Value[];
}

export function targetOf(op: Operation, successor: number): Target {
  const { store } = op;
  const { first, count } = successorOperands(store, op.id, successor);
  const values = Array.from({ length: count }, (_, i) => Value.of(store, store.operandValue[first + i]!));
  return { block: op.successors[successor]!, values };
}

export function branchTo(rewriter: PatternRewriter, op: Operation, { block, values }: Target): true {
  rewriter.replaceOpWithNewOp(op, "cf.br", { operands: values, successors: [block] });
  return true;
}

function sameValues(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

export function sameTarget(a: Target, b: Target): boolean {
  return a.block === b.block && sameValues(a.values, b.values);
}

/** Returns the block whose jump is the only one to this block. */
export function singlePredecessor(block: Block): Block | undefined {
  const { store } = block;
  const use = store.blockFirstUse[block.liveId]!;
  if (use === 0 || store.successorNext[use] !== 0) return undefined;
  return block.predecessors[0];
}

/** Returns the target of a block that contains only a jump. */
function plainJump(block: Block): Operation | undefined {
  const last = block.back;
  return last?.name === "cf.br" ? last : undefined;
}

/** Replaces a target whose block contains only a jump by the target of that jump. */
export function collapse(target: Target): Target | undefined {
  const { block, values } = target;
  const jump = plainJump(block);
  if (jump === undefined || block.front !== jump) return undefined;
  if (block.arguments.some((argument) => argument.users.some((user) => user !== jump))) return undefined;
  const [next] = jump.successors;
  if (next === block) return undefined;
  // Avoids cycles of jumps.
  const seen = new Set([block, next!]);
  for (let at = plainJump(next!); at !== undefined;) {
    const [after] = at.successors;
    if (seen.has(after!)) return undefined;
    seen.add(after!);
    at = plainJump(after!);
  }
  const isOwn = (value: Value): boolean => value.kind === "argument" && value.parentBlock === block;
  return { block: next!, values: jump.operands.map((value) => (isOwn(value) ? values[value.index]! : value)) };
}

// Checks by ids, which rule out patterns for nearly all branches.

function successorId(store: Store, op: number, index: number): number {
  return store.successorBlock[store.opFirstSuccessor[op]! + index]!;
}

/** Returns whether an operation of that name is the only one in a block. */
function isNothingBut(store: Store, block: number, name: string): boolean {
  const only = store.blockFirstOp[block]!;
  return only !== 0 && only === store.blockLastOp[block] && store.context.names[store.opName[only]!]!.text === name;
}

/** Returns whether a block has exactly one predecessor. */
function isJumpedToOnce(store: Store, block: number): boolean {
  const use = store.blockFirstUse[block]!;
  return use !== 0 && store.successorNext[use] === 0;
}

/** Returns the condition of a branch or assertion. */
function conditionId(store: Store, op: number): number {
  return store.operandValue[store.opFirstOperand[op]!]!;
}

/** Merges a block with the only jump to it, or skips a block that contains only a jump. */
export const br: readonly OpRewritePattern[] = [
  {
    name: "cf.br",
    couldMatch(store, op) {
      const block = successorId(store, op, 0);
      return isJumpedToOnce(store, block) || isNothingBut(store, block, "cf.br");
    },
    matchAndRewrite(op, rewriter) {
      const target = targetOf(op, 0);
      const { block, values } = target;
      const here = op.block!;
      if (block !== here && singlePredecessor(block) !== undefined) {
        rewriter.eraseOp(op);
        rewriter.mergeBlocks(block, here, values);
        return true;
      }
      const collapsed = block === here ? undefined : collapse(target);
      return collapsed !== undefined && branchTo(rewriter, op, collapsed);
    },
  },
];

const constantCondition: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyConstCondBranchPred",
  couldMatch: (store, op) => constantOfValue(store, conditionId(store, op)) !== undefined,
  matchAndRewrite(op, rewriter) {
    const value = constantInt(matchConstant(op.getOperand(0)));
    return value !== undefined && branchTo(rewriter, op, targetOf(op, value === 0n ? 1 : 0));
  },
};

function segments(rewriter: PatternRewriter, sizes: readonly number[]): Attribute {
  return rewriter.getDenseI32ArrayAttr(sizes);
}

const passThrough: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyPassThroughCondBranch",
  couldMatch: (store, op) => [0, 1].some((i) => isNothingBut(store, successorId(store, op, i), "cf.br")),
  matchAndRewrite(op, rewriter) {
    const targets = [targetOf(op, 0), targetOf(op, 1)];
    const collapsed = targets.map(collapse);
    if (collapsed.every((target) => target === undefined)) return false;
    const [first, second] = targets.map((target, i) => collapsed[i] ?? target);
    const weights = op.getAttr("branch_weights");
    rewriter.replaceOpWithNewOp(op, "cf.cond_br", {
      operands: [op.getOperand(0), ...first!.values, ...second!.values],
      successors: [first!.block, second!.block],
      attributes: {
        operandSegmentSizes: segments(rewriter, [1, first!.values.length, second!.values.length]),
        ...(weights === undefined ? {} : { branch_weights: weights }),
      },
    });
    return true;
  },
};

const identicalSuccessors: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyCondBranchIdenticalSuccessors",
  couldMatch: (store, op) => successorId(store, op, 0) === successorId(store, op, 1),
  matchAndRewrite(op, rewriter) {
    const [first, second] = [targetOf(op, 0), targetOf(op, 1)];
    if (first.block !== second.block) return false;
    if (sameTarget(first, second)) return branchTo(rewriter, op, first);
    if (first.block.predecessors.some((block) => block !== op.block)) return false;
    rewriter.locateAt(op.id);
    const condition = op.getOperand(0);
    const values = first.values.map((value, i) => {
      const other = second.values[i]!;
      if (value === other) return value;
      const operands = [condition, value, other];
      return rewriter.create("arith.select", { operands, results: [value.type] }).getResult(0);
    });
    return branchTo(rewriter, op, { block: first.block, values });
  },
};

const sameCondition: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyCondBranchFromCondBranchOnSameCondition",
  couldMatch: (store, op) => isJumpedToOnce(store, store.opBlock[op]!),
  matchAndRewrite(op, rewriter) {
    const before = singlePredecessor(op.block!)?.back;
    if (before?.name !== "cf.cond_br" || before.getOperand(0) !== op.getOperand(0)) return false;
    return branchTo(rewriter, op, targetOf(op, before.successors[0] === op.block ? 0 : 1));
  },
};

/** Replaces the condition of a branch by its known value in a block whose only predecessor is that branch. */
const truthPropagation: OpRewritePattern = {
  name: "(anonymous namespace)::CondBranchTruthPropagation",
  // The branch itself is one use.
  couldMatch: (store, op) => store.operandNext[store.valueFirstUse[conditionId(store, op)]!] !== 0,
  matchAndRewrite(op, rewriter) {
    let changed = false;
    const condition = op.getOperand(0);
    op.successors.forEach((block, i) => {
      if (singlePredecessor(block) === undefined) return;
      let known: Value | undefined;
      for (const { owner, index } of condition.uses) {
        if (owner.block !== block) continue;
        if (known === undefined) {
          const attributes = { value: rewriter.getBoolAttr(i === 0) };
          known = rewriter.createAt(op, "arith.constant", { results: [condition.type], attributes }).getResult(0);
        }
        rewriter.setOperand(owner, index, known);
        changed = true;
      }
    });
    return changed;
  },
};

const dropUnreachable: OpRewritePattern = {
  name: "(anonymous namespace)::DropUnreachableCondBranch",
  couldMatch: (store, op) => [0, 1].some((i) => isNothingBut(store, successorId(store, op, i), "ub.unreachable")),
  matchAndRewrite(op, rewriter) {
    const { store } = op;
    const dropped = op.successors.findIndex(({ id }) => isNothingBut(store, id, "ub.unreachable"));
    return dropped >= 0 && branchTo(rewriter, op, targetOf(op, 1 - dropped));
  },
};

export const condBr: readonly OpRewritePattern[] = [
  constantCondition,
  passThrough,
  identicalSuccessors,
  sameCondition,
  truthPropagation,
  dropUnreachable,
];

export const assert: readonly OpRewritePattern[] = [
  {
    name: "cf.assert",
    couldMatch: (store, op) => constantOfValue(store, conditionId(store, op)) !== undefined,
    matchAndRewrite(op, rewriter) {
      if (!isOne(matchConstant(op.getOperand(0)))) return false;
      rewriter.eraseOp(op);
      return true;
    },
  },
];
