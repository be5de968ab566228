import type { InstrumentedPass, InstrumentedRun, Instrumentation, IrAdapter } from "@passwright/core";
import { checkArgument, mustBePrinting } from "../check-argument.ts";
import { currentIr, requireParts } from "../current-ir.ts";
import { renderDump } from "./dump.ts";
import type { DumpMoment, DumpStyle } from "./dump.ts";
import { FileTree } from "./file-tree.ts";
import { parentsFrom } from "./print-op.ts";
import type { Parents, PrintingAdapter } from "./print-op.ts";

/** Filter for passes: all passes, or a list of pass names. The IR is never printed before or after an adaptor. */
export type PassFilter = "all" | readonly string[];

/** Options of {@link printIr}. */
export interface IrPrintingOptions extends DumpStyle {
  /** Passes before which the IR is printed. */
  readonly before?: PassFilter;
  /** Passes after which the IR is printed, even if they fail. */
  readonly after?: PassFilter;
  /** Whether to print the IR only after passes that fail. Overrides `after`. */
  readonly afterFailure?: boolean;
  /** Whether to skip dumps after passes that did not change the IR. */
  readonly onlyWhenChanged?: boolean;
  /** Called with each dump, for output to a single stream. */
  readonly write?: (text: string) => void;
  /**
   * Called with each dump and its path, such as `builtin_module_outer/func_func_f/0_1_cse.mlir`, for output to separate
   * files. The separator is `/`.
   */
  readonly writeFile?: (path: string, text: string) => void;
}

/** Prints the IR around passes: the counterpart of MLIR's `IRPrinterInstrumentation` (mlir/lib/Pass/IRPrinting.cpp). */
class IrPrinting<Op extends object> implements Instrumentation<Op> {
  readonly name = "IR printing";
  readonly #adapter: PrintingAdapter<Op>;
  readonly #options: IrPrintingOptions;
  readonly #files = new FileTree<Op>();
  #parents: Parents<Op>;
  #run: InstrumentedRun<Op> | undefined = undefined;
  /**
   * For each active pass: its operation, and the fingerprint of this operation before the pass. The array is a stack,
   * because a pass can run a pipeline.
   */
  readonly #before: { readonly op: Op; readonly fingerprint: bigint }[] = [];

  constructor(adapter: PrintingAdapter<Op>, options: IrPrintingOptions) {
    this.#adapter = adapter;
    this.#options = options;
    this.#parents = parentsFrom(adapter);
  }

  beforeRun(_op: Op, run: InstrumentedRun<Op>): void {
    this.#parents = run;
    this.#run = run;
  }

  /** Adapter of the current IR, which a conversion replaces. */
  get #current(): PrintingAdapter<Op> {
    return currentIr(this.#adapter, this.#run, "IR printing", "print");
  }

  beforePass(pass: InstrumentedPass, op: Op): void {
    if (pass.isAdaptor) return;
    const { before, onlyWhenChanged } = this.#options;
    if (onlyWhenChanged === true) this.#before.push({ op, fingerprint: this.#fingerprint(op) });
    if (isChosen(before, pass)) this.#dump("before", pass, op);
  }

  afterPass(pass: InstrumentedPass, op: Op): void {
    if (pass.isAdaptor) return;
    const { after, afterFailure, onlyWhenChanged } = this.#options;
    const isSame = onlyWhenChanged === true && this.#isAsBefore(op);
    if (afterFailure !== true && !isSame && isChosen(after, pass)) this.#dump("after", pass, op);
  }

  afterPassFailed(pass: InstrumentedPass, op: Op): void {
    if (pass.isAdaptor) return;
    const { after, afterFailure, onlyWhenChanged } = this.#options;
    if (onlyWhenChanged === true) this.#before.pop();
    if (afterFailure === true || isChosen(after, pass)) this.#dump("after-failure", pass, op);
  }

  #isAsBefore(op: Op): boolean {
    const before = this.#before.pop();
    return before?.op === op && before.fingerprint === this.#fingerprint(op);
  }

  #fingerprint(op: Op): bigint {
    return this.#current.fingerprint?.(op) ?? 0n;
  }

  #dump(moment: DumpMoment, pass: InstrumentedPass, op: Op): void {
    const adapter = this.#current;
    const text = renderDump(adapter, this.#parents, moment, pass, op, this.#options);
    const { write, writeFile } = this.#options;
    write?.(text);
    writeFile?.(this.#files.nextPath(adapter, this.#parents, op, pass.argument), text);
  }
}

function isChosen(filter: PassFilter | undefined, { argument }: InstrumentedPass): boolean {
  return filter === "all" || (filter?.includes(argument) ?? false);
}

/**
 * Makes an instrumentation that prints the IR before and after passes. After a conversion, prints the new IR with its
 * own adapter.
 *
 * @throws UsageError PWN0102 if the adapter has no `print`, or no `fingerprint` for `onlyWhenChanged`. PWC0105 if the
 * options do not match their type.
 */
export function printIr<Op extends object>(adapter: IrAdapter<Op>, options: IrPrintingOptions): Instrumentation<Op> {
  checkArgument("`printIr`", mustBePrinting, options, "options");
  if (options.onlyWhenChanged === true) requireParts(adapter, "printing only what changed", "fingerprint");
  return new IrPrinting(requireParts(adapter, "IR printing", "print"), options);
}
