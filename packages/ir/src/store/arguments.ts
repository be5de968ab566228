import { linkOperand, unlinkOperand } from "./edit.ts";
import { dropValue } from "./erase.ts";
import type { Store } from "./store.ts";

/** Inserts a block argument. All arguments get new ids, unless the new one is the last and the next id is free. */
export function insertArgument(store: Store, block: number, index: number, type: number, location: number): number {
  const count = store.blockArgumentCount[block]!;
  const old = store.blockFirstArgument[block]!;
  const canExtend = index === count && (count === 0 || old + count === store.valueCount);
  store.blockArgumentCount[block] = count + 1;
  if (canExtend) {
    const value = store.newValue(type, -block);
    if (count === 0) store.blockFirstArgument[block] = value;
    store.valueLocation[value] = location;
    return value;
  }
  const first = store.valueCount;
  for (let i = 0; i <= count; i++) {
    const from = i < index ? old + i : old + i - 1;
    const to = store.newValue(i === index ? type : store.valueType[from]!, -block);
    store.valueLocation[to] = i === index ? location : store.valueLocation[from]!;
    if (i !== index) moveValue(store, from, to);
  }
  store.blockFirstArgument[block] = first;
  return first + index;
}

/** Erases a block argument. The ids of later arguments decrease by one. */
export function eraseArgument(store: Store, block: number, index: number): void {
  const first = store.blockFirstArgument[block]!;
  const count = store.blockArgumentCount[block]!;
  dropValue(store, first + index);
  for (let i = index + 1; i < count; i++) {
    store.valueType[first + i - 1] = store.valueType[first + i]!;
    store.valueLocation[first + i - 1] = store.valueLocation[first + i]!;
    store.valueOwner[first + i - 1] = -block;
    moveValue(store, first + i, first + i - 1);
  }
  store.blockArgumentCount[block] = count - 1;
}

function moveValue(store: Store, from: number, to: number): void {
  // Moves the oldest use first, to keep the order of the uses.
  const uses: number[] = [];
  for (let use = store.valueFirstUse[from]!; use !== 0; use = store.operandNext[use]!) uses.push(use);
  for (const use of uses.reverse()) {
    unlinkOperand(store, use);
    linkOperand(store, use, to);
  }
  store.valueOwner[from] = 0;
  store.valueHandles.move(from, to, store.valueType.length);
}
