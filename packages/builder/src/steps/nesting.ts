import { groupNest } from "./groups.ts";
import { isClosedBetween } from "./bundle.ts";
import type { Outsider } from "./bundle.ts";
import type { BasePipeline, Slot } from "./base-pipeline.ts";
import type { BundleRef, Nest, Step } from "./step.ts";

/**
 * Returns the number of the slot that contains the position `slot`. The positions right after a step and right before
 * the next step are in the same slot. Numbers increase along the pipeline. Each extension point is a separate slot.
 */
export const slotNumber = (slot: Slot): number => (slot % 3 === 0 ? slot - 1 : slot);

/** Returns the step next to a slot. Returns `undefined` at an extension point and at the end of the pipeline. */
export function stepBeside(basePipeline: BasePipeline, slot: Slot): Step | undefined {
  return slot % 3 === 1 ? undefined : basePipeline.steps[Math.floor(slot / 3)];
}

/** Returns whether two levels are the same manager of the framework, so that their outer levels are the same too. */
export function isSameManager(one: Nest | undefined, other: Nest | undefined): boolean {
  return one?.id !== undefined && one === other;
}

type Nested = Pick<Step, "nests">;

/** Returns the framework's managers that contain both steps, and must contain a step that is inserted between them. */
export function openBetween(left: Nested | undefined, right: Nested | undefined): readonly Nest[] {
  if (left === undefined || right === undefined) return [];
  const least = Math.min(left.nests.length, right.nests.length);
  let depth = isSameManager(left.nests[least - 1], right.nests[least - 1]) ? least : 0;
  if (left.nests[depth - 1]?.mayBeSplit === true) depth--;
  while (depth < left.nests.length && left.nests[depth]?.id !== undefined && left.nests[depth]?.mayBeSplit !== true) {
    if (left.nests[depth]?.id !== right.nests[depth]?.id) break;
    depth++;
  }
  return left.nests.slice(0, depth);
}

export function openAt(basePipeline: BasePipeline, slot: Slot): readonly Nest[] {
  const index = Math.floor(slot / 3);
  if (slot % 3 === 1) return basePipeline.steps[index]?.nests ?? [];
  const left = slot % 3 === 0 ? index - 1 : index;
  return openBetween(basePipeline.steps[left], basePipeline.steps[left + 1]);
}

/** Returns the bundle around a slot that does not allow the step `step` between its passes. */
export function closedAt(basePipeline: BasePipeline, slot: Slot, step: Outsider): BundleRef | undefined {
  const index = Math.floor(slot / 3);
  const left = basePipeline.steps[slot % 3 === 0 ? index - 1 : index]?.bundle;
  const right = basePipeline.steps[slot % 3 === 2 ? index + 1 : index]?.bundle;
  if (isClosedBetween(left, right)) return left;
  return basePipeline.selective.excludingAt(slot % 3 === 2 ? index + 1 : index, step);
}

/** Returns whether a step with these managers can be in a slot without splitting a manager of the framework. */
export function fits(basePipeline: BasePipeline, slot: Slot, nests: readonly Nest[]): boolean {
  return staysInside(nests, openAt(basePipeline, slot));
}

export function staysInside(nests: readonly Nest[], open: readonly Nest[]): boolean {
  if (isSameManager(open.at(-1), nests[open.length - 1])) return true;
  return open.every((nest, depth) => nests[depth] === nest || (nest.id !== undefined && nests[depth]?.id === nest.id));
}

/**
 * Returns the nearest slot on each side in which a step with these managers does not split a manager. The slots are next
 * to passes or at the end, because a contributor cannot insert a step before or after an extension point.
 */
export function nearestFits(basePipeline: BasePipeline, slot: Slot, nests: readonly Nest[]): readonly Slot[] {
  const end = 3 * basePipeline.steps.length;
  return [-1, 1].flatMap((step) => {
    for (let at = slot + step; at >= 0 && at <= end; at += step) {
      const isNamed = at === end || stepBeside(basePipeline, at)?.kind === "pass";
      if (isNamed && fits(basePipeline, at, nests)) return [at];
    }
    return [];
  });
}

/** Describes a slot: ``before `cse` ``. */
export function slotText(basePipeline: BasePipeline, slot: Slot): string {
  const index = Math.floor(slot / 3);
  const step = basePipeline.steps[index];
  if (step === undefined) return "at the end of the pipeline";
  return `${slot % 3 === 0 ? "before" : slot % 3 === 1 ? "at" : "after"} \`${step.address}\``;
}

export function splitsGroup({ steps }: Pick<BasePipeline, "steps">, slot: Slot, nests: readonly Nest[]): boolean {
  const right = slot % 3 === 2 ? Math.floor(slot / 3) + 1 : Math.floor(slot / 3);
  const left = slot % 3 === 1 ? right : right - 1;
  const [one, other] = [left, right].map((index) => groupNest(steps[index]?.nests ?? []));
  return one !== undefined && one === other && !nests.includes(one);
}
