import { UsageError } from "../diagnostic.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import type { Value, ValueAccess } from "../value.ts";
import { foreignValue, missingValue, nestedInputValue, undeclaredValue } from "./run-errors.ts";
import type { OpPlace } from "./run-errors.ts";

/** Relation of operations in the tree of a run. */
export interface Kinship<Op extends object> {
  /** Whether `op` is `ancestor` or inside it. */
  isInside(op: Op, ancestor: Op): boolean;
  readonly root: Op;
}

/** Values that passes hand on in one run: of the input, and of operations. */
export class RunValues {
  readonly #ofInput = new Map<string, unknown>();
  readonly #ofOps = new Map<string, Map<object, unknown>>();

  get isEmpty(): boolean {
    return this.#ofInput.size === 0 && this.#ofOps.size === 0;
  }

  has({ property, per }: Value<unknown>, op: object): boolean {
    return per === "input" ? this.#ofInput.has(property) : this.#ofOps.get(property)?.has(op) === true;
  }

  get({ property, per }: Value<unknown>, op: object): unknown {
    return per === "input" ? this.#ofInput.get(property) : this.#ofOps.get(property)?.get(op);
  }

  set({ property, per }: Value<unknown>, op: object, value: unknown): void {
    if (per === "input") this.#ofInput.set(property, value);
    else this.#ofOps.set(property, (this.#ofOps.get(property) ?? new Map<object, unknown>()).set(op, value));
  }

  /**
   * Drops values after a pass on `op` that may have changed something: those that it did not keep, of the input, of `op`,
   * and of operations around and inside it. Also drops the values of erased operations.
   */
  drop<Op extends object>(op: Op, isKept: (property: string) => boolean, tree: Kinship<Op>): void {
    for (const property of this.#ofInput.keys()) if (!isKept(property)) this.#ofInput.delete(property);
    for (const [property, values] of this.#ofOps) {
      const keeps = isKept(property);
      for (const other of values.keys() as Iterable<Op>) {
        const isTouched = !keeps && (tree.isInside(other, op) || tree.isInside(op, other));
        if (isTouched || !tree.isInside(other, tree.root)) values.delete(other);
      }
      if (values.size === 0) this.#ofOps.delete(property);
    }
  }
}

/** Returns whether a pass declares that a value is as valid after it as before. */
export function keepsValue({ preserves, requires, invalidates }: PassDeclaration, property: string): boolean {
  const isMeant = preserves?.includes(property) === true || requires?.includes(property) === true;
  return isMeant && invalidates?.includes(property) !== true;
}

/** Values of a pass that runs. */
export class PassValues<Op extends object> implements ValueAccess<Op, Value<unknown>, Value<unknown>> {
  readonly #declaration: PassDeclaration;
  readonly #values: RunValues;
  readonly #tree: Kinship<Op>;
  readonly #op: () => Op;
  readonly #placeOf: (op: Op) => OpPlace;
  /** Properties that the pass set on the current operation. */
  readonly written: Set<string> = new Set();

  constructor(
    declaration: PassDeclaration,
    values: RunValues,
    tree: Kinship<Op>,
    op: () => Op,
    placeOf: (op: Op) => OpPlace,
  ) {
    this.#declaration = declaration;
    this.#values = values;
    this.#tree = tree;
    this.#op = op;
    this.#placeOf = placeOf;
  }

  get<V extends Value<unknown>>(value: V): never {
    const op = this.#check(value, ["requires", "provides"]);
    const { name } = this.#declaration;
    if (!this.#values.has(value, op)) throw new UsageError(missingValue(name, value.property, this.#placeOf(op)));
    return this.#values.get(value, op) as never;
  }

  find<V extends Value<unknown>>(value: V, op: Op): undefined {
    const current = this.#check(value, ["requires", "provides"]);
    if (!this.#tree.isInside(op, current))
      throw new UsageError(foreignValue(this.#declaration.name, value.property, this.#placeOf(op)));
    return this.#values.get(value, op) as undefined;
  }

  set<V extends Value<unknown>>(value: V, to: unknown): void {
    const op = this.#check(value, ["provides"]);
    if (value.per === "input" && op !== this.#tree.root)
      throw new UsageError(nestedInputValue(this.#declaration.name, value.property, this.#placeOf(op)));
    this.#values.set(value, op, to);
    this.written.add(value.property);
  }

  /** The first value that the pass provides and did not set. */
  get missing(): string | undefined {
    const { provides = [], values = {} } = this.#declaration;
    return provides.find((property) => Object.hasOwn(values, property) && !this.written.has(property));
  }

  #check({ property }: Value<unknown>, lists: readonly ("requires" | "provides")[]): Op {
    const op = this.#op();
    const { name, values = {} } = this.#declaration;
    const isDeclared = lists.some((list) => this.#declaration[list]?.includes(property));
    if (isDeclared && Object.hasOwn(values, property)) return op;
    throw new UsageError(undeclaredValue(name, property, lists[0] as "requires" | "provides"));
  }
}
