import { describeThrown } from "@passwright/core";
import type { InstrumentedPass, PrintOptions } from "@passwright/core";
import { printOperation, topOf } from "./print-op.ts";
import type { Parents, PrintingAdapter } from "./print-op.ts";

/** When the dump is made: before a pass, after a pass, or after a pass that failed. */
export type DumpMoment = "before" | "after" | "after-failure";

/** Style of dumps. */
export interface DumpStyle {
  /**
   * Whether to print the whole module instead of the pass's operation, and to name the pass's operation in the header.
   * Always true for nested operations of an IR that can print only roots.
   */
  readonly moduleScope?: boolean;
  /** Options for printing operations. */
  readonly print?: PrintOptions;
}

/** Formats the name and symbol of an operation for headers. */
function describeOp<Op extends object>(adapter: PrintingAdapter<Op>, op: Op): string {
  const symbol = adapter.symbolOf?.(op);
  return ` ('${adapter.nameOf(op).text}' operation${symbol === undefined ? "" : `: @${symbol}`})`;
}

/**
 * Formats one dump with its header and two trailing newlines, in the format of `--mlir-print-ir-…`
 * (mlir/lib/Pass/IRPrinting.cpp).
 */
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
    const isWhole = moduleScope || (adapter.prints === "roots" && parents.parentOf(op) !== undefined);
    const where = isWhole ? describeOp(adapter, op) : "";
    const text = printOperation(adapter, parents, isWhole ? topOf(parents, op) : op, print);
    return `${title}${where} //----- //\n${text}\n\n`;
  } catch (thrown) {
    // If the IR cannot be printed, writes the error into the dump and continues the run.
    return `${title} //----- //\n// not printed: ${describeThrown(thrown)}\n\n`;
  }
}
