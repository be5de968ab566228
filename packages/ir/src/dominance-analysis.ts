import { defineAnalysis } from "@passwright/core";
import type { Analysis } from "@passwright/core";
import { DominanceInfo } from "./dominance.ts";
import type { Operation } from "./handles.ts";

/**
 * Analysis through which passes share a {@link DominanceInfo}. The analysis is valid while no block is added or erased
 * and no successor changes. Passes without such changes mark the analysis as preserved. Erasing operations with regions
 * invalidates the analysis.
 */
export const dominance: Analysis<Operation, DominanceInfo> = defineAnalysis({
  name: "@passwright/ir/DominanceInfo",
  displayName: "DominanceInfo",
  summary: "Which blocks, operations and values come before which on every way",
  compute: (op: Operation) => new DominanceInfo(op),
});
