/**
 * Key of the property in which a definition stores the core's code for its kind, so that bundlers can leave this code
 * out of programs without such definitions. The symbol is the same in all copies of this package.
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

/** Key that marks pass definitions. The key works across copies of this package, unlike `instanceof`. */
export const BRAND: unique symbol = Symbol.for("passwright.pass-definition") as never;
