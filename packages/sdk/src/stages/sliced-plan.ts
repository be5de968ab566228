import type { Plan } from "@passwright/builder";
import type { Diagnostic, Result } from "@passwright/core";
import type { IrOfSlice, PipelineOfSlice } from "./realize.ts";

/** Plan of a slice, or the errors. */
export type SlicedPlan = Result<{
  readonly plan: Plan;
  readonly pipeline?: PipelineOfSlice;
  /** IR of the slice. Present if the slice starts after a conversion. */
  readonly ir?: IrOfSlice;
  /** One remark for each property that the input of the slice must have. */
  readonly diagnostics: readonly Diagnostic[];
}>;
