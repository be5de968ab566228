import { invariant } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { dataErrors, DataTooLarge, nodeOfValue } from "@passwright/sdk/loading";
import type { DataDocument, DataEntry, DataNode } from "@passwright/sdk/loading";

type Checked<T> = { readonly found?: T; readonly diagnostics: readonly Diagnostic[] };

/** The text of a JSON file. Places in it cost a second, slower reading, which is done only when something needs one. */
export class JsonFile {
  readonly #file: string;
  readonly #text: string;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  /**
   * Checks the value of a key, or the whole file. With `keepsLines` the result has lines; without it lines are looked for
   * only for errors.
   */
  async check<T>(
    value: unknown,
    key: string | undefined,
    check: (document: DataDocument, node: DataNode) => Checked<T>,
    keepsLines: boolean,
  ): Promise<Checked<T>> {
    try {
      if (!keepsLines) {
        const root = nodeOfValue(value);
        const plain = check({ file: this.#file, root }, root);
        if (plain.found !== undefined) return plain;
      }
      const { document, node } = await this.placed(key);
      return check(document, node);
    } catch (thrown) {
      if (!(thrown instanceof DataTooLarge)) throw thrown;
      const document = { file: this.#file, text: this.#text, root: nodeOfValue({}) };
      return { diagnostics: [dataErrors.tooLarge(document, thrown.offset, thrown.what)] };
    }
  }

  /** The value of a key, or the whole file, with places. */
  async placed(key: string | undefined): Promise<{ readonly document: DataDocument; readonly node: DataNode }> {
    const { readJson } = await import("../config/json.ts");
    const read = readJson(this.#text);
    invariant(read.ok, "a file that JSON.parse accepts has places");
    const node = key === undefined ? read.root : entryOf(read.root, key)?.value;
    invariant(node !== undefined, "the key was there when JSON.parse read it");
    return { document: { file: this.#file, text: this.#text, root: read.root }, node };
  }
}

/** Returns the entry of a key in a map; the last one counts, as in JSON. */
export function entryOf(node: DataNode, key: string): DataEntry | undefined {
  return node.kind === "map" ? node.entries.findLast((entry) => entry.key === key) : undefined;
}
