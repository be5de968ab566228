import { UsageError } from "../diagnostic.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import type { Value, ValueAccess } from "../value.ts";
import type { Pass } from "../pass.ts";
import { keepsValue } from "./kept-values.ts";
import { foreignValue, missingValue, nestedInputValue, undeclaredValue, unsetValue } from "./run-errors.ts";
import type { OpPlace } from "./run-errors.ts";
import type { RunReporter } from "./run-reporter.ts";

/** Values that passes provide in one run, for the input and for operations. */
export class RunValues {
  readonly #ofInput = new Map<string, unknown>();
  readonly #ofOps = new Map<string, Map<object, unknown>>();
  readonly #below: RunValues | undefined;

  /** Creates an empty collection, which reads values that it does not contain from `below`. */
  constructor(below?: RunValues) {
    this.#below = below;
  }

  /** Whether this collection is empty. Ignores the values in `below`. */
  get isEmpty(): boolean {
    return this.#ofInput.size === 0 && this.#ofOps.size === 0;
  }

  /** Returns whether a value is set: a value per operation on `op`, or a value per input on the input. */
  has(value: Value<unknown>, op: object): boolean {
    return this.#hasOwn(value, op) || this.#below?.has(value, op) === true;
  }

  /** Returns a value of `op` or, for a value per input, of the input, or `undefined` if it is not set. */
  get(value: Value<unknown>, op: object): unknown {
    const { property, per } = value;
    if (this.#below !== undefined && !this.#hasOwn(value, op)) return this.#below.get(value, op);
    return per === "input" ? this.#ofInput.get(property) : this.#ofOps.get(property)?.get(op);
  }

  #hasOwn({ property, per }: Value<unknown>, op: object): boolean {
    return per === "input" ? this.#ofInput.has(property) : this.#ofOps.get(property)?.has(op) === true;
  }

  /** Sets a value. Sets a value per operation on `op`, and a value per input on the input. */
  set({ property, per }: Value<unknown>, op: object, value: unknown): void {
    if (per === "input") this.#ofInput.set(property, value);
    else this.#ofOps.set(property, (this.#ofOps.get(property) ?? new Map<object, unknown>()).set(op, value));
  }

  /**
   * Called after a pass on `op`. Drops the values of the input, of `op`, and of operations inside and around `op` that
   * the pass did not keep. Also drops all values of operations that are not inside the root.
   */
  drop<Op extends object>(op: Op, isKept: (property: string) => boolean, tree: ValueHost<Op>): void {
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

  /** Ends a pass on `op`. Makes it fail if a provided value is not set, and drops values that it did not keep. */
  handOn<Op extends object>(run: FinishedPass<Op>, op: Op, host: ValueHost<Op>): void {
    const { declaration } = run.step.pass;
    const values = run.ownValues;
    const missing = values?.end(op);
    if (missing !== undefined && !run.failed) {
      host.reporter.report(unsetValue(missing.pass, missing.property, host.reporter.placeOf(op)));
      run.fail();
    }
    const isKept = (property: string): boolean =>
      values?.written.has(property) === true ||
      keepsValue(declaration, property) ||
      (run.isPreserved({ name: property }) && declaration.invalidates?.includes(property) !== true);
    if (!run.all) this.drop(op, isKept, host);
    values?.written.clear();
  }

  /** Drops the values that nested passes did not keep, after an executor ran these passes. */
  dropAfter<Op extends object>(program: Steps<Op> | undefined, op: Op, host: ValueHost<Op>): void {
    for (const step of program?.steps ?? []) {
      if (step.isAdaptor) for (const nested of step.programs) this.dropAfter(nested, op, host);
      else this.drop(op, (property) => keepsValue(step.pass.declaration, property), host);
    }
  }
}

/** Steps of a program, and their nested programs. The steps set and invalidate the values of a run. */
interface Steps<Op extends object> {
  readonly steps: readonly (
    | { readonly isAdaptor: true; readonly programs: readonly Steps<Op>[] }
    | { readonly isAdaptor: false; readonly pass: Pass<Op> }
  )[];
}

/** Result of a finished pass, which determines the values that stay valid. */
export interface FinishedPass<Op extends object> {
  readonly step: { readonly pass: Pass<Op> };
  readonly ownValues: PassValues<Op> | undefined;
  readonly all: boolean;
  readonly failed: boolean;
  fail(): void;
  isPreserved(analysis: { readonly name: string }): boolean;
}

/** Data and functions of a run that the code for values uses. */
export interface ValueHost<Op extends object> {
  /** Values of the run. `undefined` until a pass with values starts. */
  runValues: RunValues | undefined;
  /** Returns whether `op` is `ancestor` or inside it. */
  isInside(op: Op, ancestor: Op): boolean;
  readonly root: Op;
  readonly reporter: RunReporter<Op>;
}

/** Makes the object through which a pass accesses values. Values store this function as their code. */
export type OpenValues = <Op extends object>(
  declaration: PassDeclaration,
  host: ValueHost<Op>,
  op: () => Op,
) => PassValues<Op>;

export const openValues: OpenValues = (declaration, host, op) =>
  new PassValues(declaration, (host.runValues ??= new RunValues()), host, op);

export class PassValues<Op extends object> implements ValueAccess<Op, Value<unknown>, Value<unknown>> {
  readonly #declaration: PassDeclaration;
  readonly #values: RunValues;
  readonly #host: ValueHost<Op>;
  readonly #op: () => Op;
  /** Members of the group that is running, and whether they can read each other's values. */
  #members: { readonly all: readonly PassValues<Op>[]; readonly isShared: boolean } | undefined;
  /** Values that the pass set on the current operation, by property. */
  readonly written: Map<string, readonly [Value<unknown>, unknown]> = new Map();

  constructor(declaration: PassDeclaration, values: RunValues, host: ValueHost<Op>, op: () => Op) {
    this.#declaration = declaration;
    this.#values = values;
    this.#host = host;
    this.#op = op;
  }

  #placeOf(op: Op): OpPlace {
    return this.#host.reporter.placeOf(op);
  }

  get<V extends Value<unknown>>(value: V): never {
    const op = this.#check(value, ["requires", "provides"]);
    const { name } = this.#declaration;
    if (!this.#values.has(value, op)) throw new UsageError(missingValue(name, value.property, this.#placeOf(op)));
    return this.#values.get(value, op) as never;
  }

  find<V extends Value<unknown>>(value: V, op: Op): undefined {
    const current = this.#check(value, ["requires", "provides"]);
    if (!this.#host.isInside(op, current))
      throw new UsageError(foreignValue(this.#declaration.name, value.property, this.#placeOf(op)));
    return this.#values.get(value, op) as undefined;
  }

  set<V extends Value<unknown>>(value: V, to: unknown): void {
    const op = this.#check(value, ["provides"]);
    if (value.per === "input" && op !== this.#host.root)
      throw new UsageError(nestedInputValue(this.#declaration.name, value.property, this.#placeOf(op)));
    this.#values.set(value, op, to);
    this.written.set(value.property, [value, to]);
  }

  /** Starts a group. Returns each member's access to values: without `isShared`, only to earlier values. */
  startGroup(declarations: readonly PassDeclaration[], isShared: boolean): readonly PassValues<Op>[] {
    const open = (declaration: PassDeclaration): PassValues<Op> => {
      const values = isShared ? this.#values : new RunValues(this.#values);
      return new PassValues(declaration, values, this.#host, this.#op);
    };
    const all = declarations.map(open);
    this.#members = { all, isShared };
    return all;
  }

  /**
   * Ends the pass on `op`. Stores each value of a group's members that all other members (if `isShared`, all later
   * members) keep or provide. Returns the first value that a pass provides but did not set, if any.
   */
  end(op: Op): { readonly pass: string; readonly property: string } | undefined {
    const { all = [], isShared = false } = this.#members ?? {};
    this.#members = undefined;
    all.forEach(({ written }, index) => {
      for (const [property, [value, to]] of written) {
        const others = all.slice(isShared ? index + 1 : 0);
        if (!others.every((other) => other.#keepsOrProvides(property))) continue;
        this.#values.set(value, op, to);
        this.written.set(property, [value, to]);
      }
    });
    for (const each of [this, ...all]) {
      const { name, provides = [], values = {} } = each.#declaration;
      const property = provides.find((one) => Object.hasOwn(values, one) && !each.written.has(one));
      if (property !== undefined) return { pass: name, property };
    }
    return undefined;
  }

  #keepsOrProvides(property: string): boolean {
    return this.#declaration.provides?.includes(property) === true || keepsValue(this.#declaration, property);
  }

  #check({ property }: Value<unknown>, lists: readonly ("requires" | "provides")[]): Op {
    const op = this.#op();
    const { name, values = {} } = this.#declaration;
    const isDeclared = lists.some((list) => this.#declaration[list]?.includes(property));
    if (isDeclared && Object.hasOwn(values, property)) return op;
    throw new UsageError(undeclaredValue(name, property, lists[0] as "requires" | "provides"));
  }
}
