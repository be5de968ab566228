import { groupIn, groupText, parseAnchor, quoted, errorDiagnostic } from "@passwright/core";
import type { Diagnostic, Note } from "@passwright/core";
import { originText } from "../contributions/origin.ts";
import { aboutStep, positionNote, whereOf } from "../errors/where.ts";
import type { LeftOut } from "../plan/plan.ts";
import { ruleText } from "../rules/rule.ts";
import type { Rule } from "../rules/rule.ts";
import { groupNest, groupsIn, managersOf } from "../steps/groups.ts";
import type { Groups } from "../steps/groups.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { Element } from "./element.ts";
import { isMeant } from "./elements.ts";
import { Homes } from "./homes.ts";
import { Outsiders, selectiveBundles } from "../steps/bundle.ts";
import { describeCause } from "./cause.ts";
import type { Lost } from "./cause.ts";

export interface GroupPolicy {
  readonly basePipeline: BasePipeline;
  readonly groups: Groups;
  readonly rules: readonly Rule[];
}

const NO_GROUPS: Groups = new Map();

export const groupsOf = ({ groups = NO_GROUPS }: { readonly groups?: Groups }): Groups => groups;

const MOST = 10;

const whyThere = ({ because, notes, ...step }: Element): Note =>
  positionNote({ ...step, because: [because, ...notes].join("; ") });

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
    const { name: pass } = member;
    if (group === undefined) {
      const message = `\`${pass}\` is a member of group \`${name}\`, which the framework does not declare`;
      const help = `add \`${name}\` to the \`groups\` of the framework, or remove \`${pass}\``;
      const notes = [whyThere(member), `groups of the framework: ${quoted([...groups.keys()])}`];
      diagnostics.push(aboutStep("PWB0421", member, message, help, { notes }));
    } else {
      const { anchors = [basePipeline.anchor] } = group;
      const help = `place \`${pass}\` in a manager on ${anchors.map((one) => `'${one}'`).join(" or ")}, or add '${on}' to the \`anchors\` of the group`;
      const notes = [whyThere(member), `operations that the group runs on: ${quoted(anchors)}`];
      diagnostics.push(aboutStep("PWB0422", member, `group \`${name}\` cannot run on '${on}'`, help, { notes }));
    }
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
    return [splitGroup(name, groups.get(name)?.splits !== "report", members, between, binding)];
  });
}

/** Reports that other steps split a group: as an error, or as a warning if the framework allows splitting the group. */
function splitGroup(
  group: string,
  isRefused: boolean,
  members: readonly Element[],
  between: readonly Element[],
  rules: readonly Rule[],
): Diagnostic {
  const [first, last] = [members[0] as Element, members.at(-1) as Element];
  const splitting = between.find(({ contribution }) => contribution !== undefined) ?? (between[0] as Element);
  const names = quoted(between.slice(0, MOST).map(({ address }) => address));
  const edges = members.filter((member, index) => {
    const isBeside = (one: Element | undefined, other: Element | undefined): boolean =>
      one !== undefined &&
      other !== undefined &&
      between.some(({ position }) => one.position < position && position < other.position);
    return isBeside(member, members[index + 1]) || isBeside(members[index - 1], member);
  });
  const place = `before \`${first.address}\` or after \`${last.address}\``;
  const message = `${names} ${isRefused ? "would split" : "splits"} group \`${group}\``;
  const help =
    rules.length === 0
      ? `place \`${splitting.name}\` ${place}`
      : `change these rules, so that \`${splitting.name}\` can run ${place}`;
  const notes = [
    ...[...between.slice(0, MOST), ...edges.slice(0, MOST)].map(whyThere),
    ...rules.slice(0, MOST).map((rule) => ({
      message: `rule: ${ruleText(rule)}: "${rule.reason}" (${originText(rule.origin)})`,
      contributor: rule.origin.name,
    })),
    `\`${groupText(group)}\` runs all its members in one traversal, so splitting the group would change the result`,
  ];
  return aboutStep("PWB0420", splitting, message, help, { severity: isRefused ? "error" : "warning", notes });
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

/** Reports steps between the passes of a bundle that excludes them. `lost` contains the reasons. */
export function checkBundles(order: readonly Element[], lost: Lost = new Map()): Diagnostic[] {
  const spans = selectiveBundles(order);
  const outsiders = new Outsiders(spans.length === 0 ? [] : order);
  return spans.flatMap(({ bundle, first, last }) =>
    outsiders.of(bundle).flatMap(({ step, index, excluded }) => {
      if (index <= first || index >= last || step.kind !== "pass") return [];
      const causes = [...lost].flatMap(([cause, beatenBy]) =>
        "members" in cause && cause.bundle === bundle && cause.step.address === step.address ? beatenBy : [],
      );
      const { name, address, because, origin } = step;
      const message = `bundle \`${bundle.name}\` excludes ${excluded}, but \`${address}\` must run inside the bundle`;
      const help = `remove one of these requirements, or remove ${excluded} from \`without\` of bundle \`${bundle.given}\``;
      const reasons = [...new Set(causes)].map(describeCause).map(({ text, origin: by }) => ({
        message: `\`${name}\` cannot leave the bundle, because ${text} (${originText(by)})`,
        contributor: by.name,
      }));
      const contributor = (order[first] as Element).origin.name;
      const notes = [{ message: `position of \`${address}\`: ${because}`, contributor }, ...reasons];
      return [errorDiagnostic("PWB0205", message, help, { ...whereOf(origin), notes })];
    }),
  );
}
