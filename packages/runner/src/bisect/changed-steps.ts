import type { Assembly } from "@passwright/sdk/loading";
import { isMember, stepsOf } from "../fault/trial.ts";
import type { TrialSettings, TrialStep } from "../fault/trial.ts";
import type { RemovableContribution } from "../fault/variants.ts";

/**
 * Returns the plugins whose passes are named in an override, rule or insertion, which has no effect without these
 * plugins.
 */
export function pluginsNamedIn(
  { kind, data }: RemovableContribution,
  { work: { catalogue } }: Assembly,
): readonly string[] {
  if (kind === "plugin") return [];
  return stringsIn(data).flatMap((name) => {
    const found = catalogue.find(name) ?? catalogue.find(name.replace(/^.*::/, "").replace(/#\d+$/, ""));
    return found === undefined ? [] : [found.owner.name];
  });
}

function stringsIn(data: unknown): readonly string[] {
  if (typeof data === "string") return [data];
  return typeof data === "object" && data !== null ? Object.values(data).flatMap(stringsIn) : [];
}

/** Returns settings with which a run leaves out some steps. */
export function settingsWithout(
  steps: ReadonlySet<TrialStep>,
): { skips(this: void, address: string): boolean } & TrialSettings {
  const skipped = new Set([...steps].map(({ address }) => address));
  const withoutMembers = new Set([...steps].filter(({ step }) => isMember(step)).map(({ address }) => address));
  return { skips: (address) => skipped.has(address), withoutMembers };
}

/**
 * Returns the steps that only the second assembly contains, and the steps that have different options or managers in
 * the second assembly.
 */
export function changedSteps(before: Assembly, after: Assembly): readonly TrialStep[] {
  const keyOfStep = ({ address, step: { options, nests } }: TrialStep): string =>
    JSON.stringify([address, options, nests.map(({ anchor }) => anchor)]);
  const known = new Set(stepsOf(before).map(keyOfStep));
  return stepsOf(after).filter((one) => !known.has(keyOfStep(one)));
}
