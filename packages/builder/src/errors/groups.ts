import { groupText, quoted } from "@passwright/core";
import type { Diagnostic, Note } from "@passwright/core";
import { originText } from "../contributions/origin.ts";
import type { Element } from "../resolve/element.ts";
import { ruleText } from "../rules/rule.ts";
import type { Rule } from "../rules/rule.ts";
import { aboutStep, positionText } from "./where.ts";

/** Maximum number of steps and rules in an error. */
const MOST = 10;

const whyThere = ({ address, because, notes, origin }: Element): Note => ({
  message: positionText(address, [because, ...notes].join("; "), origin),
  contributor: origin.name,
});

export function undeclaredGroup(member: Element, group: string, known: readonly string[]): Diagnostic {
  const message = `\`${member.name}\` is a member of group \`${group}\`, which the framework does not declare`;
  const help = `add \`${group}\` to the \`groups\` of the framework, or remove \`${member.name}\``;
  const notes = [whyThere(member), `groups of the framework: ${quoted(known)}`];
  return aboutStep("PWB0421", member, message, help, { notes });
}

export function groupElsewhere(member: Element, group: string, on: string, anchors: readonly string[]): Diagnostic {
  const help = `place \`${member.name}\` in a manager on ${anchors.map((one) => `'${one}'`).join(" or ")}, or add '${on}' to the \`anchors\` of the group`;
  const notes = [whyThere(member), `operations that the group runs on: ${quoted(anchors)}`];
  return aboutStep("PWB0422", member, `group \`${group}\` cannot run on '${on}'`, help, { notes });
}

/** Reports that other steps split a group: as an error, or as a warning if the framework allows splitting the group. */
export function splitGroup(
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
