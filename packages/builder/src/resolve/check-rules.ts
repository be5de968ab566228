import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic, Note } from "@passwright/core";
import { wasLeftOut } from "../errors/properties.ts";
import { whereOf } from "../errors/where.ts";
import { overruling, ruleText, ruleTextAfter, selectorText, someText } from "../rules/rule.ts";
import type { Rule } from "../rules/rule.ts";
import { describeCause } from "./cause.ts";
import type { Lost } from "./cause.ts";
import { BASE } from "./element.ts";
import type { Element } from "./element.ts";
import type { LeftOut } from "../plan/plan.ts";
import { isMeant } from "./elements.ts";
import type { BoundRule } from "./elements.ts";
import { getOrMake } from "../maps.ts";

/** Makes a note. `join` makes a flat string, which uses less memory than concatenation. */
const note = (...parts: readonly string[]): Note => ({ message: parts.join("") });

/** Describes the position of a step. For a framework step, `because` contains only the reason. */
function positionOf({ because, origin: { kind } }: Element): string {
  return kind === "framework" && because !== BASE ? `${BASE}: ${because}` : because;
}

/** Caches notes, because many diagnostics about rules contain the same notes. */
class SharedNotes {
  readonly #positions = new Map<string, Map<Element, Note>>();
  readonly #reasons = new Map<string, Note>();

  /** Returns a note with the position of a step. `which` describes the step: `the first match, `. */
  position(element: Element, which = ""): Note {
    const notes = getOrMake(this.#positions, which, () => new Map<Element, Note>());
    return getOrMake(notes, element, () => {
      const { message } = note("position of ", which, "`", element.address, "`: ", positionOf(element));
      return { message, contributor: element.origin.name };
    });
  }

  reason({ reason }: Rule): Note {
    return getOrMake(this.#reasons, reason, () => note('reason for the rule: "', reason, '"'));
  }
}

/** Known reasons why rules are not satisfied, for notes in diagnostics. */
export interface Unheeded {
  readonly lost?: Lost | undefined;
  /** Steps that contributors removed from the plan. Rules might require these steps. */
  readonly leftOut?: readonly LeftOut[];
  /** Weak rules that were dropped, each with the error that it would cause. */
  readonly ignored?: ReadonlyMap<Rule, string> | undefined;
}

function reasonsFor(rule: Rule, { lost, ignored }: Unheeded): readonly Note[] {
  const reasons = (lost?.get(rule) ?? []).map((cause) => {
    const { text, origin } = describeCause(cause);
    return { ...note("overruled by: ", text), contributor: origin.name };
  });
  const error = ignored?.get(rule);
  return error === undefined ? reasons : [...reasons, note("the rule would cause an error: ", error)];
}

interface Broken {
  readonly notes: readonly Note[];
  readonly help: string;
}

/**
 * Checks a rule with `before` or `after`. For `before`, the last subject must be before the first target. For `after`,
 * the first subject must be after the last target. A step that is both subject and target does not have to precede
 * itself.
 */
function checkOrder({ rule, subjects, targets }: BoundRule, shared: SharedNotes): Broken | undefined {
  const isAfter = rule.relation === "after";
  const subject = isAfter ? subjects[0] : subjects.at(-1);
  const target = isAfter ? targets.at(-1) : targets[0];
  if (subject === undefined || target === undefined) return undefined;
  if (isAfter ? subject.position >= target.position : subject.position <= target.position) return undefined;
  const notes = [shared.reason(rule), shared.position(subject), shared.position(target)];
  const areBoth = isMeant(subject, rule.target) && isMeant(target, rule.subject);
  if (areBoth) notes.push(note("both steps are subjects and targets of the rule, so no order satisfies the rule"));
  return { notes, help: helpForOrder(rule, subject, target, areBoth) };
}

function helpForOrder(rule: Rule, subject: Element, target: Element, areBoth: boolean): string {
  if (areBoth) return "change the rule so that no step is both a subject and a target";
  const { relation, origin, isOverride } = rule;
  const remove = `, or remove the ${isOverride === true ? "override" : "rule"}`;
  // A config cannot change the position of a plugin's step, but it can replace the step.
  const step = origin.kind === "config" ? [subject, target].find((one) => one.origin.kind === "plugin") : undefined;
  const other = step === subject ? target : subject;
  const side = (step === subject) === (relation === "after") ? "after" : "before";
  const { kind } = other.origin;
  if (step !== undefined && kind === "config") {
    const opposite = side === "after" ? "before" : "after";
    const moved = other.bundle === undefined ? `\`${other.name}\`` : `bundle \`${other.bundle.given}\``;
    return `in \`insert\`, move ${moved} to a position ${opposite} \`${step.address}\`${remove}`;
  }
  // A position cannot name every step of a plugin.
  if (step === undefined || kind !== "framework") {
    const areBase = [subject, target].every((one) => one.origin.kind === "framework");
    const where = areBase ? ` in the pipeline of \`${subject.origin.name}\`` : "";
    return `place \`${subject.name}\` ${relation} \`${target.address}\`${where}${remove}`;
  }
  return `add \`${step.name}\` ${side} \`${other.name}\` to \`insert\`, and \`{ ban: "${step.address}" }\` to \`overrides\`${remove}`;
}

/**
 * Checks a rule with `beforeSome` or `afterSome`. For `beforeSome`, checks only the last subject. For `afterSome`,
 * checks only the first subject. If the rule holds for this subject, the rule holds for all subjects.
 */
function checkPresence(
  { rule, subjects, targets }: BoundRule,
  shared: SharedNotes,
  unheeded: Unheeded,
): Broken | undefined {
  const needsEarlier = rule.relation === "afterSome";
  const subject = needsEarlier ? subjects[0] : subjects.at(-1);
  if (subject === undefined) return undefined;
  const target = needsEarlier ? targets[0] : targets.at(-1);
  const isBoth = target === subject;
  const isThere = target !== undefined && !isBoth;
  if (isThere && (needsEarlier ? target.position < subject.position : target.position > subject.position))
    return undefined;
  const side = needsEarlier ? "before" : "after";
  const some = someText(rule.target);
  const [found, help] = isThere
    ? [
        shared.position(target, needsEarlier ? "the first match, " : "the last match, "),
        `place \`${subject.name}\` ${needsEarlier ? "after" : "before"} ${some}, or add ${some}`,
      ]
    : isBoth
      ? [
          note("`", subject.address, "` is also a target of the rule, but cannot satisfy the rule for itself"),
          `change the rule so that \`${subject.name}\` is not a subject, or add another ${selectorText(rule.target)} ${side} it`,
        ]
      : [
          note("the plan has no ", selectorText(rule.target), " ", side, " `", subject.name, "`"),
          `add ${some} ${side} \`${subject.address}\`, or remove the rule`,
        ];
  return { notes: [shared.reason(rule), shared.position(subject), found, ...missingNotes(rule, unheeded)], help };
}

/** Returns notes about passes that a strong rule requires and that contributors removed. */
function missingNotes({ strength, target }: Rule, { leftOut = [] }: Unheeded): Note[] {
  if (strength === "weak" || !("pass" in target)) return [];
  return leftOut.filter(({ pass }) => pass === target.pass).map(wasLeftOut);
}

/**
 * Checks rules on the final order. The subjects and targets of each rule must be sorted by their position in the final
 * order. A violation is an error for a strong rule and a warning for a weak rule.
 */
export function checkRules(bounds: readonly BoundRule[], unheeded: Unheeded = {}): Diagnostic[] {
  const shared = new SharedNotes();
  const found: Diagnostic[] = [];
  for (const bound of bounds) {
    const { rule } = bound;
    const isOrder = rule.relation === "before" || rule.relation === "after";
    const broken = (isOrder ? checkOrder : checkPresence)(bound, shared, unheeded);
    if (broken === undefined) continue;
    const notes = [...broken.notes, ...reasonsFor(rule, unheeded)];
    // Diagnostics about weak rules do not contain help, to save memory.
    const isStrong = rule.strength === "strong";
    found.push(isStrong ? strongRuleBroken(rule, notes, broken.help) : weakRuleDropped(rule, notes));
  }
  return found;
}

function strongRuleBroken(rule: Rule, notes: readonly Note[], help: string): Diagnostic {
  const { origin, reason, isOverride } = rule;
  const message = `${isOverride === true ? "override" : "strong rule"} does not hold: ${ruleText(rule)}`;
  const ignore = origin.kind === "config" ? undefined : `to ignore the rule, add ${overruling(rule)} to the config`;
  return errorDiagnostic("PWB0201", message, [help, ignore], { ...whereOf(origin), reason, notes });
}

const DROPPED_HELP = ["remove this rule, or change a rule or position that is listed above"];

function weakRuleDropped(rule: Rule, notes: readonly Note[]): Diagnostic {
  const message = ruleTextAfter("weak rule dropped: ", rule);
  const { kind, name, file } = rule.origin;
  // A plan can have thousands of dropped weak rules. A single literal uses less memory than an object made by
  // spreading, and all diagnostics share the array `DROPPED_HELP`, which `errorDiagnostic` would copy.
  const dropped =
    kind === "plugin" && file === undefined
      ? errorDiagnostic("PWB0202", message, [], { severity: "warning", plugin: name, reason: rule.reason, notes })
      : errorDiagnostic("PWB0202", message, [], {
          severity: "warning",
          ...whereOf(rule.origin),
          reason: rule.reason,
          notes,
        });
  return Object.assign(dropped, { help: DROPPED_HELP });
}
