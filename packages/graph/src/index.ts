export { EMPTY } from "./register/graph-state.ts";
export { drawDot } from "./draw/dot.ts";
export { drawMermaid } from "./draw/mermaid.ts";
export { choiceText, type Contents, drawText, jumpText } from "./draw/text.ts";
export { PipelineGraph, type Populate, type Registration, type ScheduleResult } from "./pipeline-graph.ts";
export { describeGraphDifference } from "./explain/describe-graph-difference.ts";
export { type GraphLock, graphLockOf } from "./explain/graph-lock.ts";
export {
  allPipelines,
  type GraphPlan,
  type PlannedBranch,
  type PlannedChoice,
  type PlannedJump,
  type PlannedPipeline,
} from "./plan/graph-plan.ts";
export { graphJson, type GraphJson, type LevelJson, type PipelineJson } from "./plan/graph-json.ts";
export { Edges } from "./order/edges.ts";
export { orderNumbers } from "./order/order-numbers.ts";
export { type OpenPipeline } from "./plan/open-pipelines.ts";
export { PlannedGraph, type PlanResult } from "./plan/plan-graph.ts";
export { type Branch, type ChoiceSettings } from "./register/choice.ts";
export { type PlanOptions } from "./properties/check-paths.ts";
export { type PipelineGraphOptions, type Registrations } from "./register/graph-state.ts";
export {
  DEFAULT_MAX_JUMPS,
  type JumpSettings,
  type JumpTarget,
  type OnLimit,
  type OnNoProgress,
  type PipelineEdges,
} from "./register/pipeline.ts";
export { JUMP_ATTRIBUTE } from "./run/requested-jumps.ts";
export { type MadeSchedule } from "./run/make-schedule.ts";
export { PipelineSchedule, type ScheduledPipeline, type ScheduleRunOptions } from "./run/pipeline-schedule.ts";
export { printTrace, type ScheduleRunResult, type TraceEvent } from "./run/trace.ts";
