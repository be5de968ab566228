import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { ByTarget } from "../contributions/edit.ts";
import type { Edit, OptionSetting, Override } from "../contributions/edit.ts";
import { originText } from "../contributions/origin.ts";
import { aboutStep } from "../errors/where.ts";
import { NameList } from "../errors/name-list.ts";
import { overrideWithoutEffect } from "../rules/idle-rules.ts";
import { passesByBundle } from "../steps/bundle.ts";
import { inContributorOrder } from "../contributions/contributor.ts";
import type { LeftOut } from "../plan/plan.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { withoutUnset } from "../steps/step.ts";
import type { StepOptions } from "../steps/step.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { ResolveInput } from "./resolve-input.ts";
import type { Cleanup, UnusableCleanup } from "./cleanup.ts";
import { INSERTED } from "./element.ts";
import type { Element } from "./element.ts";
import { recordRemover } from "./moved-by.ts";
import { doneBy } from "./overridden.ts";

export interface EditedOrder {
  readonly order: readonly Element[];
  readonly leftOut: readonly LeftOut[];
  readonly diagnostics: readonly Diagnostic[];
}

function replaced(element: Element, edit: Edit & { kind: "replace" }, basePipeline: BasePipeline): Element {
  return {
    ...element,
    name: edit.pass.name,
    alias: element.name,
    declaration: edit.pass,
    types: edit.types,
    options: edit.options,
    nests: nestBeside(basePipeline.sideAt(element.slot), edit.pass, element.nests),
    origin: edit.origin,
    because: `instead of \`${element.name}\`${edit.reason === undefined ? "" : `: ${edit.reason}`}`,
  };
}

type OverrideWith<K extends string> = Extract<Override, { readonly [P in K]: string }>;

/** Returns the overrides that have the key `key`, grouped by the value of this key: the name or address of a step. */
export function overridesWith<K extends "ban" | "pin" | "set">(
  overrides: readonly Override[],
  key: K,
): ByTarget<OverrideWith<K>> {
  const isMeant = (one: Override): one is OverrideWith<K> => key in one;
  return new ByTarget(overrides.filter(isMeant), (one) => one[key]);
}

/** Returns the step with the options of overrides, which take precedence over its other options. */
export function withSetOptions(element: Element, settings: ByTarget<OptionSetting>): Element {
  const own = element.kind === "point" ? [] : settings.of(element).map(({ options }) => options);
  return own.length === 0
    ? element
    : { ...element, options: withoutUnset(Object.assign({}, element.options, ...own) as StepOptions) };
}

/** Returns the cleanups that the user banned. `inserted` are cleanups that were removed after their insertion. */
export function bannedCleanups(
  cleanups: readonly Cleanup[],
  overrides: readonly Override[],
  inserted: readonly LeftOut[] = [],
): readonly UnusableCleanup[] {
  return cleanups.flatMap((cleanup) => {
    const { name } = cleanup.declaration;
    const ban = overrides.find((override) => "ban" in override && override.ban === name);
    const one = ban === undefined ? inserted.find(({ pass }) => pass === name) : { because: doneBy("banned", ban) };
    return one === undefined ? [] : [{ cleanup, because: one.because }];
  });
}

export function allowedCleanups(cleanups: readonly Cleanup[], overrides: readonly Override[]): readonly Cleanup[] {
  const banned = new Set(bannedCleanups(cleanups, overrides).map(({ cleanup }) => cleanup));
  return banned.size === 0 ? cleanups : cleanups.filter((cleanup) => !banned.has(cleanup));
}

export interface StepNames {
  readonly passes: NameList;
  readonly bundles: ReadonlyMap<string, readonly string[]>;
}

export const namesOf = (elements: readonly Element[]): StepNames => ({
  passes: new NameList(elements.map(({ name }) => name)),
  bundles: passesByBundle(elements),
});

/** Warns about an override whose target does not exist. `what` is the key of the override: `ban`, `pin` or `set`. */
export function noSuchStep(what: string, target: string, origin: Edit["origin"], names: StepNames): Diagnostic {
  const passes = names.bundles.get(target);
  const why = passes ? `\`${target}\` is a bundle, not a pass` : `the plan has no step \`${target}\``;
  const similar = names.passes.similarTo(target);
  return overrideWithoutEffect(`override \`${what}: ${target}\``, why, origin, similar, target, passes);
}

/**
 * Applies edits and overrides to the ordered steps. Positions do not depend on edits, so edits can be applied in any
 * order. If two contributors request different edits of one step, reports an error. A ban applies if it names the
 * original step or its replacement. A ban can also name a cleanup that planning has not inserted yet. If
 * `areCleanupsInserted` is true, applies only the bans of addresses of inserted cleanups, which did not exist before.
 */
export function applyEdits(order: readonly Element[], input: ResolveInput, areCleanupsInserted: boolean): EditedOrder {
  const { basePipeline, cleanups = [] } = input;
  const overrides = (input.overrides ?? []).filter(
    (override) =>
      "pin" in override || ("ban" in override && override.ban.startsWith(`${INSERTED}::`)) === areCleanupsInserted,
  );
  const edits = areCleanupsInserted ? [] : inContributorOrder(input.edits ?? []);
  const bans = overrides.filter((override) => "ban" in override);
  if (edits.length === 0 && (areCleanupsInserted ? bans : overrides).length === 0)
    return { order, leftOut: [], diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const leftOut: LeftOut[] = [];
  const kept: Element[] = [];
  const used = new Set<Override>();
  const byTarget = new ByTarget(edits, ({ target }) => target);
  const banned = overridesWith(overrides, "ban");
  const pinned = overridesWith(overrides, "pin");
  const settings = overridesWith(overrides, "set");
  /** Returns whether the user banned `element`. Records a banned step in `leftOut`. */
  const isBanned = (element: Element): boolean => {
    const [ban, ...more] = banned.of(element);
    if (ban === undefined) return false;
    for (const each of [ban, ...more]) used.add(each);
    const { address, name: pass } = element;
    const [pin] = pinned.of(element);
    if (pin !== undefined) diagnostics.push(overridesDisagree(address, pin, ban));
    leftOut.push({ address, pass, because: doneBy("banned", ban) });
    return true;
  };
  for (const element of order) {
    if (isBanned(element)) continue;
    const { address, name: pass } = element;
    const wanted =
      edits.length > 0 && element.contribution === undefined ? inContributorOrder(byTarget.of(element)) : [];
    const [edit, ...others] = wanted;
    if (others.some((other) => other.kind === "replace" || edit?.kind === "replace"))
      diagnostics.push(editsDisagree(address, wanted));
    if (edit?.kind === "remove")
      leftOut.push(recordRemover({ address, pass, because: doneBy("removed", edit) }, edit.contributor));
    else {
      const step = edit === undefined ? element : replaced(element, edit, basePipeline);
      if (edit === undefined || !isBanned(step)) kept.push(withSetOptions(step, settings));
    }
  }
  const idle = bans.filter(
    (ban) => !used.has(ban) && !cleanups.some(({ declaration }) => declaration.name === ban.ban),
  );
  if (idle.length > 0) {
    const names = namesOf(order);
    for (const ban of idle) diagnostics.push(noSuchStep("ban", ban.ban, ban.origin, names));
  }
  return { order: kept, leftOut, diagnostics };
}

function actText({ origin, reason }: Edit | Override, what: string): string {
  return `${originText(origin)} ${what}${reason === undefined ? "" : `: "${reason}"`}`;
}

function editsDisagree(address: string, edits: readonly Edit[]): Diagnostic {
  const whatOf = (edit: Edit): string =>
    edit.kind === "remove" ? "removes the step" : `replaces the step with \`${edit.pass.name}\``;
  const message = `several contributors replace or remove \`${address}\``;
  const notes = edits.map((edit) => ({ message: actText(edit, whatOf(edit)), contributor: edit.contributor }));
  const help = `remove all but one of these changes, or ban \`${address}\` in the config`;
  return errorDiagnostic("PWB0111", message, help, { step: address, notes });
}

function overridesDisagree(address: string, pin: Override, ban: Override): Diagnostic {
  const message = `\`${address}\` is both pinned and banned`;
  const help = `remove \`pin: ${address}\` or \`ban: ${address}\` from the config`;
  const notes = [actText(pin, "pins the step"), actText(ban, "bans the step")];
  return aboutStep("PWB0119", { origin: ban.origin, address }, message, help, { notes });
}
