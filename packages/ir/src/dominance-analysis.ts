import { defineAnalysis } from "@passwright/core";
import type { Analysis } from "@passwright/core";
import { DominanceInfo } from "./dominance.ts";
import type { Operation } from "./handles.ts";

/**
 * Analysis through which passes share a {@link DominanceInfo}. The analysis becomes invalid if blocks are added or
 * erased, if successors change, or if operations with regions are erased. Passes that do not make these changes can
 * declare the analysis as preserved.
 */
export const dominance: Analysis<Operation, DominanceInfo> = defineAnalysis({
  name: "@passwright/ir/DominanceInfo",
  displayName: "DominanceInfo",
  summary: "Which blocks, operations and values come before which on every way",
  compute: (op: Operation) => new DominanceInfo(op),
});
