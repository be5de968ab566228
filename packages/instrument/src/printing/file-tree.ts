import type { IrAdapter } from "@passwright/core";
import type { Parents } from "./print-op.ts";

const NO_SYMBOL = "no-symbol-name";

/** Returns a safe file name: symbols may contain any text, including path separators. */
function asFileName(text: string): string {
  return text.replace(/[/\\\0]/g, "_");
}

/**
 * Names files in a tree of folders that follows the nesting of operations, as `--mlir-print-ir-tree-dir` does
 * (mlir/lib/Pass/IRPrinting.cpp, `FileTreeIRPrinterConfig`). Every operation counts its dumps from 0. Looking up a
 * surrounding operation also sets its count, so that its own first dump gets number 1, as in MLIR.
 */
export class FileTree<Op extends object> {
  readonly #adapter: IrAdapter<Op>;
  readonly #counters = new WeakMap<Op, number>();

  constructor(adapter: IrAdapter<Op>) {
    this.#adapter = adapter;
  }

  /** Returns the path of the next dump of `op` after a pass, relative to the root folder, with `/`. */
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
