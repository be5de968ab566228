import type { Context, OperationName } from "@passwright/ir";
import { operationsOfRegion, traitBit } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/** Bits that represent the memory effects of an operation. The value 0 represents no effects. */
export const effectBit = {
  read: 1,
  write: 2,
  /** The operation allocates memory. Erasing the operation also removes the allocation. */
  allocate: 4,
  free: 8,
  /** The operation does not declare its effects, so it can have any effect. */
  unknown: 16,
} as const;

export const KEEPS_ALIVE: number = effectBit.write | effectBit.free | effectBit.unknown;

export class MemoryEffects {
  readonly #context: Context;
  readonly #own: (number | undefined)[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  /** Returns the effects of operations with the name id `name`, without the effects of their regions. */
  own(name: number): number {
    return (this.#own[name] ??= effectsOf(this.#context.names[name]!));
  }

  /** Returns whether operations with the name id `name` also have the effects of the operations in their regions. */
  isRecursive(name: number): boolean {
    return (this.#context.names[name]!.traitBits & traitBit.RecursiveMemoryEffects) !== 0;
  }

  /** Returns the effects of an operation. Includes the effects of its regions if {@link isRecursive} returns true. */
  all(store: Store, op: number): number {
    let effects = 0;
    const pending = [op];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const name = store.opName[next]!;
      effects |= this.own(name);
      if (!this.isRecursive(name)) continue;
      for (let region = store.opFirstRegion[next]!; region !== 0; region = store.regionNext[region]!)
        operationsOfRegion(store, region, pending);
    }
    return effects;
  }
}

function effectsOf(name: OperationName): number {
  const { definition, traitBits } = name;
  let effects = 0;
  for (const effect of definition?.effects ?? []) effects |= effectBit[effect];
  const saysSo = definition?.effects !== undefined || (traitBits & (traitBit.NoMemoryEffect | traitBit.Pure)) !== 0;
  return saysSo || (traitBits & traitBit.RecursiveMemoryEffects) !== 0 ? effects : effectBit.unknown;
}
