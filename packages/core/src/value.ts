import type { Defined } from "./code.ts";

/** Definition of a value: the argument of {@link defineValue}. */
export interface ValueDefinition {
  /** Name of the value in kebab-case: `symbol-map`. */
  readonly name: string;
  /** Version of the value. Increase it when the type or the meaning changes: versions are unrelated values. */
  readonly version: number;
  /** Lifetime of the value: one per input, or one per operation. */
  readonly per: "input" | "operation";
  /** Meaning of the value, for lists and documentation. */
  readonly doc?: string;
}

/** Property with a typed value, which a pass provides for later passes. */
export interface Value<T> extends ValueDefinition, Defined {
  /** Name of the property: `symbol-map@1`. */
  readonly property: string;
  /** Phantom property. Exists only for type inference. */
  readonly type?: T;
}

/** Type of a {@link Value}. */
export type TypeOfValue<V> = V extends Value<infer T> ? T : never;

/** Properties and values by name: `{ bufferized: true, symbols: symbolMap }`. The key of a value can be any string. */
export interface ValueTable {
  /** Maps the name of a property to its value, or to `true` if the property does not have a value. */
  readonly [name: string]: true | Value<unknown>;
}

/** Union of the values in a table. */
export type ValuesIn<P> = string extends keyof P ? never : Exclude<P[keyof P], true>;

/** Access to the values that a pass declares. */
export interface ValueAccess<Op extends object, Written, Read> {
  /**
   * Returns a declared value of the input, or of the current operation.
   *
   * @throws {@link UsageError} PWC0441 for a value that the pass does not declare, PWC0442 if the value is not set.
   */
  get<V extends Written | Read>(value: V): TypeOfValue<V>;
  /** Returns the value of an operation inside the current operation, or `undefined` if the value is not set. */
  find<V extends Written | Read>(value: V, op: Op): TypeOfValue<V> | undefined;
  /** Sets a value of the input, or of the current operation. The pass must list the value in `provides`. */
  set<V extends Written>(value: V, to: TypeOfValue<V>): void;
}
