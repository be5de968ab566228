import type { Assembly } from "@passwright/sdk";

/**
 * Returns a function that normalizes outputs with the IR's `normalize`. The returned function does not change a text if
 * the IR does not have `normalize` or cannot parse the text.
 */
export function normalizerOf(assembly: Assembly): (text: string) => string {
  const ir = assembly.irs.at(-1);
  return (text) => {
    if (ir?.normalize === undefined || ir.parse === undefined || ir.print === undefined) return text;
    const parsed = ir.parse(text, { file: "<output>" });
    if (!parsed.ok) return text;
    ir.normalize(parsed.op);
    return ir.print(parsed.op, {});
  };
}
