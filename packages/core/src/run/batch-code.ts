import { codeOf } from "../code.ts";
import type { BatchCode } from "../define-batch.ts";
import type { OpPassManager } from "../pass.ts";

/** Returns the code for the batches of a pipeline. Returns `undefined` if no pass in the pipeline has a batch. */
export function batchCodeIn<Op extends object>(manager: OpPassManager<Op>): BatchCode | undefined {
  let code: BatchCode | undefined;
  manager.forEachPass(({ body }) => (code ??= codeOf<BatchCode>(body.batch)));
  return code;
}
