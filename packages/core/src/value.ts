import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import { isElementName } from "./element-name.ts";

/** Definition of a value, passed to {@link defineValue}. */
export interface ValueDefinition {
  /** Name, kebab-case: `symbol-map`. */
  readonly name: string;
  /** Version, increased when the type or the meaning changes. Passes with different versions do not see each other's value. */
  readonly version: number;
  /** Whether there is one value per input, or one per operation. */
  readonly per: "input" | "operation";
  /** Meaning of the value, for lists and documentation. */
  readonly doc?: string;
}

/** Property with a typed value, which a pass hands on to later passes. */
export interface Value<T> extends ValueDefinition {
  /** Name of the property: `symbol-map@1`. */
  readonly property: string;
  /** Only used for inference. */
  readonly type?: T;
}

/** Type of a {@link Value}. */
export type TypeOfValue<V> = V extends Value<infer T> ? T : never;

/** Properties and values of a pass: `{ bufferized: true, symbols: symbolMap }`. Keys of values are free. */
export interface ValueTable {
  readonly [name: string]: true | Value<unknown>;
}

/** Values of a table. */
export type ValuesIn<P> = string extends keyof P ? never : Exclude<P[keyof P], true>;

/** Values in a run. Passes get those that they declare. */
export interface ValueAccess<Op extends object, Written, Read> {
  /**
   * Returns a value of the input, or of the current operation. Accepts values of `requires` and `provides`.
   *
   * @throws {@link UsageError} PWC0441 for a value that the pass does not declare, PWC0442 if it is not there.
   */
  get<V extends Written | Read>(value: V): TypeOfValue<V>;
  /** Returns the value of an operation inside the current one, or `undefined`. */
  find<V extends Written | Read>(value: V, op: Op): TypeOfValue<V> | undefined;
  /** Sets a value of the input, or of the current operation. Accepts values of `provides`. */
  set<V extends Written>(value: V, to: TypeOfValue<V>): void;
}

/**
 * Defines a value that passes hand on: the provider lists it under `provides` and sets it, later passes list it under
 * `requires` and get it. Every pass that does not preserve it drops it. Values are identified by name and version.
 *
 * @throws {@link UsageError} PWC0440 for a name that is not kebab-case, or a version that is not a positive integer.
 */
export function defineValue<T>(definition: ValueDefinition): Value<T> {
  const { name, version, per } = definition;
  const isValid =
    isElementName(name) && Number.isInteger(version) && version > 0 && ["input", "operation"].includes(per);
  if (isValid) return Object.freeze({ ...definition, property: `${name}@${version}` });
  const help = 'define it as `defineValue<T>({ name: "symbol-map", version: 1, per: "input" })`';
  throw new UsageError(
    errorDiagnostic("PWC0440", `\`${String(name)}\` is not a valid value`, help, {
      notes: ['a value has a kebab-case `name`, a positive integer as `version`, and `per: "input"` or `"operation"`'],
    }),
  );
}

/** Returns whether a property has a value: its name ends with a version. */
export function isValueProperty(property: string): boolean {
  return /@\d+$/.test(property);
}
