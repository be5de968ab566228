import { resolve, sep } from "node:path";
import { baseFolder, filesOf } from "../input/patterns.ts";
import type { NameInFolder } from "../input/patterns.ts";
import type { Dependencies } from "../terminal/terminal.ts";

/** Kind of a watched path. `unknown` is a file that is not an input yet but is in the folder of a pattern. */
export type WatchedKind = "code" | "input" | "unknown";

interface NewFiles {
  readonly kind: "code" | "input";
  readonly pattern: NameInFolder;
}

export class WatchedPaths {
  readonly #places: readonly string[];
  readonly #code = new Set<string>();
  readonly #inputs = new Set<string>();
  /** Patterns by text. The map removes duplicates, because each round reports the same patterns. */
  readonly #patterns = new Map<string, NewFiles>();

  /** Creates the set. `places` contains the possible paths of the config. */
  constructor(places: readonly string[]) {
    this.#places = places;
  }

  /** Adds dependencies, and returns the files and folders to watch. */
  add({ code = [], inputs = [], patterns = [], reads = [] }: Dependencies): readonly string[] {
    for (const path of code) this.#code.add(path);
    for (const path of inputs) this.#inputs.add(path);
    for (const pattern of patterns) this.#addPattern({ kind: "input", pattern });
    for (const pattern of reads) this.#addPattern({ kind: "code", pattern });
    return [...code, ...inputs, ...[...patterns, ...reads].map(baseFolder)];
  }

  #addPattern(added: NewFiles): void {
    this.#patterns.set(JSON.stringify(added), added);
  }

  /** Returns the kind of a path. A file of a package is code, even if the file is also an input. */
  kindOf(path: string): WatchedKind {
    const isIn = (folder: string): boolean => path === folder || path.startsWith(folder + sep);
    if ([...this.#code].some(isIn)) return "code";
    if (this.#inputs.has(path)) return "input";
    return this.#places.some(isIn) ? "code" : "unknown";
  }

  /** Returns the kinds of all files that match a pattern, by path. A file that a pass reads is code. */
  async matching(): Promise<ReadonlyMap<string, WatchedKind>> {
    const found = new Map<string, WatchedKind>();
    for (const { kind, pattern } of this.#patterns.values())
      for (const file of (await filesOf(pattern)) ?? []) {
        const path = resolve(pattern.folder, file);
        if (found.get(path) !== "code") found.set(path, kind);
      }
    return found;
  }
}
