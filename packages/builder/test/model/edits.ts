import type { Scenario, ScenarioEdit, ScenarioOverride, ScenarioReplace } from "../scenario/scenario.ts";
import { besides, named } from "./flatten.ts";
import type { Around, Flat, FlatStep } from "./flatten.ts";

/** A step of the finished pipeline. */
export interface Place {
  readonly address: string;
  readonly name: string;
  /** Name of the pass that the step replaced. */
  readonly alias?: string;
  readonly types: readonly string[];
  readonly isPoint: boolean;
  readonly around: readonly Around[];
  readonly isFrameworks: boolean;
}

type Called = Pick<FlatStep, "address" | "name">;

/** Returns whether `target` refers to a step. */
const isMeant = (target: string, { address, name }: Called): boolean =>
  [address, name, `${address}#1`].includes(target);

/** Returns whether the user bans a step. Rules do not apply to banned steps. */
export function isBannedIn({ overrides }: Scenario, step: Called): boolean {
  return overrides.some((override) => "ban" in override && isMeant(override.ban, step));
}

/** Returns the pass that replaces a step, with its managers. */
function newPass(
  flat: Flat,
  scenario: Scenario,
  edit: ScenarioReplace,
  around: readonly Around[],
): Omit<Place, "address"> {
  const { pass } = edit;
  const declared = scenario.declared.find(({ name }) => name === pass);
  const { types = declared?.types ?? ["Unknown"], anchor = declared?.anchor } = edit;
  return { name: pass, types, isPoint: false, isFrameworks: true, around: besides(flat, anchor, around) };
}

/** Returns the codes of the reasons why an edit is refused. */
export function judgeEdit(flat: Flat, scenario: Scenario, edit: ScenarioEdit): readonly string[] {
  if (edit.kind === "replace") {
    const declared = scenario.declared.find(({ name }) => name === edit.pass)?.anchor;
    if (declared !== undefined && edit.anchor !== undefined && edit.anchor !== declared) return ["PWB0116"];
  }
  const targets = named(flat, edit.target);
  if (targets.length === 0) return ["PWB0113"];
  const steps = targets.map((index) => flat.steps[index] as FlatStep);
  const isPinned = scenario.overrides.some(
    (override) => "pin" in override && steps.some((step) => isMeant(override.pin, step)),
  );
  if (isPinned) return ["PWB0117"];
  if (edit.kind === "remove") return steps.every(({ isRemovable }) => isRemovable) ? [] : ["PWB0112"];
  const isTorn = targets.some((index) => {
    const line = flat.steps.map((step) => step.around);
    line[index] = newPass(flat, scenario, edit, line[index] ?? []).around;
    const managers = new Set(line.flat().flatMap(({ manager }) => manager ?? []));
    return [...managers].some((manager) => {
      const isIn = line.map((around) => around.some((level) => level.manager === manager));
      return isIn.slice(isIn.indexOf(true), isIn.lastIndexOf(true)).includes(false);
    });
  });
  return isTorn ? ["PWB0107"] : [];
}

export interface Edited {
  readonly places: readonly Place[];
  readonly codes: readonly string[];
}

/** Applies accepted edits and bans to the list of all steps: first bans, then edits, then bans of the new steps. */
export function carryOut(
  flat: Flat,
  scenario: Scenario,
  line: readonly Place[],
  edits: readonly { readonly contributor: string; readonly edit: ScenarioEdit }[],
): Edited {
  const codes: string[] = [];
  const bans = scenario.overrides.flatMap((override) => ("ban" in override ? [override.ban] : []));
  const pins = scenario.overrides.flatMap((override) => ("pin" in override ? [override.pin] : []));
  const idle = new Set(bans.keys());
  const isBanned = (place: Place): boolean => {
    const meant = [...bans.keys()].filter((index) => isMeant(bans[index] as string, place));
    if (meant.length === 0) return false;
    for (const index of meant) idle.delete(index);
    if (pins.some((pin) => isMeant(pin, place))) codes.push("PWB0119");
    return true;
  };
  const places = line.flatMap((place): Place[] => {
    if (isBanned(place)) return [];
    if (!place.isFrameworks) return [place];
    const wanted = edits.filter(({ edit }) => isMeant(edit.target, place)).map(({ edit }) => edit);
    if (wanted.length > 1 && wanted.some(({ kind }) => kind === "replace")) codes.push("PWB0111");
    const [edit] = wanted;
    if (edit === undefined) return [place];
    if (edit.kind === "remove") return [];
    const instead = { ...newPass(flat, scenario, edit, place.around), address: place.address, alias: place.name };
    return isBanned(instead) ? [] : [instead];
  });
  for (const _ of idle) codes.push("PWB0114");
  return { places, codes };
}

/** Returns the pins that refer to steps that do not exist. */
export function idlePins(overrides: readonly ScenarioOverride[], ...lines: (readonly Place[])[]): readonly string[] {
  return overrides.flatMap((override) =>
    "pin" in override && !lines.flat().some((place) => isMeant(override.pin, place)) ? ["PWB0114"] : [],
  );
}
