import { quoted, suggest } from "@passwright/core";
import { countWhile } from "../count-while.ts";

const MOST = 30;

/** Formats names in order. If there are more than 30 names, shows only the first names and the last name. */
export function listed(names: readonly string[]): string {
  if (names.length <= MOST) return quoted(names);
  return `${quoted(names.slice(0, MOST - 1))} and so on until ${quoted(names.slice(-1))}`;
}

const MOST_COMPARED = 1000;

/** Known names of one kind, for messages about unknown names. */
export class NameList {
  readonly #names: readonly string[];
  readonly #similar = new Map<string, string | undefined>();

  constructor(names: Iterable<string>) {
    this.#names = [...new Set(names)].sort();
  }

  similarTo(wrong: string): string | undefined {
    if (!this.#similar.has(wrong) && this.#similar.size < MOST_COMPARED)
      this.#similar.set(wrong, suggest(wrong, this.#names));
    return this.#similar.get(wrong);
  }

  /** Formats the list of names. Shows at most the 30 names that are nearest to `wrong` in alphabetical order. */
  around(wrong: string): string {
    const names = this.#names;
    const count = names.length;
    if (count <= MOST) return count === 0 ? "none" : quoted(names);
    const after = countWhile(count, (index) => (names[index] as string) <= wrong);
    const first = Math.max(0, Math.min(after - MOST / 2, count - MOST));
    return `${quoted(names.slice(first, first + MOST))} and ${count - MOST} others`;
  }
}
