import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Edit, Override } from "../contributions/edit.ts";
import { originText } from "../contributions/origin.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Spine } from "../steps/spine.ts";
import type { Nest } from "../steps/step.ts";
import { splitThing } from "./places.ts";
import { whereOf } from "./where.ts";

export function replacementSplits(pass: string, target: string, origin: Origin, open: readonly Nest[]): Diagnostic {
  const { what, noun } = splitThing(open);
  return {
    code: "PWB0107",
    severity: "error",
    message: `\`${pass}\` would split ${what}`,
    ...whereOf(origin),
    pass,
    notes: [{ message: `requested: \`${pass}\` in place of \`${target}\`, which is inside that ${noun}` }],
    help: ["replace it with a pass that runs on the same operations"],
  };
}

export function editsDisagree(address: string, edits: readonly Edit[]): Diagnostic {
  const one = (edit: Edit): string => {
    const what = edit.kind === "remove" ? "remove it" : `replace it by \`${edit.pass.name}\``;
    return `${originText(edit.origin)} asks to ${what}${edit.reason === undefined ? "" : `: "${edit.reason}"`}`;
  };
  return errorDiagnostic(
    "PWB0111",
    `several contributors change \`${address}\``,
    { step: address },
    edits.map((edit) => ({ message: one(edit), contributor: edit.party })),
    ["remove one of the changes, or ban the step in the config"],
  );
}

export function notRemovable(pass: string, target: string, origin: Origin): Diagnostic {
  return errorDiagnostic(
    "PWB0112",
    `\`${target}\` cannot be removed: the framework does not declare it as removable`,
    { ...whereOf(origin), step: target },
    [`requested by ${pass}`],
    [`to remove it anyway, add \`overrides: [{ ban: ${target}, reason: … }]\` to the config`],
  );
}

export function noSuchTarget(target: string, origin: Origin, spine: Spine): Diagnostic {
  const { passes } = spine.listed;
  const similar = passes.similarTo(target);
  return errorDiagnostic(
    "PWB0113",
    `cannot change \`${target}\`: it is not in the framework's pipeline`,
    whereOf(origin),
    [`passes of the framework: ${passes.around(target)}`],
    similar === undefined ? [] : [`did you mean \`${similar}\`?`],
  );
}

/** Reports an edit of a step that the user pinned. */
export function isPinned({ kind, target, origin }: Edit, pin: Origin): Diagnostic {
  return errorDiagnostic(
    "PWB0117",
    `\`${target}\` cannot be ${kind === "remove" ? "removed" : "replaced"}: the user pinned it`,
    whereOf(origin),
    [`pinned by ${originText(pin)}`],
    [`remove this request, or remove \`pin: ${target}\` from the config`],
  );
}

export function overridesDisagree(address: string, pin: Override, ban: Override): Diagnostic {
  const one = (what: string, { origin, reason }: Override): string =>
    `${originText(origin)} ${what} it${reason === undefined ? "" : `: "${reason}"`}`;
  return errorDiagnostic(
    "PWB0119",
    `\`${address}\` is both pinned and banned`,
    { ...whereOf(ban.origin), step: address },
    [one("pins", pin), one("bans", ban)],
    ["remove one of the two from the config"],
  );
}
