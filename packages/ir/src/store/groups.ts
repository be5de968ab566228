import { findEntry } from "../attributes/parts.ts";
import { SEGMENT_SIZES } from "../dialects/operation-name.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { traitBit } from "../dialects/traits.ts";
import type { Store } from "./store.ts";

/** Range of operands or results of an operation, with consecutive ids from `first` on. */
export interface Range {
  readonly first: number;
  readonly count: number;
}

/** Returns the operands of a group (`getODSOperandIndexAndLength`). */
export function operandGroup(store: Store, op: number, name: OperationName, group: number): Range {
  const first = store.opFirstOperand[op]!;
  if ((name.traitBits & traitBit.AttrSizedOperandSegments) !== 0)
    return segmentOf(store, op, SEGMENT_SIZES.operand, group, first);
  return rangeOf(name.definition!.operands ?? [], group, first, store.opOperandCount[op]!);
}

/** Returns the results of a group. */
export function resultGroup(store: Store, op: number, name: OperationName, group: number): Range {
  const first = store.opFirstResult[op]!;
  if ((name.traitBits & traitBit.AttrSizedResultSegments) !== 0)
    return segmentOf(store, op, SEGMENT_SIZES.result, group, first);
  return rangeOf(name.definition!.results ?? [], group, first, store.opResultCount[op]!);
}

function segmentOf(store: Store, op: number, key: string, group: number, first: number): Range {
  const sizes = findEntry(store.context.attributes[store.opProperties[op]!], key)?.data;
  if (sizes?.kind !== "dense-array") return { first, count: 0 };
  let start = first;
  for (let i = 0; i < group; i++) start += Number(sizes.values[i]);
  return { first: start, count: Number(sizes.values[group]) };
}

/** Returns the range of a group. At most one group has a variable size, and this group gets the remaining values. */
export function rangeOf(
  groups: readonly { readonly many?: string }[],
  group: number,
  first: number,
  total: number,
): Range {
  const open = total - groups.length + 1;
  let start = first;
  for (let i = 0; i < group; i++) start += groups[i]!.many === undefined ? 1 : open;
  return { first: start, count: groups[group]?.many === undefined ? 1 : open };
}

/** Returns the region at an index, or 0 if the operation has fewer regions. */
export function regionAt(store: Store, op: number, place: number): number {
  let region = store.opFirstRegion[op]!;
  for (let i = 0; i < place && region !== 0; i++) region = store.regionNext[region]!;
  return region;
}

export function indexOfRegion(store: Store, region: number): number {
  let index = 0;
  for (let at = store.opFirstRegion[store.regionOwner[region]!]!; at !== region; at = store.regionNext[at]!) index++;
  return index;
}

export function regionsOf(store: Store, op: number): number[] {
  const regions: number[] = [];
  for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) regions.push(region);
  return regions;
}

/** Returns the regions around a block, innermost first. */
export function regionsAround(store: Store, from: number): number[] {
  const regions: number[] = [];
  for (let block = from; block > 0 && store.blockRegion[block]! > 0;) {
    const region = store.blockRegion[block]!;
    regions.push(region);
    block = store.opBlock[store.regionOwner[region]!]!;
  }
  return regions;
}
