import type { IrAdapter } from "@passwright/core";
import type { Parents } from "./print-op.ts";

const NO_SYMBOL = "no-symbol-name";

/** Symbols may be any text, and must not lead out of the folder. */
function asFileName(text: string): string {
  return text.replace(/[/\\\0]/g, "_");
}

/**
 * Names the files of a tree of folders that follows the nesting of operations, as `--mlir-print-ir-tree-dir` does
 * (mlir/lib/Pass/IRPrinting.cpp, `FileTreeIRPrinterConfig`). Every operation counts its own dumps from 0. To look at an
 * operation around the dumped one starts its count at 0 too, so that its own first dump is then number 1: MLIR does the
 * same, and its users see it.
 */
export class FileTree<Op extends object> {
  readonly #adapter: IrAdapter<Op>;
  readonly #counters = new WeakMap<Op, number>();

  constructor(adapter: IrAdapter<Op>) {
    this.#adapter = adapter;
  }

  /** The path for the next dump of `op` after a pass, with `/`, without the folder that all is in. */
  nextPath(parents: Parents<Op>, op: Op, pass: string): string {
    const folders: string[] = [];
    const counts: number[] = [];
    this.#counters.set(op, (this.#counters.get(op) ?? -1) + 1);
    for (let at: Op | undefined = op; at !== undefined; at = parents.parentOf(at)) {
      const count = this.#counters.get(at) ?? 0;
      this.#counters.set(at, count);
      counts.unshift(count);
      const name = this.#adapter.nameOf(at).text.replaceAll(".", "_");
      folders.unshift(asFileName(`${name}_${this.#adapter.symbolOf?.(at) ?? NO_SYMBOL}`));
    }
    return `${folders.join("/")}/${counts.join("_")}_${asFileName(pass)}.mlir`;
  }
}
