import { everywhere, parseAnchor } from "@passwright/core";
import { type Nest } from "./step.ts";

/** What a pass for `path` that is placed on the root runs on: every `path` below, or direct children only. */
export type NestingReach = "everywhere" | "direct";

/** Which operations the framework itself nests in which, as far as its steps show. */
export class Hierarchy {
  readonly reach: NestingReach;
  readonly #paths = new Set<string>();
  #latest: readonly Nest[] | undefined;

  constructor(reach: NestingReach) {
    this.reach = reach;
  }

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
 * itself nests that anchor, or inside the innermost one that is not op-agnostic and does not reach every depth. `**` before
 * the anchor asks for a manager that does.
 */
export function nestBeside(
  around: { readonly anchor: string; readonly hierarchy: Hierarchy },
  anchor: string | undefined,
  beside: readonly Nest[],
): readonly Nest[] {
  if (anchor === undefined) return beside;
  const { anchor: name, isEverywhere } = parseAnchor(anchor);
  const { hierarchy } = around;
  const anchors = beside.map((nest) => nest.anchor);
  for (let depth = beside.length; depth >= 0; depth--) {
    const here = parseAnchor(depth === 0 ? around.anchor : (anchors[depth - 1] ?? ""));
    if (here.anchor === name && (here.isEverywhere || !isEverywhere)) return beside.slice(0, depth);
  }
  const known = isEverywhere ? [everywhere(name)] : [name, everywhere(name)];
  for (let depth = beside.length; depth >= 0; depth--) {
    const outside = anchors.slice(0, depth);
    const own = known.find((text) => hierarchy.has(outside, text));
    if (own !== undefined) return [...beside.slice(0, depth), { anchor: own }];
  }
  // What an op-agnostic manager runs on is not known, and one more anchor in it would change that. In one that reaches every
  // depth, an operation would be visited once for each operation around it. Stay outside both.
  const outside = anchors.findIndex((one) => one === "any" || parseAnchor(one).isEverywhere);
  const own = isEverywhere || hierarchy.reach === "everywhere" ? everywhere(name) : name;
  return [...(outside < 0 ? beside : beside.slice(0, outside)), { anchor: own }];
}
