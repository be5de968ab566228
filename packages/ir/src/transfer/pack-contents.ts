import { regionsOf } from "../store/groups.ts";
import { resolveLocation } from "../store/location.ts";
import { LOCATION_ATTRIBUTE, LOCATION_FUSED, LOCATION_POSITION } from "../store/store.ts";
import type { Store } from "../store/store.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { Words } from "./words.ts";

/** Encodes a location number of a store for the transfer. */
export type PackLocation = (encoded: number) => number;

/** Maps each received entity to its number in the received data, and each new entity to 0. */
export interface Origins {
  opOrigin(op: number): number;
  blockOrigin(block: number): number;
  /** Returns whether a received block still has its original arguments. */
  hasItsArguments(block: number): boolean;
}

/** Origins for the first transfer, when nothing was received before. */
export const ORIGINAL: Origins = { opOrigin: () => 0, blockOrigin: () => 0, hasItsArguments: () => false };

/**
 * Encodes an operation with its contents as numbers, so that an equal operation can be built elsewhere. Includes the
 * order of the uses of each value, because folders and patterns depend on this order. Operations, values and blocks are
 * numbered from 1. Returns `false`, with incomplete output, if the operation has operands, results or successors, or if
 * its contents use values that are defined outside of it.
 */
export function packContents(
  store: Store,
  top: number,
  out: Words,
  how: { readonly vocabulary: Vocabulary; readonly location: PackLocation; readonly origins: Origins },
): boolean {
  if (store.opOperandCount[top]! + store.opResultCount[top]! + store.opSuccessorCount[top]! > 0) return false;
  const { names, types, attributes } = how.vocabulary;
  const { location, origins } = how;
  const ops: number[] = [];
  const values: number[] = [];
  const blocks: number[] = [];
  const work = [top];

  const writeOp = (op: number): void => {
    ops.push(op);
    out.push(origins.opOrigin(op));
    out.push(names.numberOf(store.opName[op]!));
    out.push(attributes.numberOf(store.opProperties[op]!));
    out.push(attributes.numberOf(store.opAttributes[op]!));
    out.push(types.numberOf(store.opSignature[op]!));
    out.push(location(store.opLocation[op]!));
    const count = store.opResultCount[op]!;
    out.push(count);
    const first = store.opFirstResult[op]!;
    for (let i = 0; i < count; i++) {
      values.push(first + i);
      out.push(types.numberOf(store.valueType[first + i]!));
    }
    const regions = regionsOf(store, op).length;
    out.push(regions);
    if (regions > 0 && op !== top) work.push(op);
  };
  const writeBlock = (block: number): void => {
    blocks.push(block);
    out.push(origins.blockOrigin(block));
    out.push(origins.hasItsArguments(block) ? 1 : 0);
    const count = store.blockArgumentCount[block]!;
    out.push(count);
    const first = store.blockFirstArgument[block]!;
    for (let i = 0; i < count; i++) {
      values.push(first + i);
      out.push(types.numberOf(store.valueType[first + i]!));
      out.push(location(store.valueLocation[first + i]!));
    }
    let inner = store.blockFirstOp[block]!;
    for (; inner !== 0; inner = store.opNext[inner]!) {
      out.push(1);
      writeOp(inner);
    }
    out.push(0);
  };

  writeOp(top);
  for (let i = 0; i < work.length; i++) {
    for (let region = store.opFirstRegion[work[i]!]!; region !== 0; region = store.regionNext[region]!) {
      for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
        out.push(1);
        writeBlock(block);
      }
      out.push(0);
    }
  }
  return writeUses(store, out, ops, values, blocks);
}

/**
 * Writes operands and successors. For values and blocks whose uses are not in the default order, also writes this
 * order.
 */
function writeUses(
  store: Store,
  out: Words,
  ops: readonly number[],
  values: readonly number[],
  blocks: readonly number[],
): boolean {
  const numberOfValue = numbered(values);
  const numberOfBlock = numbered(blocks);
  const placeOfOperand = new Map<number, number>();
  const placeOfSuccessor = new Map<number, number>();
  for (const op of ops) {
    const count = store.opOperandCount[op]!;
    const first = store.opFirstOperand[op]!;
    out.push(count);
    for (let i = 0; i < count; i++) {
      const number = numberOfValue.get(store.operandValue[first + i]!);
      if (number === undefined) return false;
      out.push(number);
      placeOfOperand.set(first + i, placeOfOperand.size);
    }
    const successors = store.opSuccessorCount[op]!;
    const firstSuccessor = store.opFirstSuccessor[op]!;
    out.push(successors);
    for (let i = 0; i < successors; i++) {
      const number = numberOfBlock.get(store.successorBlock[firstSuccessor + i]!);
      if (number === undefined) return false;
      out.push(number);
      placeOfSuccessor.set(firstSuccessor + i, placeOfSuccessor.size);
    }
  }
  writeOrders(out, values, store.valueFirstUse, store.operandNext, placeOfOperand);
  writeOrders(out, blocks, store.blockFirstUse, store.successorNext, placeOfSuccessor);
  return true;
}

function numbered(ids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(ids.map((id, index) => [id, index + 1]));
}

function writeOrders(
  out: Words,
  used: readonly number[],
  firstUse: Int32Array,
  nextUse: Int32Array,
  placeOf: ReadonlyMap<number, number>,
): void {
  used.forEach((id, index) => {
    const uses: number[] = [];
    for (let use = firstUse[id]!; use !== 0; use = nextUse[use]!) uses.push(placeOf.get(use)!);
    if (uses.every((use, i) => i === 0 || use < uses[i - 1]!)) return;
    out.push(index + 1);
    out.push(uses.length);
    for (const use of uses) out.push(use);
  });
  out.push(0);
}

/**
 * Returns a function that encodes positions in the source as indices of a list of positions, and other locations as
 * attributes.
 */
export function locationsInto(store: Store, vocabulary: Vocabulary, places: number[]): PackLocation {
  return (encoded) => {
    if (encoded === 0) return 0;
    if ((encoded & 3) === LOCATION_POSITION) {
      places.push(encoded);
      return ((places.length - 1) << 2) | LOCATION_POSITION;
    }
    return attributeLocation(vocabulary, resolveLocation(store, encoded).id);
  };
}

/**
 * Returns a function that encodes locations. The function returns positions and fused locations unchanged, because they
 * are indices that the sender of the job can resolve. The function encodes other locations as attributes.
 */
export function locationsAsTheyCame(vocabulary: Vocabulary): PackLocation {
  return (encoded) => {
    const kind = encoded & 3;
    if (kind === LOCATION_POSITION || kind === LOCATION_FUSED) return encoded;
    return attributeLocation(vocabulary, encoded >>> 2);
  };
}

function attributeLocation(vocabulary: Vocabulary, attribute: number): number {
  return (vocabulary.attributes.numberOf(attribute) << 2) | LOCATION_ATTRIBUTE;
}
