import type { IrAdapter, OperationName } from "../ir-adapter.ts";
import type { Pass } from "../pass.ts";
import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import { isThrown } from "../thrown.ts";
import { collectNested } from "./collect-nested.ts";
import { threwIn } from "./run-errors.ts";

/** Operations that a pass looks for, by name. */
export interface Search {
  /** Returns whether the pass looks for operations of that name. */
  looksFor(name: OperationName): boolean;
  /** Returns whether the pass looks for any of these names. */
  finds(names: ReadonlySet<OperationName>): boolean;
}

/** Returns the operations that a pass looks for, as `worksOn` declares them. `undefined` if the pass declares none. */
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
    let answer = known.get(name);
    if (answer === undefined)
      known.set(name, (answer = ask(() => definition.worksOn?.(name, options.values) === true)));
    return answer;
  };
  const ask = (predicate: () => boolean): boolean => {
    try {
      return predicate();
    } catch (thrown) {
      if (isThrown(thrown, BugError) || diagnosticOf(thrown) !== undefined) throw thrown;
      throw new UsageError(threwIn("worksOn", declaration.name, thrown), { cause: thrown });
    }
  };
  return { looksFor, finds: (found) => [...found].some(looksFor) };
}

/** Returns the operations without which a pass is skipped. Passes that provide values are never skipped, because later passes use them. */
export function skipSearchOf<Op extends object>(pass: Pass<Op>, adapter: IrAdapter<Op>): Search | undefined {
  const { provides = [], values = {} } = pass.declaration;
  return provides.some((property) => Object.hasOwn(values, property)) ? undefined : searchOf(pass, adapter);
}

/** Number of operations after which each is visited once, because the tree may contain a cycle. */
const MANY = 10_000;

/** Most recent sets of names, per IR. */
const lastNames = new WeakMap<object, ReadonlySet<OperationName>[]>();
const MOST_SETS = 32;

/** Returns the names of `op` and of all operations inside it. Returns the same object for the same set of names while it is cached. */
export function namesIn<Op extends object>(adapter: IrAdapter<Op>, op: Op): ReadonlySet<OperationName> {
  const names: OperationName[] = [];
  let many: Set<OperationName> | undefined;
  let seen: Set<Op> | undefined;
  const open = [op];
  let last: OperationName | undefined;
  for (let count = 0, at = open.pop(); at !== undefined; at = open.pop(), count++) {
    if (count > MANY) {
      seen ??= new Set();
      if (seen.has(at)) continue;
      seen.add(at);
    }
    const name = adapter.nameOf(at);
    if (name !== last && !(many === undefined ? names.includes(name) : many.has(name))) {
      names.push(name);
      many?.add(name);
      // A set costs more than a short list.
      if (names.length === 16) many = new Set(names);
    }
    last = name;
    collectNested(adapter, at, open);
  }
  let sets = lastNames.get(adapter);
  if (sets === undefined) lastNames.set(adapter, (sets = []));
  for (const set of sets) if (set.size === names.length && names.every((name) => set.has(name))) return set;
  const found = new Set(names);
  if (sets.length === MOST_SETS) sets.length = 0;
  sets.push(found);
  return found;
}
