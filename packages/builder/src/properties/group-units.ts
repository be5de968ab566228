import { groupIn } from "@passwright/core";
import type { PassDeclaration } from "@passwright/core";
import { makeElement } from "../resolve/element.ts";
import type { Element } from "../resolve/element.ts";
import { groupNest, groupsIn, managersOf } from "../steps/groups.ts";
import type { Groups } from "../steps/groups.ts";
import { isFragile } from "./property.ts";
import type { Properties } from "./property.ts";
import { isOpaque, keeps } from "./property-flow.ts";

/** Returns whether members of the step's group can use properties that earlier members provide. */
export function isVisibleWithin({ nests }: Element, groups: Groups): boolean {
  const name = groupIn(groupNest(nests)?.anchor ?? "") ?? "";
  return groups.get(name)?.visibleWithin === true;
}

/** Replaces each group in `order` with one step. Its field `inside` contains the steps of the group. */
export function collapseGroups(order: readonly Element[], groups: Groups, properties: Properties): readonly Element[] {
  const spans = groupsIn(order);
  if (spans.length === 0) return order;
  const collapsed: Element[] = [];
  let next = 0;
  for (const { start, end, members } of spans) {
    const group = stepOf(members, groups, properties);
    collapsed.push(...order.slice(next, start), { ...group, inside: order.slice(start, end + 1) });
    next = end + 1;
  }
  return [...collapsed, ...order.slice(next)];
}

export function expandGroups(order: readonly Element[]): readonly Element[] {
  return order.flatMap((element) => element.inside ?? [element]);
}

function stepOf(members: readonly Element[], groups: Groups, properties: Properties): Element {
  const [first] = members as readonly [Element];
  const { because, origin, nests } = first;
  const address = groupNest(nests)?.anchor ?? "";
  const passes = members.map(({ declaration }) => declaration);
  const effects = isVisibleWithin(first, groups) ? inSequence(passes, properties) : effectsAtOnce(passes, properties);
  const types = [...new Set(members.flatMap((member) => member.types))];
  const pass = { declaration: { name: address, ...effects }, types, options: {}, origin };
  const bundle = [first, members.at(-1)].find(
    (member) => member?.bundle !== undefined && member.bundle.kind !== "open",
  );
  return makeElement(pass, { address, nests: managersOf(nests), because, bundle: bundle?.bundle });
}

type Effects = Pick<PassDeclaration, "requires" | "forbids" | "provides" | "invalidates" | "preserves">;

const unionOf = (passes: readonly PassDeclaration[], key: keyof Effects): readonly string[] => [
  ...new Set(passes.flatMap((pass) => pass[key] ?? [])),
];

/** Returns the properties that all passes preserve and that at least one pass preserves or requires explicitly. */
function keptBy(passes: readonly PassDeclaration[]): readonly string[] {
  const named = [...unionOf(passes, "preserves"), ...unionOf(passes, "requires")];
  return [...new Set(named)].filter((name) => passes.every((pass) => keeps(pass, name)));
}

/**
 * Returns the combined effects of members that run at the same time. All requirements must hold before the group. The
 * group preserves the properties that all members preserve. A property that one member provides holds after the group,
 * unless another member removes this property.
 */
export function effectsAtOnce(passes: readonly PassDeclaration[], properties: Properties): Effects {
  if (passes.every(isOpaque)) return {};
  const requires = unionOf(passes, "requires");
  const preserves = keptBy(passes);
  const spares = (pass: PassDeclaration, name: string): boolean =>
    isFragile(properties, name) ? keeps(pass, name) : pass.invalidates?.includes(name) !== true;
  const provides = unionOf(passes, "provides").filter((name) =>
    passes.every((pass) => pass.provides?.includes(name) === true || spares(pass, name)),
  );
  const lost = requires.filter((name) => isFragile(properties, name) && !preserves.includes(name));
  const invalidates = [...unionOf(passes, "invalidates"), ...lost];
  return { requires, forbids: unionOf(passes, "forbids"), provides, invalidates, preserves };
}

/** Returns the combined effects of members that run one after the other. */
function inSequence(passes: readonly PassDeclaration[], properties: Properties): Effects {
  if (passes.every(isOpaque)) return {};
  const requires = new Set<string>();
  const forbids = new Set<string>();
  const provided = new Set<string>();
  const lost = new Set<string>();
  for (const pass of passes) {
    for (const name of pass.requires ?? []) if (!provided.has(name)) requires.add(name);
    for (const name of pass.forbids ?? []) if (!lost.has(name)) forbids.add(name);
    const gone = [...provided, ...requires].filter((name) => isFragile(properties, name) && !keeps(pass, name));
    for (const name of [...gone, ...(pass.invalidates ?? [])]) {
      provided.delete(name);
      lost.add(name);
    }
    for (const name of pass.provides ?? []) {
      provided.add(name);
      lost.delete(name);
    }
  }
  const preserves = keptBy(passes);
  return { requires: [...requires], forbids: [...forbids], provides: [...provided], invalidates: [...lost], preserves };
}
