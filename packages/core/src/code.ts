/**
 * Key of the code that a run needs for a definition. Definitions carry this code, so that a program without batches,
 * for example, does not contain the code for batches when it is bundled. The key works across copies of this package.
 */
export const CODE: unique symbol = Symbol.for("passwright.code") as never;

/** Definition that carries code of the core package. Made by the `define…` functions. */
export interface Defined {
  readonly [CODE]: unknown;
}

/** Returns the code of a definition, or `undefined` if the object was not made by a `define…` function. */
export function codeOf<Code>(definition: object | undefined): Code | undefined {
  return (definition as { readonly [CODE]?: Code } | undefined)?.[CODE];
}
