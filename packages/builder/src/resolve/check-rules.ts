import { type Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import { type Rule, selectorText, someText } from "../rule.ts";
import { type Element } from "./element.ts";
import { type Elements } from "./elements.ts";

/** Weak rules that were not admitted where several steps meet, and the demands that went before them. */
export type Lost = ReadonlyMap<Rule, readonly string[]>;

const where = (element: Element): string => `\`${element.address}\` is there: ${element.because}`;

function broken(rule: Rule, why: readonly string[], help: string): Diagnostic {
  return rule.strength === "strong" ? errors.strongRuleBroken(rule, why, [help]) : errors.weakRuleDropped(rule, why);
}

/** `before` and `after`: the worst pair tells whether the rule holds for all. A pass is not compared with itself. */
function checkOrder(rule: Rule, elements: Elements, lost?: Lost): Diagnostic | undefined {
  const [subjects, targets] = [elements.select(rule.subject), elements.select(rule.target)];
  const isAfter = rule.relation === "after";
  const isOther = (element: Element): boolean => !elements.matches(element, rule.subject);
  const subject = isAfter ? subjects[0] : subjects.at(-1);
  const target = isAfter ? targets.findLast(isOther) : targets.find(isOther);
  if (subject === undefined || target === undefined) return undefined;
  const holds = isAfter ? subject.position > target.position : subject.position < target.position;
  if (holds) return undefined;
  const help = `place \`${subject.name}\` ${rule.relation} \`${target.address}\`, or leave the rule out`;
  const beaten = (lost?.get(rule) ?? []).map((cause) => `it lost to: ${cause}`);
  return broken(rule, [where(subject), where(target), ...beaten], help);
}

/** `beforeSome` and `afterSome`: the subject that has it hardest tells whether the rule holds for all. */
function checkPresence(rule: Rule, elements: Elements): Diagnostic | undefined {
  const needsEarlier = rule.relation === "afterSome";
  const subject = elements.select(rule.subject).at(needsEarlier ? 0 : -1);
  if (subject === undefined) return undefined;
  const target = elements.select(rule.target).at(needsEarlier ? 0 : -1);
  const side = needsEarlier ? "before" : "after";
  const help = `place \`${subject.name}\` where ${someText(rule.target)} is ${side} it, or add one`;
  if (target === undefined || target === subject) {
    return broken(rule, [where(subject), `there is no ${selectorText(rule.target)} ${side} it`], help);
  }
  const holds = needsEarlier ? target.position < subject.position : target.position > subject.position;
  return holds
    ? undefined
    : broken(rule, [where(subject), `the ${needsEarlier ? "first" : "last"} one: ${where(target)}`], help);
}

/**
 * What is wrong with the finished order in the eyes of one rule: an error if it is strong, a warning if it is weak. The
 * elements are given in that order.
 */
export function checkRule(rule: Rule, elements: Elements, lost?: Lost): Diagnostic | undefined {
  const isOrder = rule.relation === "before" || rule.relation === "after";
  return isOrder ? checkOrder(rule, elements, lost) : checkPresence(rule, elements);
}
