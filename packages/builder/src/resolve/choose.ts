import type { Admission, EitherOrder } from "./admission.ts";
import type { Cause } from "./cause.ts";

/**
 * Maximum number of options to try for the demands of one slot. Other options are tried only if the preferred options
 * contradict each other.
 */
const MOST_TRIED = 1000;

/**
 * Admits one option of each choice. Handles the choices in order, and prefers the first options of a choice. `lost`
 * contains each choice for which no option is possible. The key is the rule or exclusion of the choice. The value
 * contains the causes that contradict this rule or exclusion.
 */
export function choose(
  start: Admission,
  choices: readonly EitherOrder[],
): { readonly admission: Admission; readonly lost: ReadonlyMap<EitherOrder["cause"], readonly Cause[]> } {
  const lost = new Map<EitherOrder["cause"], readonly Cause[]>();
  if (choices.length === 0) return { admission: start, lost };
  const admission = start.copy();
  for (const choice of choices) {
    const beatenBy = admission.admitOne(choice);
    if (beatenBy !== undefined) lost.set(choice.cause, beatenBy);
  }
  if (lost.size === 0) return { admission, lost };
  const found = search(
    start,
    choices.filter(({ options }) => options()[Symbol.iterator]().next().done !== true),
    0,
    { left: MOST_TRIED },
  );
  return found === undefined ? { admission, lost } : { admission: found, lost: new Map() };
}

function search(
  admission: Admission,
  choices: readonly EitherOrder[],
  at: number,
  tries: { left: number },
): Admission | undefined {
  const choice = choices[at];
  if (choice === undefined) return admission;
  for (const option of choice.options()) {
    if (tries.left-- <= 0) return undefined;
    if (admission.refusal(...option) !== undefined) continue;
    const next = admission.copy();
    next.admit(choice.cause, ...option);
    const found = search(next, choices, at + 1, tries);
    if (found !== undefined) return found;
  }
  return undefined;
}
