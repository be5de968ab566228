import type { Store } from "./store/store.ts";

/** Hash of 64 bits, in two halves. With fewer bits, different IRs would have equal hashes too often. */
class Hash {
  #low = 0x811c9dc5 | 0;
  #high = 0x9e3779b1 | 0;

  add(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x01000193);
    this.#low ^= this.#low >>> 15;
    this.#high = Math.imul(this.#high ^ (value + 0x7f4a7c15), 0x85ebca6b);
    this.#high = (this.#high ^ (this.#high >>> 13)) + this.#low;
    this.#high |= 0;
  }

  get value(): bigint {
    return (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
  }
}

/**
 * Returns a hash of an operation and its contents, including ids, which are never reused: erasing and recreating an
 * operation changes the hash. Different states have the same hash only with a probability of 2^-64.
 */
export function fingerprintOperation(store: Store, top: number): bigint {
  const hash = new Hash();
  const work = [top];
  while (work.length > 0) {
    const op = work.pop()!;
    addOperation(hash, store, op);
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      hash.add(-1);
      for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
        hash.add(-2);
        hash.add(block);
        const first = store.blockFirstArgument[block]!;
        hash.add(first);
        for (let i = 0; i < store.blockArgumentCount[block]!; i++) {
          hash.add(store.valueType[first + i]!);
          hash.add(store.valueLocation[first + i]!);
        }
        for (let inner = store.blockFirstOp[block]!; inner !== 0; inner = store.opNext[inner]!) {
          // For an operation with regions, hashes only its position, because the walk visits the operation later.
          if (store.opFirstRegion[inner] === 0) addOperation(hash, store, inner);
          else {
            hash.add(inner);
            work.push(inner);
          }
        }
      }
    }
  }
  return hash.value;
}

function addOperation(hash: Hash, store: Store, op: number): void {
  hash.add(op);
  hash.add(store.opName[op]!);
  hash.add(store.opProperties[op]!);
  hash.add(store.opAttributes[op]!);
  hash.add(store.opLocation[op]!);
  const firstOperand = store.opFirstOperand[op]!;
  for (let i = 0; i < store.opOperandCount[op]!; i++) hash.add(store.operandValue[firstOperand + i]!);
  const firstResult = store.opFirstResult[op]!;
  for (let i = 0; i < store.opResultCount[op]!; i++) {
    hash.add(firstResult + i);
    hash.add(store.valueType[firstResult + i]!);
  }
  const firstSuccessor = store.opFirstSuccessor[op]!;
  for (let i = 0; i < store.opSuccessorCount[op]!; i++) hash.add(store.successorBlock[firstSuccessor + i]!);
}
