import { describeThrown } from "@passwright/core";
import type { InstrumentedPass, PrintOptions } from "@passwright/core";
import { printOperation, topOf } from "./print-op.ts";
import type { Parents, PrintingAdapter } from "./print-op.ts";

/** When a dump is taken. */
export type DumpMoment = "before" | "after" | "after-failure";

/** How dumps look. */
export interface DumpStyle {
  /** Print the operation at the very top, and say in the header which one the pass ran on. */
  readonly moduleScope?: boolean;
  readonly print?: PrintOptions;
}

/** The name of the operation and its symbol, for headers. */
function describeOp<Op extends object>(adapter: PrintingAdapter<Op>, op: Op): string {
  const symbol = adapter.symbolOf?.(op);
  return ` ('${adapter.nameOf(op).text}' operation${symbol === undefined ? "" : `: @${symbol}`})`;
}

/** One dump, header and two line ends included, as `--mlir-print-ir-…` writes it (mlir/lib/Pass/IRPrinting.cpp). */
export function renderDump<Op extends object>(
  adapter: PrintingAdapter<Op>,
  parents: Parents<Op>,
  moment: DumpMoment,
  { displayName, argument }: Pick<InstrumentedPass, "displayName" | "argument">,
  op: Op,
  { moduleScope = false, print = {} }: DumpStyle = {},
): string {
  const when = moment === "before" ? "Before" : "After";
  const failed = moment === "after-failure" ? " Failed" : "";
  const title = `// -----// IR Dump ${when} ${displayName}${failed} (${argument})`;
  try {
    const where = moduleScope ? describeOp(adapter, op) : "";
    const text = printOperation(adapter, parents, moduleScope ? topOf(parents, op) : op, print);
    return `${title}${where} //----- //\n${text}\n\n`;
  } catch (thrown) {
    // A pass may leave something that cannot be printed, for instance nothing at all: the dumps before tell how.
    return `${title} //----- //\n// not printed: ${describeThrown(thrown)}\n\n`;
  }
}
