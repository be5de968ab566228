import { groupIn, groupText } from "@passwright/core";
import type { GroupDeclaration } from "@passwright/core";
import { idOf, sharedDepth } from "./step.ts";
import type { Nest } from "./step.ts";

/** Groups that the framework declares, by name. */
export type Groups = ReadonlyMap<string, GroupDeclaration>;

/** Returns the innermost level if it is a group. The step is then a member, or an extension point in the group. */
export function groupNest(nests: readonly Nest[]): Nest | undefined {
  const last = nests.at(-1);
  return last === undefined || groupIn(last.anchor) === undefined ? undefined : last;
}

/** Returns the levels that are managers. A group is not a manager, because it runs on its manager's operation. */
export function managersOf(nests: readonly Nest[]): readonly Nest[] {
  return groupNest(nests) === undefined ? nests : nests.slice(0, -1);
}

/**
 * Returns the levels (managers and group) of a pass that is inserted next to a step. `group` is the group that the pass
 * declares. `inside` contains the managers of the pass. `beside` contains the levels of the step.
 */
export function withGroup(
  group: string | undefined,
  inside: readonly Nest[],
  beside: readonly Nest[],
): readonly Nest[] {
  if (group === undefined) return inside;
  const anchor = groupText(group);
  const joins = groupNest(beside)?.anchor === anchor && inside.length === beside.length - 1;
  return joins && inside.every((nest, depth) => nest === beside[depth]) ? beside : [...inside, { anchor }];
}

/**
 * Puts adjacent members in the framework's pipeline into one group, unless the framework opened separate groups. An
 * extension point between two members is inside the group of these members.
 */
export function joinGroups(
  steps: readonly { readonly kind: "pass" | "point"; nests: readonly Nest[] }[],
  groups: Groups,
  nextId: () => number,
): void {
  // An extension point that the framework added to a group counts as a member.
  const spans = groupsIn(steps.map(({ kind, nests }) => ({ kind: groupNest(nests) ? "pass" : kind, nests })));
  for (const { start, end, members, id } of spans) {
    const { nests } = members[0] as GroupedStep;
    const { anchor } = groupNest(nests) as Nest;
    const mayBeSplit = groups.get(groupIn(anchor) as string)?.splits === "report";
    const own = [...managersOf(nests), { anchor, id: id ?? nextId(), isImplicit: id === undefined, mayBeSplit }];
    for (const step of steps.slice(start, end + 1)) step.nests = own;
  }
}

interface GroupedStep {
  readonly kind: "pass" | "point";
  readonly nests: readonly Nest[];
}

/** Group in an order: its members, the indices of the first and last member, and the number of an opened group. */
export interface GroupSpan<T> {
  readonly start: number;
  readonly end: number;
  readonly members: readonly T[];
  readonly id: number | undefined;
}

/** Returns the groups in an order. Extension points between two members do not split a group. */
export function groupsIn<T extends GroupedStep>(order: readonly T[]): readonly GroupSpan<T>[] {
  const found: { start: number; end: number; members: T[]; id: number | undefined }[] = [];
  let open: (typeof found)[number] | undefined;
  order.forEach((step, index) => {
    if (step.kind === "point") return;
    const nest = groupNest(step.nests);
    const id = nest && idOf(nest);
    const [last] = open?.members ?? [];
    const joins =
      open !== undefined &&
      nest !== undefined &&
      last !== undefined &&
      areTogether(last.nests, step.nests) &&
      (id === undefined || open.id === undefined || id === open.id);
    if (nest === undefined) open = undefined;
    else if (joins && open !== undefined) {
      open.members.push(step);
      open.end = index;
      open.id ??= id;
    } else found.push((open = { start: index, end: index, members: [step], id }));
  });
  return found;
}

/** Puts extension points between two members of a group into the group. `nests` are the levels of the steps. */
export function closeGroups(
  order: readonly GroupedStep[],
  nests: readonly (readonly Nest[])[],
): readonly (readonly Nest[])[] {
  const spans = groupsIn(order.map(({ kind }, index) => ({ kind, nests: nests[index] as readonly Nest[] })));
  if (spans.length === 0) return nests;
  const all = [...nests];
  for (const { start, end } of spans)
    for (let at = start; at < end; at++) if (order[at]?.kind === "point") all[at] = nests[start] as readonly Nest[];
  return all;
}

/** Returns whether two steps are in groups with the same name in the same manager. */
export function areTogether(left: readonly Nest[], right: readonly Nest[]): boolean {
  const inside = managersOf(left);
  return (
    left.length === right.length &&
    groupNest(left)?.anchor === groupNest(right)?.anchor &&
    sharedDepth(inside, right) === inside.length
  );
}
