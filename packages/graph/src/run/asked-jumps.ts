import type { Diagnostic, IrAdapter, JumpRequest, RunOptions } from "@passwright/core";
import * as errors from "./run-errors.ts";

/** The attribute with which the RFC's passes request a jump, on the root operation of the graph. */
export const JUMP_ATTRIBUTE = "pipeline.jump_target";

/** Jumps that the passes of one pipeline request, by call or with the attribute. */
export class AskedJumps {
  #asked: errors.Asked[] = [];
  #left: (readonly [root: object, ir: IrAdapter<object>])[] = [];

  /** For the run of the pipeline. */
  readonly hooks: Required<Pick<RunOptions, "onJump" | "onLeave">> = {
    onJump: ({ target, reason, pass }: JumpRequest) =>
      void this.#asked.push({ target, reason, by: `pass \`${pass}\`` }),
    onLeave: (root, ir) => void this.#left.push([root, ir]),
  };

  /** Returns and clears the jumps at the end of the pipeline, which left `root`. */
  take<Op extends object>(root: Op, ir: IrAdapter<Op>): readonly errors.Asked[] {
    // Passes before a conversion set the attribute on the root that the conversion replaced.
    for (const [old, itsIr] of this.#left) this.#add(takeAttribute(old, itsIr));
    this.#add(takeAttribute(root, ir));
    const asked = this.#asked;
    this.#asked = [];
    this.#left = [];
    return asked;
  }

  #add(target: string | undefined): void {
    if (target !== undefined) this.#asked.push({ target, reason: undefined, by: `attribute \`${JUMP_ATTRIBUTE}\`` });
  }
}

/** Removes the attribute from a root, and returns its value. */
export function takeAttribute<Op extends object>(root: Op, ir: IrAdapter<Op>): string | undefined {
  return ir.takeAttribute?.(root, JUMP_ATTRIBUTE);
}

/** Returns why jumps make the run fail, whatever their bounds: the pipeline has to declare them, and they have to agree. */
export function refuseJumps(
  pipeline: string,
  all: readonly errors.Asked[],
  declared: readonly string[],
): Diagnostic | undefined {
  const [asked] = all;
  if (asked === undefined) return undefined;
  if (all.some(({ target }) => target !== asked.target)) return errors.severalTargets(pipeline, all);
  if (!declared.includes(asked.target)) return errors.undeclaredTarget(pipeline, asked, declared);
  return asked.target === "fail" ? errors.failTarget(pipeline, asked) : undefined;
}
