import type { NamedAttribute } from "../attributes/attribute.ts";
import { constantOfValue } from "../fold/constants.ts";
import { constantInt, isOne } from "../fold/elements.ts";
import { Operation, Value } from "../handles.ts";
import { successorOperands } from "../interfaces/branch.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import type { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import type { Store } from "../store/store.ts";
import { boolAt, make } from "./arith-patterns/build.ts";

/* Patterns of cf (`mlir/lib/Dialect/ControlFlow/IR/ControlFlowOps.cpp`), in MLIR's order. All entities are ids. */

/** Id of the target block of a branch, and ids of the values that the branch passes to the block's arguments. */
export interface Target {
  readonly block: number;
  readonly values: readonly number[];
}

export function targetOf(store: Store, op: number, successor: number): Target {
  const { first, count } = successorOperands(store, op, successor);
  const values: number[] = [];
  for (let i = first; i < first + count; i++) values.push(store.operandValue[i]!);
  return { block: successorId(store, op, successor), values };
}

/** Replaces a terminator by a terminator with this name and these inherent attributes. */
export function replaceBranch(
  rewriter: PatternRewriter,
  op: number,
  name: string,
  inherent: readonly NamedAttribute[],
  operands: readonly number[],
  successors: readonly number[],
): true {
  const made = rewriter.context.operationName(name);
  rewriter.locateAt(op);
  rewriter.createById(made.id, made.dictionariesOf(inherent).properties, 0, 0, operands, successors);
  rewriter.eraseOpId(op);
  return true;
}

export function branchTo(rewriter: PatternRewriter, op: number, { block, values }: Target): true {
  return replaceBranch(rewriter, op, "cf.br", [], values, [block]);
}

export function sameTarget(a: Target, b: Target): boolean {
  return a.block === b.block && a.values.length === b.values.length && a.values.every((id, i) => id === b.values[i]);
}

/** Returns the only predecessor of a block, or 0 if the block has several predecessors or none. */
export function singlePredecessor(store: Store, block: number): number {
  return isJumpedToOnce(store, block) ? store.opBlock[store.successorOwner[store.blockFirstUse[block]!]!]! : 0;
}

/** Returns the unconditional jump at the end of a block, or 0 if the block ends with another operation. */
function plainJump(store: Store, block: number): number {
  const last = store.blockLastOp[block]!;
  return last !== 0 && store.nameOf(last).text === "cf.br" ? last : 0;
}

/** Returns the target of the jump that is the only operation in a target block. Otherwise, returns `undefined`. */
export function collapse(store: Store, { block, values }: Target): Target | undefined {
  const jump = plainJump(store, block);
  if (jump === 0 || store.blockFirstOp[block] !== jump || hasUsesOutside(store, block, jump)) return undefined;
  const next = targetOf(store, jump, 0);
  if (next.block === block) return undefined;
  // Tracks visited blocks, because jumps can form a cycle.
  const seen = [block, next.block];
  for (let at = plainJump(store, next.block); at !== 0;) {
    const after = successorId(store, at, 0);
    if (seen.includes(after)) return undefined;
    seen.push(after);
    at = plainJump(store, after);
  }
  const first = store.blockFirstArgument[block]!;
  const valueOf = (id: number): number => (store.valueOwner[id] === -block ? values[id - first]! : id);
  return { block: next.block, values: next.values.map(valueOf) };
}

function hasUsesOutside(store: Store, block: number, op: number): boolean {
  const first = store.blockFirstArgument[block]!;
  for (let value = first; value < first + store.blockArgumentCount[block]!; value++) {
    for (let use = store.valueFirstUse[value]!; use !== 0; use = store.operandNext[use]!)
      if (store.operandOwner[use] !== op) return true;
  }
  return false;
}

function successorId(store: Store, op: number, index: number): number {
  return store.successorBlock[store.opFirstSuccessor[op]! + index]!;
}

function isNothingBut(store: Store, block: number, name: string): boolean {
  const only = store.blockFirstOp[block]!;
  return only !== 0 && only === store.blockLastOp[block] && store.nameOf(only).text === name;
}

function isJumpedToOnce(store: Store, block: number): boolean {
  const use = store.blockFirstUse[block]!;
  return use !== 0 && store.successorNext[use] === 0;
}

function conditionId(store: Store, op: number): number {
  return store.operandValue[store.opFirstOperand[op]!]!;
}

/** Merges the target of a jump if no other jump leads to it. Skips a target that contains only another jump. */
export const br: readonly OpRewritePattern[] = [
  {
    name: "cf.br",
    couldMatch(store, op) {
      const block = successorId(store, op, 0);
      return isJumpedToOnce(store, block) || isNothingBut(store, block, "cf.br");
    },
    matchAndRewrite({ store, id }, rewriter) {
      const target = targetOf(store, id, 0);
      const { block, values } = target;
      const here = store.opBlock[id]!;
      if (block === here) return false;
      if (isJumpedToOnce(store, block)) {
        rewriter.eraseOpId(id);
        rewriter.inlineBlockId(block, here, 0, values);
        return true;
      }
      const collapsed = collapse(store, target);
      return collapsed !== undefined && branchTo(rewriter, id, collapsed);
    },
  },
];

const constantCondition: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyConstCondBranchPred",
  couldMatch: (store, op) => constantOfValue(store, conditionId(store, op)) !== undefined,
  matchAndRewrite({ store, id }, rewriter) {
    const value = constantInt(constantOfValue(store, conditionId(store, id)));
    return value !== undefined && branchTo(rewriter, id, targetOf(store, id, value === 0n ? 1 : 0));
  },
};

const passThrough: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyPassThroughCondBranch",
  couldMatch: (store, op) => [0, 1].some((i) => isNothingBut(store, successorId(store, op, i), "cf.br")),
  matchAndRewrite(op, rewriter) {
    const { store, id } = op;
    const [before0, before1] = [targetOf(store, id, 0), targetOf(store, id, 1)];
    const [first, second] = [collapse(store, before0), collapse(store, before1)];
    if (first === undefined && second === undefined) return false;
    const after = [first ?? before0, second ?? before1] as const;
    const sizes = [1, ...after.map(({ values }) => values.length)];
    const inherent = [{ name: "operandSegmentSizes", value: rewriter.getDenseI32ArrayAttr(sizes) }];
    const weights = op.getAttr("branch_weights");
    if (weights !== undefined) inherent.push({ name: "branch_weights", value: weights });
    const operands = [conditionId(store, id), ...after[0].values, ...after[1].values];
    return replaceBranch(rewriter, id, "cf.cond_br", inherent, operands, [after[0].block, after[1].block]);
  },
};

const identicalSuccessors: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyCondBranchIdenticalSuccessors",
  couldMatch: (store, op) => successorId(store, op, 0) === successorId(store, op, 1),
  matchAndRewrite(op, rewriter) {
    const { store, id } = op;
    const [first, second] = [targetOf(store, id, 0), targetOf(store, id, 1)];
    if (sameTarget(first, second)) return branchTo(rewriter, id, first);
    for (let use = store.blockFirstUse[first.block]!; use !== 0; use = store.successorNext[use]!)
      if (store.opBlock[store.successorOwner[use]!] !== store.opBlock[id]) return false;
    rewriter.locateAt(id);
    const values = first.values.map((value, i) => {
      const other = second.values[i]!;
      if (value === other) return value;
      const operands = [conditionId(store, id), value, other].map((operand) => Value.of(store, operand));
      return make(rewriter, "select", operands, operands[1]!.type).id;
    });
    return branchTo(rewriter, id, { block: first.block, values });
  },
};

const sameCondition: OpRewritePattern = {
  name: "(anonymous namespace)::SimplifyCondBranchFromCondBranchOnSameCondition",
  couldMatch: (store, op) => isJumpedToOnce(store, store.opBlock[op]!),
  matchAndRewrite({ store, id }, rewriter) {
    const block = store.opBlock[id]!;
    const before = store.blockLastOp[singlePredecessor(store, block)]!;
    if (before === 0 || store.nameOf(before).text !== "cf.cond_br") return false;
    if (conditionId(store, before) !== conditionId(store, id)) return false;
    return branchTo(rewriter, id, targetOf(store, id, successorId(store, before, 0) === block ? 0 : 1));
  },
};

/** Replaces uses of a branch's condition by `true` or `false` in successors that have no other predecessor. */
const truthPropagation: OpRewritePattern = {
  name: "(anonymous namespace)::CondBranchTruthPropagation",
  // The branch itself is one use of the condition. The pattern can match only if the condition has another use.
  couldMatch: (store, op) => store.operandNext[store.valueFirstUse[conditionId(store, op)]!] !== 0,
  matchAndRewrite(op, rewriter) {
    let changed = false;
    const { store } = op;
    const condition = conditionId(store, op.id);
    op.successors.forEach(({ id: block }, i) => {
      if (!isJumpedToOnce(store, block)) return;
      let known: Value | undefined;
      // Ids avoid an object for each use, because thousands of branches can have the same condition.
      for (let use = store.valueFirstUse[condition]!, next; use !== 0; use = next) {
        next = store.operandNext[use]!;
        const owner = store.operandOwner[use]!;
        if (store.opBlock[owner] !== block) continue;
        known ??= boolAt(rewriter, op, i === 0);
        rewriter.setOperand(Operation.of(store, owner), use - store.opFirstOperand[owner]!, known);
        changed = true;
      }
    });
    return changed;
  },
};

const dropUnreachable: OpRewritePattern = {
  name: "(anonymous namespace)::DropUnreachableCondBranch",
  couldMatch: (store, op) => [0, 1].some((i) => isNothingBut(store, successorId(store, op, i), "ub.unreachable")),
  matchAndRewrite({ store, id }, rewriter) {
    const dropped = [0, 1].findIndex((i) => isNothingBut(store, successorId(store, id, i), "ub.unreachable"));
    return dropped >= 0 && branchTo(rewriter, id, targetOf(store, id, 1 - dropped));
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
    matchAndRewrite({ store, id }, rewriter) {
      if (!isOne(constantOfValue(store, conditionId(store, id)))) return false;
      rewriter.eraseOpId(id);
      return true;
    },
  },
];
