import { editsBetween, replacements, withEdits } from "./edits.ts";
import type { Edit } from "./edits.ts";

/**
 * Text of the whole input between two steps, as indices into {@link Recording.texts}. The text consists of the texts
 * with these indices, one after another.
 */
export type RecordedSnapshot = {
  /** Name of the IR of the snapshot. */
  readonly ir: string;
} & (
  | { readonly chunks: readonly number[] }
  /** Index of an earlier snapshot, and the edits to the list of indices in that snapshot. */
  | { readonly base: number; readonly edits: readonly Edit<number>[] }
);

/** Collects snapshots. Stores a snapshot as edits of the previous snapshot if the edits are smaller. */
export class SnapshotStore {
  /** Stored snapshots. Each snapshot is complete, or consists of edits of an earlier snapshot. */
  readonly snapshots: RecordedSnapshot[] = [];
  readonly #known = new Map<string, number>();
  #last: readonly number[] | undefined;

  /** Returns the index of a snapshot. Stores each snapshot only once. */
  add(ir: string, chunks: readonly number[]): number {
    const key = `${ir}\0${chunks.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.snapshots.length;
    const last = this.#last;
    const edits = last && (last.length === chunks.length ? replacements(last, chunks) : editsBetween(last, chunks));
    const isShorter = edits !== undefined && edits.flat().length < chunks.length;
    this.snapshots.push(isShorter ? { ir, base: index - 1, edits } : { ir, chunks });
    this.#known.set(key, index);
    this.#last = chunks;
    return index;
  }
}

/** Reads snapshots on demand. Caches the results. */
export class SnapshotReader {
  readonly #snapshots: readonly RecordedSnapshot[];
  readonly #read = new Map<number, readonly number[]>();

  constructor(snapshots: readonly RecordedSnapshot[]) {
    this.#snapshots = snapshots;
  }

  /** Returns the indices of the texts of a snapshot. */
  chunks(index: number): readonly number[] {
    // Does not use recursion, because a chain of changes can be long.
    const chain: number[] = [];
    let at = index;
    for (; !this.#read.has(at);) {
      chain.push(at);
      const one = this.#snapshots[at];
      if (one === undefined || !("base" in one)) break;
      at = one.base;
    }
    for (const next of chain.reverse()) {
      const one = this.#snapshots[next];
      const chunks =
        one === undefined ? [] : "base" in one ? withEdits(this.#read.get(one.base) ?? [], one.edits) : one.chunks;
      this.#read.set(next, chunks);
    }
    return this.#read.get(index) ?? [];
  }

  /** Returns the IR of a snapshot as text. */
  ir(index: number): string {
    return this.#snapshots[index]?.ir ?? "";
  }
}
