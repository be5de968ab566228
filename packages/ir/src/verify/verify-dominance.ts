import { DominanceInfo, hasSsaDominance } from "../dominance.ts";
import { Block } from "../handles.ts";
import { regionsAround } from "../store/groups.ts";
import type { Store } from "../store/store.ts";
import { Invalid } from "./invalid.ts";

/** Checks that values are defined before their uses, and that isolated operations do not use values from outside. */
export function verifyDominance(store: Store, top: number): void {
  const dominance = new DominanceInfo({ store });
  const isIsolated = store.nameOf(top).isIsolatedFromAbove;
  const work = [top];
  while (work.length > 0) {
    const op = work.pop()!;
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      verifyRegion(store, region, isIsolated ? top : 0, dominance, work);
    }
  }
}

function verifyRegion(
  store: Store,
  region: number,
  isolatedOp: number,
  dominance: DominanceInfo,
  work: number[],
): void {
  const first = store.regionFirstBlock[region]!;
  const isOrdered = hasSsaDominance(store, region);
  for (let block = first; block !== 0; block = store.blockNext[block]!) {
    // Numbers the operations of the block, so that most checks are one comparison.
    store.orderBlock(block);
    const { blockFirstOp, opNext, opBlock, opOrder, opFirstOperand, opOperandCount, opFirstRegion } = store;
    const { operandValue, valueOwner } = store;
    for (let op = blockFirstOp[block]!; op !== 0; op = opNext[op]!) {
      const firstOperand = opFirstOperand[op]!;
      const count = opOperandCount[op]!;
      for (let i = 0; i < count; i++) {
        const value = operandValue[firstOperand + i]!;
        const owner = valueOwner[value]!;
        const definer = owner > 0 ? opBlock[owner]! : -owner;
        // Fast path: the value is defined earlier in the same block, is an argument of the block, or is defined in the
        // entry block, which dominates all other blocks.
        if (definer === block) {
          if (owner <= 0 || !isOrdered || opOrder[owner]! < opOrder[op]!) continue;
        } else if (definer === first) continue;
        // Unreachable blocks are not checked.
        if (block !== first && !dominance.treeOf(region).order.has(block)) break;
        if (definer !== block && isInside(store, definer, isolatedOp) && dominance.valueProperlyDominates(value, op))
          continue;
        throw invalidOperand(store, op, i, value, isolatedOp);
      }
      if (opFirstRegion[op] !== 0 && !store.nameOf(op).isIsolatedFromAbove) work.push(op);
    }
  }
}

function isInside(store: Store, block: number, isolatedOp: number): boolean {
  return isolatedOp === 0 || regionsAround(store, block).some((region) => store.regionOwner[region] === isolatedOp);
}

function invalidOperand(store: Store, op: number, index: number, value: number, isolatedOp: number): Invalid {
  const owner = store.valueOwner[value]!;
  const block = owner > 0 ? store.opBlock[owner]! : -owner;
  if (!isInside(store, block, isolatedOp)) {
    const note = { message: "required by region isolation constraints", op: isolatedOp };
    return new Invalid(op, `'${store.nameOf(op).text}' op using value defined outside the region`, [note]);
  }
  const where = relation(store, store.opBlock[op]!, block);
  const problem = `operand #${index} does not dominate this use`;
  if (owner > 0) {
    const subject = where.startsWith("neither") ? "op is" : "op";
    return new Invalid(op, problem, [{ message: `operand defined here (${subject} ${where})`, op: owner }]);
  }
  const definer = Block.of(store, block);
  const place = definer.parentRegion!.blocks.indexOf(definer);
  const message = `operand defined as a block argument (block #${place} ${where})`;
  return new Invalid(op, problem, [{ message, op: definer.parentOp!.id }]);
}

function relation(store: Store, user: number, definer: number): string {
  if (user === definer) return "in the same block";
  const inner = store.blockRegion[user]!;
  const outer = store.blockRegion[definer]!;
  if (inner === outer) return "in the same region";
  if (regionsAround(store, user).includes(outer)) return "in a parent region";
  if (regionsAround(store, definer).includes(inner)) return "in a child region";
  return "neither in a parent nor in a child region";
}
