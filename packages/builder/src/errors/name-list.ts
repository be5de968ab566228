import { suggest } from "@passwright/core";

/** How many names a message lists: whoever reads it looks for one of them. */
const MOST = 30;

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** Names in their order; of many the first ones and the last. */
export function listed(names: readonly string[]): string {
  if (names.length <= MOST) return quoted(names);
  return `${quoted(names.slice(0, MOST - 1))} and so on until ${quoted(names.slice(-1))}`;
}

/** The names of one sort that there are, for messages to somebody who asked for another one. */
export class NameList {
  readonly #names: readonly string[];

  constructor(names: Iterable<string>) {
    this.#names = [...new Set(names)].sort();
  }

  /** The name that a wrong one is most like. */
  similarTo(wrong: string): string | undefined {
    return suggest(wrong, this.#names);
  }

  /** All names; of many those that a wrong one would be among in the alphabet. */
  around(wrong: string): string {
    const names = this.#names;
    const count = names.length;
    if (count <= MOST) return count === 0 ? "none" : quoted(names);
    const after = names.findIndex((name) => name > wrong);
    const first = Math.max(0, Math.min((after < 0 ? count : after) - MOST / 2, count - MOST));
    return `${quoted(names.slice(first, first + MOST))} and ${count - MOST} others`;
  }
}
