import type { IrAdapter } from "@passwright/core";
import type { Input } from "./inputs.ts";

type Extensions = readonly string[];

/**
 * Returns the extensions of the files of an IR. The list is empty if the adapter does not declare extensions. Adapters
 * from `defineIr` always declare extensions.
 */
export function extensionsOf(ir: IrAdapter<object>): Extensions {
  return (ir as { readonly extensions?: Extensions }).extensions ?? [];
}

/**
 * Returns the extension in `extensions` that the name of an input ends with, or `undefined` if no extension matches.
 */
export function extensionIn(extensions: Extensions, { file }: Pick<Input, "file">): string | undefined {
  return extensions.find((extension) => file.endsWith(extension));
}

/**
 * Sets `rename` if the extension of an input belongs to the first IR but not to the last IR. The name of the result
 * then gets the extension of the last IR.
 */
export function withResultExtension(input: Input, first: Extensions, last: Extensions): Input {
  const { rename: _, ...rest } = input;
  const from = extensionIn(first, input);
  const [to] = last;
  if (from === undefined || to === undefined || extensionIn(last, input) !== undefined) return rest;
  return { ...rest, rename: { from, to } };
}
