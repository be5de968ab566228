import { CODE, codeOf } from "./code.ts";
import type { Defined } from "./code.ts";
import type { BatchDefinition, OpPassManager } from "./pass.ts";
import { batchSteps } from "./run/batch.ts";
import { runOnText } from "./run/text-run.ts";

interface BatchCode {
  readonly batchSteps: typeof batchSteps;
  readonly runOnText: typeof runOnText;
}

/**
 * Defines a batch, which runs several passes in one call. Passes share a batch if the property `batch` of their bodies
 * contains the same object. Adds a property to `definition` and returns `definition`, which can be an instance of a
 * class.
 */
export function defineBatch<Batch extends BatchDefinition<never>>(definition: Batch): Batch & Defined {
  const code: BatchCode = { batchSteps, runOnText };
  return Object.assign(definition, { [CODE]: code });
}

/** Returns the code for the batches of a pipeline. Returns `undefined` if no pass in the pipeline has a batch. */
export function batchCodeIn<Op extends object>(manager: OpPassManager<Op>): BatchCode | undefined {
  let code: BatchCode | undefined;
  manager.forEachPass(({ body }) => (code ??= codeOf<BatchCode>(body.batch)));
  return code;
}
