import { groupIn, parseAnchor } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors/groups.ts";
import type { LeftOut } from "../plan/plan.ts";
import type { Rule } from "../rules/rule.ts";
import { groupNest, groupsIn, managersOf } from "../steps/groups.ts";
import type { Groups } from "../steps/groups.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { Element } from "./element.ts";
import { isMeant } from "./elements.ts";
import { Homes } from "./homes.ts";

/** Input of {@link checkGroups}. */
export interface GroupPolicy {
  readonly basePipeline: BasePipeline;
  readonly groups: Groups;
  readonly rules: readonly Rule[];
}

const NO_GROUPS: Groups = new Map();

export const groupsOf = ({ groups = NO_GROUPS }: { readonly groups?: Groups }): Groups => groups;

const nameOf = (element: Element): string | undefined => groupIn(groupNest(element.nests)?.anchor ?? "");

/** Reports members of undeclared groups, groups on operations that they do not allow, and split groups. */
export function checkGroups(order: readonly Element[], { basePipeline, groups, rules }: GroupPolicy): Diagnostic[] {
  const members = order.filter((element) => element.kind === "pass" && nameOf(element) !== undefined);
  if (members.length === 0) return [];
  const diagnostics: Diagnostic[] = [];
  const reported = new Set<string>();
  for (const member of members) {
    const name = nameOf(member) as string;
    const group = groups.get(name);
    const on = parseAnchor(managersOf(member.nests).at(-1)?.anchor ?? basePipeline.anchor).anchor;
    const isTop = managersOf(member.nests).length === 0;
    const isLegal = group?.anchors === undefined ? isTop : group.anchors.includes(on);
    const key = `${name} ${on}`;
    if ((group !== undefined && isLegal) || reported.has(key)) continue;
    reported.add(key);
    diagnostics.push(
      group === undefined
        ? errors.undeclaredGroup(member, name, [...groups.keys()])
        : errors.groupElsewhere(member, name, on, group.anchors ?? [basePipeline.anchor]),
    );
  }
  return diagnostics.length > 0 ? diagnostics : splits(order, { basePipeline, groups, rules });
}

/** Reports groups whose members are not adjacent, with the passes between them. */
function splits(order: readonly Element[], { basePipeline, groups, rules }: GroupPolicy): Diagnostic[] {
  const passes = order.filter(({ kind }) => kind === "pass");
  const homes = new Homes(
    basePipeline,
    passes.filter(({ contribution }) => contribution !== undefined),
  );
  const spans = groupsIn(passes);
  const found = new Map<string, Element[]>();
  for (const element of passes) {
    const home = homes.homeOf(element);
    if (home !== undefined) found.set(home, [...(found.get(home) ?? []), element]);
  }
  return [...found.values()].flatMap((members): Diagnostic[] => {
    const [first, last] = [members[0] as Element, members.at(-1) as Element];
    const own = spans.filter((span) => members.some((member) => span.members.includes(member)));
    const isOwn = (element: Element): boolean => own.some((span) => span.members.includes(element));
    const between = passes.slice(passes.indexOf(first), passes.indexOf(last)).filter((element) => !isOwn(element));
    if (between.length === 0) return [];
    const name = nameOf(first) as string;
    const binding = rules.filter((rule) =>
      between.some((other) => members.some((member) => relates(rule, other, member) || relates(rule, member, other))),
    );
    const isRefused = groups.get(name)?.splits !== "report";
    return [errors.splitGroup(name, isRefused, members, between, binding)];
  });
}

function relates({ subject, target }: Rule, left: Element, right: Element): boolean {
  return isMeant(left, subject) && isMeant(right, target);
}

/** Returns the groups without members that the framework opened. Plans list these groups as left out. */
export function emptyGroups(order: readonly Element[], { openedGroups }: BasePipeline): LeftOut[] {
  const ids = new Set(order.flatMap(({ kind, nests }) => (kind === "pass" ? [groupNest(nests)?.id] : [])));
  return openedGroups.flatMap(({ anchor, id }) =>
    ids.has(id) ? [] : [{ address: anchor, pass: anchor, because: "dropped: the group has no members" }],
  );
}
