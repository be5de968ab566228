import { traitBit } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/**
 * Returns whether two operations, including their contents, are equivalent. Ignores locations, and the order of
 * operands of commutative operations. As in MLIR, operands of nested operations must be in the same order.
 */
export function isEquivalent(store: Store, a: number, b: number): boolean {
  if (!isSameKind(store, a, b)) return false;
  if (!haveSameOperands(store, a, b)) return false;
  return store.opFirstRegion[a] === 0 || new RegionComparison(store).compare(a, b);
}

/** Returns a hash that is equal for equivalent operations. The hash includes only the beginning of each region. */
export function hashOperation(store: Store, op: number): number {
  const { operandValue } = store;
  const name = store.opName[op]!;
  let hash = Math.imul(name, 0x9e3779b1);
  hash = Math.imul(hash ^ store.opProperties[op]!, 0x85ebca6b);
  hash = Math.imul(hash ^ store.opAttributes[op]!, 0xc2b2ae35);
  const first = store.opFirstOperand[op]!;
  const count = store.opOperandCount[op]!;
  if (isCommutative(store, name)) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum = (sum + Math.imul(operandValue[first + i]!, 0x27d4eb2f)) | 0;
    hash = Math.imul(hash ^ sum, 0x9e3779b1);
  } else {
    for (let i = 0; i < count; i++) {
      hash = Math.imul(hash ^ operandValue[first + i]!, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
  }
  if (store.opResultCount[op] !== 0) hash ^= Math.imul(store.valueType[store.opFirstResult[op]!]!, 0x165667b1);
  for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
    const block = store.regionFirstBlock[region]!;
    const start = block === 0 ? 0 : store.blockFirstOp[block]!;
    hash = Math.imul(hash ^ (start === 0 ? 0 : store.opName[start]! + store.opProperties[start]!), 0x85ebca6b);
  }
  return hash ^ (hash >>> 13);
}

/** Returns whether two operations are equal. Ignores the operands, and the contents of the regions. */
function isSameKind(store: Store, a: number, b: number): boolean {
  if (
    store.opName[a] !== store.opName[b] ||
    store.opProperties[a] !== store.opProperties[b] ||
    store.opAttributes[a] !== store.opAttributes[b] ||
    store.opOperandCount[a] !== store.opOperandCount[b] ||
    store.opResultCount[a] !== store.opResultCount[b] ||
    store.opSuccessorCount[a] !== store.opSuccessorCount[b]
  ) {
    return false;
  }
  const resultA = store.opFirstResult[a]!;
  const resultB = store.opFirstResult[b]!;
  for (let i = 0; i < store.opResultCount[a]!; i++) {
    if (store.valueType[resultA + i] !== store.valueType[resultB + i]) return false;
  }
  return true;
}

function haveSameOperands(store: Store, a: number, b: number): boolean {
  const { operandValue } = store;
  const count = store.opOperandCount[a]!;
  const atA = store.opFirstOperand[a]!;
  const atB = store.opFirstOperand[b]!;
  let same = 0;
  while (same < count && operandValue[atA + same] === operandValue[atB + same]) same++;
  if (same === count) return true;
  if (!isCommutative(store, store.opName[a]!)) return false;
  if (count === 2) return operandValue[atA] === operandValue[atB + 1] && operandValue[atA + 1] === operandValue[atB];
  const sorted = (from: number): Int32Array => operandValue.slice(from, from + count).sort();
  const sortedB = sorted(atB);
  return sorted(atA).every((value, i) => value === sortedB[i]);
}

function isCommutative(store: Store, name: number): boolean {
  return (store.context.names[name]!.traitBits & traitBit.Commutative) !== 0;
}

/** Compares the contents of two operations with an explicit stack, because nesting can be deep. */
class RegionComparison {
  readonly #store: Store;
  /** Maps the values and blocks inside the first operation to the values and blocks of the second operation. */
  readonly #values = new Map<number, number>();
  readonly #blocks = new Map<number, number>();
  /** Pairs of operations to compare. After a pair, the operations that follow in the two blocks are compared. */
  readonly #pending: [a: number, b: number][] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  compare(a: number, b: number): boolean {
    if (!this.#pushRegions(a, b)) return false;
    for (let pair = this.#pending.pop(); pair !== undefined; pair = this.#pending.pop()) {
      if (!this.#compareFrom(pair[0], pair[1])) return false;
    }
    return true;
  }

  #compareFrom(a: number, b: number): boolean {
    const store = this.#store;
    for (; a !== 0 && b !== 0; a = store.opNext[a]!, b = store.opNext[b]!) {
      if (!isSameKind(store, a, b) || !this.#matchOperands(a, b) || !this.#matchSuccessors(a, b)) return false;
      const { opFirstResult, opResultCount } = store;
      for (let i = 0; i < opResultCount[a]!; i++) this.#values.set(opFirstResult[a]! + i, opFirstResult[b]! + i);
      if (store.opFirstRegion[a] === 0 && store.opFirstRegion[b] === 0) continue;
      this.#pending.push([store.opNext[a]!, store.opNext[b]!]);
      return this.#pushRegions(a, b);
    }
    return a === 0 && b === 0;
  }

  /** Matches blocks and their arguments. Schedules the comparison of nested operations, in order. */
  #pushRegions(a: number, b: number): boolean {
    const store = this.#store;
    const blocks: [number, number][] = [];
    let regionA = store.opFirstRegion[a]!;
    let regionB = store.opFirstRegion[b]!;
    for (; regionA !== 0 && regionB !== 0; regionA = store.regionNext[regionA]!, regionB = store.regionNext[regionB]!) {
      let blockA = store.regionFirstBlock[regionA]!;
      let blockB = store.regionFirstBlock[regionB]!;
      for (; blockA !== 0 && blockB !== 0; blockA = store.blockNext[blockA]!, blockB = store.blockNext[blockB]!) {
        if (!this.#matchBlocks(blockA, blockB)) return false;
        blocks.push([store.blockFirstOp[blockA]!, store.blockFirstOp[blockB]!]);
      }
      if (blockA !== 0 || blockB !== 0) return false;
    }
    for (let i = blocks.length - 1; i >= 0; i--) this.#pending.push(blocks[i]!);
    return regionA === 0 && regionB === 0;
  }

  #matchBlocks(a: number, b: number): boolean {
    const store = this.#store;
    const count = store.blockArgumentCount[a]!;
    if (count !== store.blockArgumentCount[b] || !this.#isPair(a, b)) return false;
    const argumentA = store.blockFirstArgument[a]!;
    const argumentB = store.blockFirstArgument[b]!;
    for (let i = 0; i < count; i++) {
      if (store.valueType[argumentA + i] !== store.valueType[argumentB + i]) return false;
      this.#values.set(argumentA + i, argumentB + i);
    }
    return true;
  }

  #isPair(blockA: number, blockB: number): boolean {
    const known = this.#blocks.get(blockA);
    if (known === undefined) this.#blocks.set(blockA, blockB);
    return known === undefined || known === blockB;
  }

  #matchOperands(a: number, b: number): boolean {
    const { operandValue, opFirstOperand, opOperandCount } = this.#store;
    for (let i = 0; i < opOperandCount[a]!; i++) {
      const valueA = operandValue[opFirstOperand[a]! + i]!;
      const valueB = operandValue[opFirstOperand[b]! + i]!;
      if (valueA !== valueB && this.#values.get(valueA) !== valueB) return false;
    }
    return true;
  }

  #matchSuccessors(a: number, b: number): boolean {
    const { successorBlock, opFirstSuccessor, opSuccessorCount } = this.#store;
    for (let i = 0; i < opSuccessorCount[a]!; i++) {
      if (!this.#isPair(successorBlock[opFirstSuccessor[a]! + i]!, successorBlock[opFirstSuccessor[b]! + i]!))
        return false;
    }
    return true;
  }
}
