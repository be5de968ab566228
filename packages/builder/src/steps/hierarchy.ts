import { type Nest } from "./step.ts";

/** Which operations the framework itself nests in which, as far as its steps show. */
export class Hierarchy {
  readonly #paths = new Set<string>();
  #latest: readonly Nest[] | undefined;

  add(nests: readonly Nest[]): void {
    // Steps in a row share the list.
    if (nests === this.#latest) return;
    this.#latest = nests;
    let path = "";
    for (const nest of nests) this.#paths.add((path += `>${nest.anchor}`));
  }

  /** Whether managers for `anchor` were nested directly inside managers with these anchors. */
  has(path: readonly string[], anchor: string): boolean {
    return this.#paths.has([...path, anchor].map((name) => `>${name}`).join(""));
  }
}

/**
 * The managers around a pass that is put beside a step. A pass without an anchor goes where the step is. Else it goes to
 * the level around the step that runs on its anchor; else to a new manager, at the innermost level where the framework
 * itself nests that anchor, or inside the innermost one that is not op-agnostic.
 */
export function nestBeside(
  around: { readonly anchor: string; readonly hierarchy: Hierarchy },
  anchor: string | undefined,
  beside: readonly Nest[],
): readonly Nest[] {
  if (anchor === undefined) return beside;
  const anchors = beside.map((nest) => nest.anchor);
  for (let depth = beside.length; depth >= 0; depth--) {
    const here = depth === 0 ? around.anchor : anchors[depth - 1];
    if (here === anchor) return beside.slice(0, depth);
  }
  for (let depth = beside.length; depth >= 0; depth--) {
    if (around.hierarchy.has(anchors.slice(0, depth), anchor)) return [...beside.slice(0, depth), { anchor }];
  }
  // What an op-agnostic manager runs on is not known, and one more anchor in it would change that: stay outside.
  const outside = anchors.findIndex((name) => name === "any");
  return [...(outside < 0 ? beside : beside.slice(0, outside)), { anchor }];
}
