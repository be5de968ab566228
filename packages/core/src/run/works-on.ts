import type { IrAdapter, OperationName } from "../ir-adapter.ts";
import type { Pass } from "../pass.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import { callPredicate } from "./call-predicate.ts";
import { collectNested } from "./collect-nested.ts";

/** Entry of `preserves`: the pass does not create operations with new names. */
export const ABSENT_OPERATIONS = "absent-operations";

/** Names of the operations that a pass works on. */
export interface Search {
  /** Returns whether the pass works on operations with this name. */
  looksFor(name: OperationName): boolean;
  /** Returns whether the pass works on operations with any of these names. */
  finds(names: ReadonlySet<OperationName>): boolean;
}

/** Returns whether a run reports the pass if no operation at its position matches `worksOn`. */
export function isReportedIfIdle({ worksOn, idle }: PassDeclaration): boolean {
  return worksOn !== undefined && idle !== "ignore";
}

/** Returns the operation names that `worksOn` selects, or `undefined` without `worksOn`. */
export function searchOf<Op extends object>(pass: Pass<Op>, adapter: IrAdapter<Op>): Search | undefined {
  const { definition, declaration, options } = pass;
  const { worksOn } = declaration;
  if (worksOn === undefined) return undefined;
  if (worksOn !== "predicate") {
    const names = worksOn.map((name) => adapter.intern(name));
    return { looksFor: (name) => names.includes(name), finds: (found) => names.some((name) => found.has(name)) };
  }
  const known = new Map<OperationName, boolean>();
  const looksFor = (name: OperationName): boolean => {
    let result = known.get(name);
    if (result === undefined) {
      result = callPredicate("worksOn", declaration.name, () => definition.worksOn?.(name, options.values));
      known.set(name, result);
    }
    return result;
  };
  return { looksFor, finds: (found) => [...found].some(looksFor) };
}

/** Returns the names for which a pass is not skipped. `undefined` for passes that provide values for later passes. */
export function skipSearchOf<Op extends object>(pass: Pass<Op>, adapter: IrAdapter<Op>): Search | undefined {
  const { provides = [], values = {} } = pass.declaration;
  return provides.some((property) => Object.hasOwn(values, property)) ? undefined : searchOf(pass, adapter);
}

/** Number of visited operations after which the walk records operations, because the tree might contain a cycle. */
const MANY = 10_000;

/** Sets of operation names that occurred in trees of one IR. */
class KnownNames {
  readonly #sets: ReadonlySet<OperationName>[] = [];
  /** Names of the last tree, as a list and as a set. */
  names: readonly OperationName[] = [];
  set: ReadonlySet<OperationName> = new Set();

  use(names: readonly OperationName[]): ReadonlySet<OperationName> {
    let set = this.#sets.find((one) => one.size === names.length && names.every((name) => one.has(name)));
    if (set === undefined) {
      set = new Set(names);
      if (this.#sets.length === MOST_SETS) this.#sets.length = 0;
      this.#sets.push(set);
    }
    this.names = names;
    this.set = set;
    return set;
  }
}

const knownNames = new WeakMap<object, KnownNames>();
const MOST_SETS = 32;
const MOST_BITS = 30;

/**
 * Returns the names of `op` and of all operations inside it, as the same object for equal sets. Names of the last tree
 * are looked up by index without allocation, because most passes do not change the names.
 */
export function namesIn<Op extends object>(adapter: IrAdapter<Op>, op: Op): ReadonlySet<OperationName> {
  let known = knownNames.get(adapter);
  if (known === undefined) knownNames.set(adapter, (known = new KnownNames()));
  const { names } = known;
  const count = names.length > MOST_BITS ? 0 : names.length;
  let found = 0;
  let others: Set<OperationName> | undefined;
  let seen: Set<Op> | undefined;
  const open = [op];
  const { listNested } = adapter;
  const list = listNested?.replaces === adapter.collectNested ? listNested : undefined;
  let last: OperationName | undefined;
  for (let visited = 0, at = open.pop(); at !== undefined; at = open.pop(), visited++) {
    if (visited > MANY) {
      seen ??= new Set();
      if (seen.has(at)) continue;
      seen.add(at);
    }
    const name = adapter.nameOf(at);
    if (name !== last) {
      let index = 0;
      while (index < count && names[index] !== name) index++;
      if (index < count) found |= 1 << index;
      else (others ??= new Set()).add(name);
      last = name;
    }
    if (list === undefined) collectNested(adapter, at, open);
    else list.list(at, open);
  }
  if (others === undefined && found === 2 ** count - 1) return known.set;
  return known.use([...names.filter((_, index) => index < count && (found & (1 << index)) !== 0), ...(others ?? [])]);
}
