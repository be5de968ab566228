import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { openBetween, slotOf, staysInside } from "../steps/nesting.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { Step } from "../steps/step.ts";
import { means } from "./edit.ts";
import type { Edit, Override } from "./edit.ts";

/**
 * Checks an edit. Returns `undefined` if the edit is accepted. Otherwise, returns a function that makes the diagnostic.
 */
export function problemOfEdit(
  edit: Edit,
  basePipeline: BasePipeline,
  overrides: readonly Override[],
): (() => Diagnostic) | undefined {
  const targets = basePipeline.named(edit.target);
  if (targets.length === 0) return () => errors.noSuchTarget(edit.target, edit.origin, basePipeline);
  const isTheUsers = edit.origin.kind === "config";
  const pin = overrides.find(
    (override) => "pin" in override && targets.some((index) => means(override.pin, basePipeline.steps[index] as Step)),
  );
  if (pin !== undefined && !isTheUsers) return () => errors.isPinned(edit, pin.origin);
  const locked = targets.find((index) => basePipeline.steps[index]?.removable !== true);
  if (edit.kind === "remove" && !isTheUsers && locked !== undefined)
    return () => errors.notRemovable(edit.target, edit.origin);
  if (edit.kind === "replace") {
    for (const index of targets) {
      const nests = nestBeside(basePipeline.sideAt(slotOf(index)), edit.pass, basePipeline.steps[index]?.nests ?? []);
      const open = openBetween(basePipeline.steps[index - 1], basePipeline.steps[index + 1]);
      if (!staysInside(nests, open))
        return () => errors.replacementSplits(edit.pass.name, edit.target, edit.origin, open);
    }
  }
  return undefined;
}
