import type { IrAdapter } from "@passwright/core";
import type { Parents } from "./print-op.ts";

const NO_SYMBOL = "no-symbol-name";

interface Folder {
  /** Path, which consists of the name and the symbol of the operation. Several operations can have the same path. */
  readonly wanted: string;
  readonly path: string;
}

/** Returns a safe file name for a symbol. Symbols can contain any text, including path separators. */
function asFileName(text: string): string {
  return text.replace(/[/\\\0]/g, "_");
}

/**
 * Names files in a tree of folders that follows the nesting of operations, like `--mlir-print-ir-tree-dir`
 * (mlir/lib/Pass/IRPrinting.cpp, `FileTreeIRPrinterConfig`). Counts the dumps of each operation from 0. As in MLIR, a
 * dump of a nested operation also counts as a dump of each surrounding operation that does not have a dump yet. The
 * first dump of the surrounding operation itself therefore has the number 1.
 */
export class FileTree<Op extends object> {
  readonly #counters = new WeakMap<Op, number>();
  readonly #folders = new WeakMap<Op, Folder>();
  readonly #taken = new Set<string>();

  /**
   * Returns the path for the next dump of `op`. `pass` is the name of the pass before or after which the dump is made.
   * The path is relative to the root folder, with `/` as separator.
   */
  nextPath(adapter: IrAdapter<Op>, parents: Parents<Op>, op: Op, pass: string): string {
    const ops: Op[] = [];
    const counts: number[] = [];
    this.#counters.set(op, (this.#counters.get(op) ?? -1) + 1);
    for (let at: Op | undefined = op; at !== undefined; at = parents.parentOf(at)) {
      const count = this.#counters.get(at) ?? 0;
      this.#counters.set(at, count);
      counts.unshift(count);
      ops.unshift(at);
    }
    const folder = ops.reduce((around, at) => this.#folderOf(adapter, at, around), "");
    return `${folder}${counts.join("_")}_${asFileName(pass)}.mlir`;
  }

  /**
   * Returns the folder of an operation, with a trailing `/`. Unlike mlir-opt, uses separate folders for operations that
   * have the same name and do not have a symbol.
   */
  #folderOf(adapter: IrAdapter<Op>, op: Op, around: string): string {
    const name = adapter.nameOf(op).text.replaceAll(".", "_");
    const wanted = `${around}${asFileName(`${name}_${adapter.symbolOf?.(op) ?? NO_SYMBOL}`)}`;
    const known = this.#folders.get(op);
    if (known?.wanted === wanted) return known.path;
    let path = `${wanted}/`;
    for (let count = 2; this.#taken.has(path); count++) path = `${wanted}_${count}/`;
    this.#taken.add(path);
    this.#folders.set(op, { wanted, path });
    return path;
  }
}
