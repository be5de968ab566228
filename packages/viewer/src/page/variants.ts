import type { Switch, Variant, WhatIf } from "../recording/recording.ts";

export const NO_CHANGES: ReadonlySet<number> = new Set();

/** Returns the plan with these switches changed, if it was resolved. */
export function variantOf({ variants }: WhatIf, changes: ReadonlySet<number>): Variant | undefined {
  if (changes.size === 0) return undefined;
  return variants.find(
    (one) => one.changes.length === changes.size && one.changes.every((index) => changes.has(index)),
  );
}

/** Returns the changes after a click on a switch. Of targets and levels, one is on. */
export function toggled(
  { switches, variants }: WhatIf,
  changes: ReadonlySet<number>,
  index: number,
): ReadonlySet<number> {
  const { kind, isOn } = switches[index] as Switch;
  const isChoice = kind === "target" || kind === "level";
  const others = [...changes].filter((one) => one !== index && !(isChoice && switches[one]?.kind === kind));
  const isBack = isChoice ? isOn : changes.has(index);
  const next = new Set(isBack ? others : [...others, index]);
  // Of many switches, each is resolved alone.
  return next.size === 0 || variantOf({ switches, variants }, next) !== undefined
    ? next
    : new Set(isBack ? [] : [index]);
}

/** Whether a switch is on with some changes. */
export function isOn({ switches }: WhatIf, changes: ReadonlySet<number>, index: number): boolean {
  const { kind, isOn: was } = switches[index] as Switch;
  if (kind === "plugin" || kind === "override") return was !== changes.has(index);
  const chosen = [...changes].find((one) => switches[one]?.kind === kind);
  return chosen === undefined ? was : chosen === index;
}
