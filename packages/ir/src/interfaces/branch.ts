import type { Attribute } from "../attributes/attribute.ts";
import { numbersOf } from "../attributes/parts.ts";
import type { SuccessorOperandGroup } from "../dialects/op-structure.ts";
import { eraseOperand, insertOperands } from "../store/edit.ts";
import { getAttribute, setAttribute } from "../store/attributes.ts";
import { operandGroup } from "../store/groups.ts";
import type { Range } from "../store/groups.ts";
import type { Store } from "../store/store.ts";

/* Operands that terminators pass to their successors (`BranchOpInterface`), as `successorOperands` declares them. */

/** Returns whether the definition of a terminator declares the operands that each successor receives. */
export function isBranch(store: Store, op: number): boolean {
  return store.nameOf(op).definition?.successorOperands !== undefined;
}

interface Place {
  readonly group: SuccessorOperandGroup;
  /** Index of the successor among the successors that share the group, or -1 if the successor has its own group. */
  readonly part: number;
}

function placeOf(groups: readonly SuccessorOperandGroup[], successor: number): Place {
  const last = groups.length - 1;
  const group = groups[Math.min(successor, last)]!;
  return { group, part: group.segments === undefined ? -1 : successor - last };
}

/** Returns the range of the operands that a terminator passes to a successor. */
export function successorOperands(store: Store, op: number, successor: number): Range {
  const name = store.nameOf(op);
  const { group, part } = placeOf(name.definition!.successorOperands!, successor);
  const range = operandGroup(store, op, name, name.operandGroup(group.name));
  if (part < 0) return range;
  const starts = startsOf(getAttribute(store, op, group.segments!));
  const first = starts[part] ?? starts.at(-1)!;
  return { first: range.first + first, count: (starts[part + 1] ?? first) - first };
}

const STARTS = new WeakMap<Attribute, readonly number[]>();

/** Returns the index at which each segment starts, and the end of the last segment. Cached for large switches. */
function startsOf(sizes: Attribute | undefined): readonly number[] {
  const known = sizes && STARTS.get(sizes);
  if (known !== undefined) return known;
  const starts = [0];
  for (const size of numbersOf(sizes)) starts.push(starts.at(-1)! + Number(size));
  if (sizes !== undefined) STARTS.set(sizes, starts);
  return starts;
}

/** Returns the block argument that receives an operand, or 0 if none does (`getSuccessorBlockArgument`). Takes ids. */
export function successorArgument(store: Store, op: number, operand: number): number {
  const firstSuccessor = store.opFirstSuccessor[op]!;
  for (let i = 0; i < store.opSuccessorCount[op]!; i++) {
    const { first, count } = successorOperands(store, op, i);
    if (operand < first || operand >= first + count) continue;
    return store.blockFirstArgument[store.successorBlock[firstSuccessor + i]!]! + operand - first;
  }
  return 0;
}

/** Compares the operands for each successor with its block arguments (`verifyBranchSuccessorOperands`). */
export function findWrongSuccessor(store: Store, op: number): string | undefined {
  for (let i = 0; i < store.opSuccessorCount[op]!; i++) {
    const { first, count } = successorOperands(store, op, i);
    const block = store.successorBlock[store.opFirstSuccessor[op]! + i]!;
    const expected = store.blockArgumentCount[block]!;
    if (count !== expected) return `branch has ${count} operands for successor #${i}, but target block has ${expected}`;
    for (let j = 0; j < count; j++) {
      const given = store.valueType[store.operandValue[first + j]!];
      if (given !== store.valueType[store.blockFirstArgument[block]! + j])
        return `type mismatch for bb argument #${j} of successor #${i}`;
    }
  }
  return undefined;
}

/** Removes one of the operands that a terminator passes to a successor. */
export function eraseSuccessorOperand(store: Store, op: number, successor: number, index: number): void {
  const { first } = successorOperands(store, op, successor);
  eraseOperand(store, op, first - store.opFirstOperand[op]! + index);
  resize(store, op, successor, -1);
}

/** Appends `values` to the operands that a terminator passes to a successor. */
export function appendSuccessorOperands(store: Store, op: number, successor: number, values: readonly number[]): void {
  const { first, count } = successorOperands(store, op, successor);
  insertOperands(store, op, first - store.opFirstOperand[op]! + count, values);
  resize(store, op, successor, values.length);
}

/** Updates the segment sizes after the number of operands of a successor changed by `by`. */
function resize(store: Store, op: number, successor: number, by: number): void {
  const name = store.nameOf(op);
  const { group, part } = placeOf(name.definition!.successorOperands!, successor);
  if (part >= 0) addAt(store, op, group.segments!, part, by);
  if (name.hasTrait("AttrSizedOperandSegments"))
    addAt(store, op, "operandSegmentSizes", name.operandGroup(group.name), by);
}

function addAt(store: Store, op: number, attribute: string, index: number, by: number): void {
  const data = getAttribute(store, op, attribute)?.data;
  if (data?.kind !== "dense-array") return;
  const values = data.values.map((value, i) => (i === index ? BigInt(value) + BigInt(by) : value));
  setAttribute(store, op, attribute, store.context.internAttribute({ ...data, values }));
}
