import type { DraftStep, PassCatalogue } from "@passwright/builder";
import { PassType } from "@passwright/sdk";
import type { BundleData, BundleMemberData, StepData } from "@passwright/sdk/loading";

/** Steps as data, and the bundles that they name. */
export interface StepsData {
  readonly steps: readonly StepData[];
  readonly bundles: { readonly [name: string]: BundleData };
}

/** Returns the steps of a framework as configs write them. Whether nothing is lost shows when they are built again. */
export function stepsData(steps: readonly DraftStep[], catalogue: PassCatalogue): StepsData {
  const bundles: { [name: string]: BundleData } = {};

  const inside = (all: readonly DraftStep[], depth: number): StepData[] => {
    const result: StepData[] = [];
    for (let index = 0; index < all.length;) {
      const first = all[index] as DraftStep;
      const nest = first.nests[depth];
      const row =
        nest?.id !== undefined
          ? rowOf(all, index, (one) => one.nests[depth]?.id === nest.id)
          : first.bundle !== undefined
            ? rowOf(all, index, (one) => one.bundle?.id === first.bundle?.id)
            : [first];
      if (nest?.id !== undefined) result.push({ nest: nest.anchor, steps: inside(row, depth + 1) });
      else if (first.bundle === undefined) result.push(stepData(first, catalogue));
      else {
        const { given, kind, without } = first.bundle;
        bundles[given] = { kind, ...(without && { without }), passes: row.map((one) => memberData(one, catalogue)) };
        result.push({ bundle: given, ...settingsOf(first, catalogue) });
      }
      index += row.length;
    }
    return result;
  };
  return { steps: inside(steps, 0), bundles };
}

function rowOf(all: readonly DraftStep[], start: number, belongs: (step: DraftStep) => boolean): readonly DraftStep[] {
  let end = start;
  while (end < all.length && belongs(all[end] as DraftStep)) end++;
  return all.slice(start, end);
}

function stepData(step: DraftStep, catalogue: PassCatalogue): StepData {
  const { kind, name, removable, when } = step;
  if (kind === "point") return when === undefined ? { point: name } : { steps: [{ point: name }], when };
  const member = memberData(step, catalogue);
  const rest = { ...settingsOf(step, catalogue), ...(removable === true ? { removable } : {}) };
  return typeof member === "string" && Object.keys(rest).length === 0
    ? name
    : { ...(typeof member === "string" ? { pass: member } : member), ...rest };
}

function memberData({ name, options, declaration }: DraftStep, catalogue: PassCatalogue): string | BundleMemberData {
  const { anchor } = declaration;
  const isOwnAnchor = anchor === catalogue.find(name)?.declaration.anchor;
  const hasOptions = Object.keys(options).length > 0;
  if (isOwnAnchor && !hasOptions) return name;
  return {
    pass: name,
    ...(hasOptions ? { options } : {}),
    ...(isOwnAnchor || anchor === undefined ? {} : { anchor }),
  };
}

/** The settings that a bundle shares. */
function settingsOf(
  { name, types, when, reason }: DraftStep,
  catalogue: PassCatalogue,
): Pick<Extract<StepData, { readonly bundle: string }>, "types" | "when" | "reason"> {
  const declared = catalogue.find(name)?.declaration.types ?? [PassType.Unknown];
  const areDeclared = types.length === declared.length && types.every((type, index) => type === declared[index]);
  return {
    ...(areDeclared ? {} : { types }),
    ...(when === undefined ? {} : { when }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** One target or level is a list of one. */
export function conditionOf(when: DraftStep["when"]): unknown {
  if (when === undefined) return undefined;
  return [[when.target ?? []].flat(), [when.level ?? []].flat(), when.option];
}

/** A framework's steps in one spelling, to compare two pipelines by. Numbers of managers do not count, nor where code is. */
export function spellingOf(steps: readonly DraftStep[]): string {
  const numbers = new Map<number, number>();
  const numberOf = (id: number): number => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  };
  return JSON.stringify(
    steps.map(({ origin: _origin, declaration, nests, when, ...step }) => ({
      ...step,
      anchor: declaration.anchor,
      removable: step.removable === true,
      when: conditionOf(when),
      nests: nests.map(({ anchor, id }) => [anchor, id === undefined ? undefined : numberOf(id)]),
    })),
  );
}
