/**
 * Key under which a definition stores the code for its kind of definition. For example, the code for batches is stored
 * only in batches. The bundle of a program without batches therefore does not contain this code. The symbol is the same
 * in all copies of this package.
 */
export const CODE: unique symbol = Symbol.for("passwright.code") as never;

/** Definition whose property {@link CODE} contains code for the core package. Made by the `define…` functions. */
export interface Defined {
  readonly [CODE]: unknown;
}

/** Returns the code of a definition, or `undefined` if the object was not made by a `define…` function. */
export function codeOf<Code>(definition: object | undefined): Code | undefined {
  return (definition as { readonly [CODE]?: Code } | undefined)?.[CODE];
}
