import { UsageError } from "@passwright/core";
import type { InstrumentedPass, InstrumentedRun, Instrumentation, IrAdapter } from "@passwright/core";
import { missingPart } from "../errors.ts";
import { renderDump } from "./dump.ts";
import type { DumpMoment, DumpStyle } from "./dump.ts";
import { FileTree } from "./file-tree.ts";
import { knownBy } from "./print-op.ts";
import type { Parents, PrintingAdapter } from "./print-op.ts";

/** Passes by their names in pipelines, or all. Adaptors are never printed. */
export type PassFilter = "all" | readonly string[];

/** What {@link printIr} is to print, and where to. */
export interface IrPrintingOptions extends DumpStyle {
  readonly before?: PassFilter;
  /** Also those of them that failed. */
  readonly after?: PassFilter;
  /** After passes that failed, and after no others, whatever `after` says. */
  readonly afterFailure?: boolean;
  /** Of what `after` asks for, only what changed something. */
  readonly onlyWhenChanged?: boolean;
  /** Gets each dump as it would stand in a stream. */
  readonly write?: (text: string) => void;
  /**
   * Gets each dump with a path of its own instead, `/` between folders, such as
   * `builtin_module_outer/func_func_f/0_1_cse.mlir`.
   */
  readonly writeFile?: (path: string, text: string) => void;
}

/** The counterpart of MLIR's `IRPrinterInstrumentation` (mlir/lib/Pass/IRPrinting.cpp). */
class IrPrinting<Op extends object> implements Instrumentation<Op> {
  readonly name = "IR printing";
  readonly #adapter: PrintingAdapter<Op>;
  readonly #options: IrPrintingOptions;
  readonly #files: FileTree<Op>;
  #parents: Parents<Op>;
  /** What passes at work found; a pass that runs a pipeline has others at work inside. */
  readonly #fingerprints: bigint[] = [];

  constructor(adapter: PrintingAdapter<Op>, options: IrPrintingOptions) {
    this.#adapter = adapter;
    this.#options = options;
    this.#files = new FileTree(adapter);
    this.#parents = knownBy(adapter);
  }

  beforeRun(_op: Op, run: InstrumentedRun<Op>): void {
    this.#parents = run;
  }

  beforePass(pass: InstrumentedPass, op: Op): void {
    if (pass.isAdaptor) return;
    const { before, onlyWhenChanged } = this.#options;
    if (onlyWhenChanged === true) this.#fingerprints.push(this.#fingerprint(op));
    if (isChosen(before, pass)) this.#dump("before", pass, op);
  }

  afterPass(pass: InstrumentedPass, op: Op): void {
    if (pass.isAdaptor) return;
    const { after, afterFailure, onlyWhenChanged } = this.#options;
    const isSame = onlyWhenChanged === true && this.#fingerprints.pop() === this.#fingerprint(op);
    if (afterFailure !== true && !isSame && isChosen(after, pass)) this.#dump("after", pass, op);
  }

  afterPassFailed(pass: InstrumentedPass, op: Op): void {
    if (pass.isAdaptor) return;
    const { after, afterFailure, onlyWhenChanged } = this.#options;
    if (onlyWhenChanged === true) this.#fingerprints.pop();
    if (afterFailure === true || isChosen(after, pass)) this.#dump("after-failure", pass, op);
  }

  #fingerprint(op: Op): bigint {
    return this.#adapter.fingerprint?.(op) ?? 0n;
  }

  #dump(moment: DumpMoment, pass: InstrumentedPass, op: Op): void {
    const text = renderDump(this.#adapter, this.#parents, moment, pass, op, this.#options);
    const { write, writeFile } = this.#options;
    write?.(text);
    writeFile?.(this.#files.nextPath(this.#parents, op, pass.argument), text);
  }
}

function isChosen(filter: PassFilter | undefined, { argument }: InstrumentedPass): boolean {
  return filter === "all" || (filter?.includes(argument) ?? false);
}

/**
 * Makes an instrumentation that prints the IR around passes.
 *
 * @throws UsageError PWN0102 if the adapter cannot print, or not tell whether something changed.
 */
export function printIr<Op extends object>(adapter: IrAdapter<Op>, options: IrPrintingOptions): Instrumentation<Op> {
  if (adapter.print === undefined) throw new UsageError(missingPart("print", adapter.name, "IR printing"));
  if (options.onlyWhenChanged === true && adapter.fingerprint === undefined) {
    throw new UsageError(missingPart("fingerprint", adapter.name, "printing only what changed"));
  }
  return new IrPrinting(adapter as PrintingAdapter<Op>, options);
}
