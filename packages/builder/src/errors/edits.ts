import { didYouMean, errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Edit, Override } from "../contributions/edit.ts";
import { originText } from "../contributions/origin.ts";
import type { Origin } from "../contributions/origin.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { Nest } from "../steps/step.ts";
import { splitThing } from "./places.ts";
import { aboutStep, whereOf } from "./where.ts";

export function replacementSplits(
  pass: string,
  target: string,
  origin: Origin,
  open: readonly Nest[],
  anchor: string,
): Diagnostic {
  const { what, noun } = splitThing(open);
  const message = `\`${pass}\` would split ${what}`;
  return error("PWB0107", message, `replace \`${target}\` with a pass that runs on the same operations`, {
    ...whereOf(origin),
    pass,
    notes: [
      `requested: \`${pass}\` instead of \`${target}\``,
      `\`${target}\` is inside this ${noun}, but \`${pass}\` runs on '${anchor}'`,
    ],
  });
}

export function editsDisagree(address: string, edits: readonly Edit[]): Diagnostic {
  const one = (edit: Edit): string => {
    const what = edit.kind === "remove" ? "removes the step" : `replaces the step with \`${edit.pass.name}\``;
    return `${originText(edit.origin)} ${what}${edit.reason === undefined ? "" : `: "${edit.reason}"`}`;
  };
  const message = `several contributors replace or remove \`${address}\``;
  const notes = edits.map((edit) => ({ message: one(edit), contributor: edit.contributor }));
  const help = `remove all but one of these changes, or ban \`${address}\` in the config`;
  return error("PWB0111", message, help, { step: address, notes });
}

export function notRemovable(target: string, origin: Origin): Diagnostic {
  const message = `\`${target}\` cannot be removed: the framework does not declare it as removable`;
  const help = `to remove \`${target}\` anyway, add \`overrides: [{ ban: ${target}, reason: … }]\` to the config`;
  const notes = [`removal requested by ${originText(origin)}`];
  return aboutStep("PWB0112", { origin, address: target }, message, help, { notes });
}

export function noSuchTarget(target: string, origin: Origin, basePipeline: BasePipeline): Diagnostic {
  const { passes } = basePipeline.listed;
  const similar = passes.similarTo(target);
  const message = `\`${target}\` cannot be changed, because it is not in the framework's pipeline`;
  const help = didYouMean(similar, "use one of these passes");
  const notes = [`passes of the framework: ${passes.around(target)}`];
  return error("PWB0113", message, help, { ...whereOf(origin), notes });
}

/** Makes the error for an edit of a step that the user pinned. */
export function isPinned({ kind, target, origin }: Edit, pin: Origin): Diagnostic {
  const message = `\`${target}\` cannot be ${kind === "remove" ? "removed" : "replaced"}: the user pinned it`;
  const help = `remove this change from ${originText({ kind: origin.kind, name: origin.name })}, or remove \`pin: ${target}\` from the config`;
  return error("PWB0117", message, help, { ...whereOf(origin), notes: [`pinned by ${originText(pin)}`] });
}

export function overridesDisagree(address: string, pin: Override, ban: Override): Diagnostic {
  const one = (what: string, { origin, reason }: Override): string =>
    `${originText(origin)} ${what} the step${reason === undefined ? "" : `: "${reason}"`}`;
  const message = `\`${address}\` is both pinned and banned`;
  const help = `remove \`pin: ${address}\` or \`ban: ${address}\` from the config`;
  const notes = [one("pins", pin), one("bans", ban)];
  return aboutStep("PWB0119", { origin: ban.origin, address }, message, help, { notes });
}
