import type { DominanceInfo, Operation, OpOperand } from "@passwright/ir";
import { definitionOf } from "@passwright/ir/store";

/** Uses that must be removed before a slot can be removed: of the slot and of dependent values, by operation. */
export type BlockingUses = Map<Operation, OpOperand[]>;

/** Returns further uses to remove with the given uses of an operation, or `undefined` if they cannot be removed. */
export type RemovalRule = (op: Operation, uses: readonly OpOperand[]) => readonly OpOperand[] | undefined;

/** Removal rule for operations that use a slot but do not access its memory. */
export const promotableRule: RemovalRule = (op, uses) =>
  definitionOf(op.store, op.id)?.promotable?.canRemoveUses(op, uses);

/** Adds the uses that must be removed together with the uses in `blocking`. Returns whether all can be removed. */
export function completeUses(blocking: BlockingUses, rule: RemovalRule): boolean {
  const refused = new Set<Operation>();
  const pending = [...blocking.keys()];
  for (let op = pending.pop(); op !== undefined; op = pending.pop()) {
    const more = rule(op, blocking.get(op)!);
    if (more === undefined) refused.add(op);
    else refused.delete(op);
    for (const use of more ?? []) if (addUse(blocking, use)) pending.push(use.owner);
  }
  return refused.size === 0;
}

export function addUse(blocking: BlockingUses, use: OpOperand): boolean {
  const known = blocking.get(use.owner);
  if (known === undefined) blocking.set(use.owner, [use]);
  else if (known.some(({ index }) => index === use.index)) return false;
  else known.push(use);
  return true;
}

/** Sorts operations so that each operation precedes the operations that it dominates. */
export function sortByDominance(ops: Iterable<Operation>, info: DominanceInfo): Operation[] {
  const paths = [...ops].map((op) => pathTo(op));
  paths.sort((a, b) => compare(a, b, info));
  return paths.map((path) => path[path.length - 1]!);
}

/** Returns the operations that enclose an operation, outermost first, and then the operation itself. */
function pathTo(op: Operation): Operation[] {
  const path: Operation[] = [];
  for (let at: Operation | undefined = op; at?.block !== undefined; at = at.parentOp) path.push(at);
  return path.reverse();
}

function compare(a: readonly Operation[], b: readonly Operation[], info: DominanceInfo): number {
  const at = a.findIndex((op, i) => op !== b[i]);
  const [x, y] = at < 0 ? [undefined, undefined] : [a[at], b[at]];
  if (x === undefined || y === undefined) return a.length - b.length;
  if (x.block === y.block) return x.isBeforeInBlock(y) ? -1 : 1;
  const [of, other] = [x.parentRegion!, y.parentRegion!];
  if (of !== other) return x.parentOp!.regions.indexOf(of) - x.parentOp!.regions.indexOf(other);
  const { order } = info.treeOf(of.id);
  // Operations in unreachable blocks come last, ordered by the ids of their blocks.
  const place = ({ block }: Operation): number => order.get(block!.id) ?? order.size + block!.id;
  return place(x) - place(y);
}
