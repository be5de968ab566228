import type { Diagnostic } from "@passwright/core";
import type { PassReference, StepSettings } from "../builder-settings.ts";
import type { When } from "../choice.ts";
import { anchored, Making, misfitOf } from "../making.ts";
import * as errors from "../errors.ts";
import { getOrMake } from "../maps.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { openBetween, slotOf, staysInside } from "../steps/nesting.ts";
import type { Step } from "../steps/step.ts";
import { targetsOf } from "./edit.ts";
import type { Edit, Override } from "./edit.ts";
import { accepted, refused } from "./insertion.ts";
import type { Insertion } from "./insertion.ts";

/** Edit without its contributor. */
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
    const { steps, settings, contributions, refusals } = construction;
    const edits = getOrMake(construction.edits, name, () => []);
    const edit = { ...change, contributor: name, index: edits.length, origin: this.origin() };
    const { overrides = [] } = settings;
    const problem = misfit === undefined ? problemOfEdit(edit, steps.basePipeline(), overrides) : () => misfit;
    if (problem === undefined) {
      edits.push(edit);
      return accepted(edit.target);
    }
    // A refused replacement is not a mistake if another call of the contributor adds the pass.
    const isAdded = (pass: string): boolean =>
      contributions.hasCalled(name, pass) || edits.some((one) => one.kind === "replace" && one.pass.name === pass);
    const isSettled = (): boolean => edit.kind === "replace" && isAdded(edit.pass.name);
    return refusals.noteEdit(name, refused(problem), isSettled);
  }
}

/** Checks an edit. Returns a function that makes the diagnostic, or `undefined` if the edit is accepted. */
function problemOfEdit(
  edit: Edit,
  basePipeline: BasePipeline,
  overrides: readonly Override[],
): (() => Diagnostic) | undefined {
  const targets = basePipeline.named(edit.target);
  if (targets.length === 0) return () => errors.noSuchTarget(edit.target, edit.origin, basePipeline);
  const isTheUsers = edit.origin.kind === "config";
  const names = new Set(targets.flatMap((index) => [...targetsOf(basePipeline.steps[index] as Step)]));
  const pin = overrides.find((override) => "pin" in override && names.has(override.pin));
  if (pin !== undefined && !isTheUsers) return () => errors.isPinned(edit, pin.origin);
  const locked = targets.find((index) => basePipeline.steps[index]?.removable !== true);
  if (edit.kind === "remove" && !isTheUsers && locked !== undefined)
    return () => errors.notRemovable(edit.target, edit.origin);
  if (edit.kind === "replace") {
    for (const index of targets) {
      const nests = nestBeside(basePipeline.sideAt(slotOf(index)), edit.pass, basePipeline.steps[index]?.nests ?? []);
      const open = openBetween(basePipeline.steps[index - 1], basePipeline.steps[index + 1]);
      if (staysInside(nests, open)) continue;
      const anchor = [basePipeline.anchor, ...nests.map((nest) => nest.anchor)].join(" > ");
      return () => errors.replacementSplits(edit.pass.name, edit.target, edit.origin, open, anchor);
    }
  }
  return undefined;
}
