import type { RecordedPipeline, Switch, Variant, WhatIf } from "../recording/recording.ts";
import { counted } from "./words.ts";

export const NO_CHANGES: ReadonlySet<number> = new Set();

/** Returns the plan in which exactly these switches are changed, if the recording contains this plan. */
export function variantOf({ variants }: WhatIf, changes: ReadonlySet<number>): Variant | undefined {
  if (changes.size === 0) return undefined;
  return variants.find(
    (one) => one.changes.length === changes.size && one.changes.every((index) => changes.has(index)),
  );
}

/**
 * Returns the changed switches after a click on a switch. After the click, exactly one target and one level are
 * selected. Returns `undefined` if the plan with these changes was not resolved.
 */
export function toggled(whatIf: WhatIf, changes: ReadonlySet<number>, index: number): ReadonlySet<number> | undefined {
  const { switches } = whatIf;
  const { kind, isOn } = switches[index] as Switch;
  const isChoice = kind === "target" || kind === "level";
  const others = [...changes].filter((one) => one !== index && !(isChoice && switches[one]?.kind === kind));
  const isBack = isChoice ? isOn : changes.has(index);
  const next = new Set(isBack ? others : [...others, index]);
  return next.size === 0 || variantOf(whatIf, next) !== undefined ? next : undefined;
}

/** Describes a change of a switch, as in "the plan without X". */
export function changeText({ switches }: WhatIf, index: number): string {
  const { kind, name } = switches[index] as Switch;
  if (kind === "plugin") return `without ${name}`;
  return kind === "override" ? `without override “${name}”` : `for ${kind} ${name}`;
}

/** Returns the reason why a switch cannot be changed now. */
export function reasonAgainst(whatIf: WhatIf, changes: ReadonlySet<number>, index: number): string | undefined {
  const { reason } = whatIf.switches[index] as Switch;
  if (reason !== undefined || toggled(whatIf, changes, index) !== undefined) return reason;
  return `the page has plans with at most ${counted(whatIf.mostChanges ?? 0, "change")}, because there are too many combinations`;
}

/**
 * Returns the steps of a changed plan. Replaces each address with the step that has this address in the recorded plan.
 */
export function stepsOf(
  steps: Variant["pipelines"][number]["steps"],
  recorded: RecordedPipeline | undefined,
): RecordedPipeline["explained"] {
  const known = new Map(recorded?.explained.map((step) => [step.address, step]));
  return steps.flatMap((step) => (typeof step === "string" ? (known.get(step) ?? []) : step));
}

/** Returns whether a switch is on after all switches in `changes` are changed. */
export function isOn({ switches }: WhatIf, changes: ReadonlySet<number>, index: number): boolean {
  const { kind, isOn: was } = switches[index] as Switch;
  if (kind === "plugin" || kind === "override") return was !== changes.has(index);
  const chosen = [...changes].find((one) => switches[one]?.kind === kind);
  return chosen === undefined ? was : chosen === index;
}
