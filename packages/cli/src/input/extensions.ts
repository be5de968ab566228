import type { IrAdapter } from "@passwright/core";
import type { Input } from "./inputs.ts";

type Extensions = readonly string[];

/** Returns the extensions of the files of an IR, or an empty list if the adapter does not declare extensions. */
export function extensionsOf(ir: IrAdapter<object>): Extensions {
  return (ir as { readonly extensions?: Extensions }).extensions ?? [];
}

export function extensionIn(extensions: Extensions, { file }: Pick<Input, "file">): string | undefined {
  return extensions.find((extension) => file.endsWith(extension));
}

/** Sets `rename` if the extension of an input belongs to the first IR but not to the last IR. */
export function withResultExtension(input: Input, first: Extensions, last: Extensions): Input {
  const { rename: _, ...rest } = input;
  const from = extensionIn(first, input);
  const [to] = last;
  if (from === undefined || to === undefined || extensionIn(last, input) !== undefined) return rest;
  return { ...rest, rename: { from, to } };
}
