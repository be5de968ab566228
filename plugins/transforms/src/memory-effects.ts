import type { Context, OperationName } from "@passwright/ir";
import { traitBit } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/** What is known of what an operation does to memory, as bits that are joined with `|`; 0 is nothing at all. */
export const effectBit = {
  read: 1,
  write: 2,
  /** Of a result of its own: with the operation, what was allocated goes. */
  allocate: 4,
  free: 8,
  /** It says nothing of itself, so it may do anything. */
  unknown: 16,
} as const;

/** Bits that an operation must not have to be erased when nobody uses its results. */
export const KEEPS_ALIVE: number = effectBit.write | effectBit.free | effectBit.unknown;

/** How the names of a context affect memory, looked up by id. Names may be added while it lives. */
export class MemoryEffects {
  readonly #context: Context;
  /** Own effects by name, plus one so that 0 is "not looked up". */
  #own = new Uint8Array(0);

  constructor(context: Context) {
    this.#context = context;
  }

  /** Without what is in its regions. */
  own(name: number): number {
    const known = this.#own[name];
    if (known !== undefined && known !== 0) return known - 1;
    if (known === undefined) {
      const larger = new Uint8Array(Math.max(this.#context.names.length, 64));
      larger.set(this.#own);
      this.#own = larger;
    }
    const effects = effectsOf(this.#context.names[name]!);
    this.#own[name] = effects + 1;
    return effects;
  }

  /** Whether what is in its regions counts as its own. */
  isRecursive(name: number): boolean {
    return (this.#context.names[name]!.traitBits & traitBit.RecursiveMemoryEffects) !== 0;
  }

  /** With what is in its regions, where that counts. */
  all(store: Store, op: number): number {
    let effects = 0;
    const pending = [op];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const name = store.opName[next]!;
      effects |= this.own(name);
      if (this.isRecursive(name)) pushContents(store, next, pending);
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

function pushContents(store: Store, op: number, out: number[]): void {
  for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
    for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
      for (let inner = store.blockFirstOp[block]!; inner !== 0; inner = store.opNext[inner]!) out.push(inner);
    }
  }
}
