import type { Diagnostic, IrAdapter, JumpRequest, RunOptions } from "@passwright/core";
import * as errors from "./run-errors.ts";

/**
 * Attribute with which passes request a jump, as the RFC specifies. Passes set the attribute on the root operation of a
 * graph.
 */
export const JUMP_ATTRIBUTE = "pipeline.jump_target";

/** Jumps that the passes of one pipeline request, either with a function call or with the attribute. */
export class RequestedJumps {
  #requested: errors.RequestedJump[] = [];
  #left: (readonly [root: object, ir: IrAdapter<object>])[] = [];

  /** Callbacks for the run of the pipeline. */
  readonly hooks: Required<Pick<RunOptions, "onJump" | "onLeave">> = {
    onJump: ({ target, reason, pass }: JumpRequest) =>
      void this.#requested.push({ target, reason, by: `pass \`${pass}\`` }),
    onLeave: (root, ir) => void this.#left.push([root, ir]),
  };

  /** Returns and clears the requested jumps. Called at the end of the pipeline with the resulting root. */
  take<Op extends object>(root: Op, ir: IrAdapter<Op>): readonly errors.RequestedJump[] {
    // A pass that ran before a conversion might have set the attribute on the root that the conversion replaced.
    for (const [old, itsIr] of this.#left) this.#add(takeAttribute(old, itsIr));
    this.#add(takeAttribute(root, ir));
    const requested = this.#requested;
    this.#requested = [];
    this.#left = [];
    return requested;
  }

  #add(target: string | undefined): void {
    if (target !== undefined)
      this.#requested.push({ target, reason: undefined, by: `attribute \`${JUMP_ATTRIBUTE}\`` });
  }
}

/** Removes the jump attribute from a root and returns the value of the attribute. */
export function takeAttribute<Op extends object>(root: Op, ir: IrAdapter<Op>): string | undefined {
  return ir.takeAttribute?.(root, JUMP_ATTRIBUTE);
}

/**
 * Returns an error if the requested jumps have different targets, if the pipeline does not declare the target, or if
 * the target is `fail`. These errors do not depend on the limits of jumps.
 */
export function refuseJumps(
  pipeline: errors.JumpingPipeline,
  all: readonly errors.RequestedJump[],
  declared: readonly string[],
): Diagnostic | undefined {
  const [requested] = all;
  if (requested === undefined) return undefined;
  if (all.some(({ target }) => target !== requested.target)) return errors.severalTargets(pipeline, all);
  if (!declared.includes(requested.target)) return errors.undeclaredTarget(pipeline, requested, declared);
  return requested.target === "fail" ? errors.failTarget(pipeline, requested) : undefined;
}
