import { didYouMean, errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { PassReference, StepSettings } from "../builder-settings.ts";
import type { When } from "../choice.ts";
import { anchored, Making, misfitOf } from "../making.ts";
import { splitThing } from "../errors/places.ts";
import { aboutStep, whereOf } from "../errors/where.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { openBetween, staysInside } from "../steps/nesting.ts";
import { slotOf } from "../steps/base-pipeline.ts";
import type { Nest, Step } from "../steps/step.ts";
import { targetsOf } from "./edit.ts";
import type { Edit, Override } from "./edit.ts";
import { accepted, refused } from "./insertion.ts";
import type { Insertion } from "./insertion.ts";
import { originText } from "./origin.ts";
import type { Origin } from "./origin.ts";

type Change =
  | Pick<Edit & { kind: "remove" }, "kind" | "target" | "reason">
  | Omit<Edit & { kind: "replace" }, "contributor" | "index" | "origin">;

/** Edits of one contributor. Each call returns its result immediately. */
export class ContributorEdits<Op extends object> extends Making<Op> {
  replace(target: string, pass: PassReference, settings: StepSettings): Insertion {
    const { options = {}, types, anchor, reason, when } = settings;
    const { construction, contributor } = this.view;
    const declaration = this.declaration(pass);
    const misfit = misfitOf(declaration, anchor, this.origin());
    const alternative = { address: `${contributor.name}::${declaration.name}`, pass: declaration.name };
    const isElsewhere = misfit === undefined && this.isElsewhere(when, alternative);
    const change = {
      kind: "replace",
      target,
      pass: anchored(declaration, anchor),
      options,
      types: construction.typesOf(declaration, types),
      ...(reason === undefined ? {} : { reason }),
    } as const;
    const insertion = isElsewhere ? accepted(target) : this.#edit(change, misfit);
    if (isElsewhere || !insertion.ok) this.keepUnplaced(pass, options);
    return insertion;
  }

  remove(target: string, { when, reason }: { readonly reason?: string; readonly when?: When }): Insertion {
    if (this.isElsewhere(when)) return accepted(target);
    return this.#edit({ kind: "remove", target, ...(reason === undefined ? {} : { reason }) });
  }

  #edit(change: Change, misfit?: Diagnostic): Insertion {
    const { construction, contributor } = this.view;
    const { name } = contributor;
    const { steps, settings, contributions, refusals, edits } = construction;
    const edit = { ...change, contributor: name, index: construction.nextIndex(name), origin: this.origin() };
    const { overrides = [] } = settings;
    const problem = misfit === undefined ? problemOfEdit(edit, steps.basePipeline(), overrides) : () => misfit;
    if (problem === undefined) {
      edits.push(edit);
      return accepted(edit.target);
    }
    // A refused replacement is not a mistake if another call of the contributor adds the pass.
    const isAdded = (pass: string): boolean =>
      contributions.hasCalled(name, pass) ||
      edits.some((one) => one.kind === "replace" && one.contributor === name && one.pass.name === pass);
    const refusal = refused(problem);
    const isMistake = (): boolean =>
      refusal.diagnostic.code !== "PWB0117" && !(edit.kind === "replace" && isAdded(edit.pass.name));
    return refusals.note(name, { refusal, isMistake });
  }
}

/** Checks an edit. Returns a function that makes the diagnostic, or `undefined` if the edit is accepted. */
function problemOfEdit(
  edit: Edit,
  basePipeline: BasePipeline,
  overrides: readonly Override[],
): (() => Diagnostic) | undefined {
  const targets = basePipeline.named(edit.target);
  if (targets.length === 0) return () => noSuchTarget(edit, basePipeline);
  const isTheUsers = edit.origin.kind === "config";
  const names = new Set(targets.flatMap((index) => [...targetsOf(basePipeline.steps[index] as Step)]));
  const pin = overrides.find((override) => "pin" in override && names.has(override.pin));
  if (pin !== undefined && !isTheUsers) return () => isPinned(edit, pin.origin);
  const locked = targets.find((index) => basePipeline.steps[index]?.removable !== true);
  if (edit.kind === "remove" && !isTheUsers && locked !== undefined) return () => notRemovable(edit);
  if (edit.kind === "replace") {
    for (const index of targets) {
      const nests = nestBeside(basePipeline.sideAt(slotOf(index)), edit.pass, basePipeline.steps[index]?.nests ?? []);
      const open = openBetween(basePipeline.steps[index - 1], basePipeline.steps[index + 1]);
      if (staysInside(nests, open)) continue;
      const anchor = [basePipeline.anchor, ...nests.map((nest) => nest.anchor)].join(" > ");
      return () => replacementSplits(edit, edit.pass.name, open, anchor);
    }
  }
  return undefined;
}

function noSuchTarget({ target, origin }: Edit, basePipeline: BasePipeline): Diagnostic {
  const { passes } = basePipeline.listed;
  const message = `\`${target}\` cannot be changed, because it is not in the framework's pipeline`;
  const help = didYouMean(passes.similarTo(target), "use one of these passes");
  const notes = [`passes of the framework: ${passes.around(target)}`];
  return errorDiagnostic("PWB0113", message, help, { ...whereOf(origin), notes });
}

function isPinned({ kind, target, origin }: Edit, pin: Origin): Diagnostic {
  const message = `\`${target}\` cannot be ${kind === "remove" ? "removed" : "replaced"}: the user pinned it`;
  const help = `remove this change from ${originText({ kind: origin.kind, name: origin.name })}, or remove \`pin: ${target}\` from the config`;
  const notes = [`pinned by ${originText(pin)}`];
  return errorDiagnostic("PWB0117", message, help, { ...whereOf(origin), notes });
}

function notRemovable({ target, origin }: Edit): Diagnostic {
  const message = `\`${target}\` cannot be removed: the framework does not declare it as removable`;
  const help = `to remove \`${target}\` anyway, add \`overrides: [{ ban: ${target}, reason: … }]\` to the config`;
  const notes = [`removal requested by ${originText(origin)}`];
  return aboutStep("PWB0112", { origin, address: target }, message, help, { notes });
}

function replacementSplits({ target, origin }: Edit, pass: string, open: readonly Nest[], anchor: string): Diagnostic {
  const { what, noun } = splitThing(open);
  const help = `replace \`${target}\` with a pass that runs on the same operations`;
  const notes = [
    `requested: \`${pass}\` instead of \`${target}\``,
    `\`${target}\` is inside this ${noun}, but \`${pass}\` runs on '${anchor}'`,
  ];
  return errorDiagnostic("PWB0107", `\`${pass}\` would split ${what}`, help, { ...whereOf(origin), pass, notes });
}
