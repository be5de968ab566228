export { type BudgetLimits } from "./orders/budget.ts";
export { LATE, type OrderJob, type RunFresh } from "./orders/confirm.ts";
export { freshProcess } from "./orders/fresh-process.ts";
export { type PrecedenceOptions } from "./orders/precedence.ts";
export { assembleRecipe, type Recipe } from "./orders/recipe.ts";
export {
  type InputReport,
  isOrderRelevant,
  type MoveReport,
  type OrderOutput,
  type OrderReport,
  type OrderResult,
  type PairExample,
  type PairReport,
  type VariantReport,
} from "./orders/report.ts";
export { type ReducedRoot, reduceRoot, type ReduceRootOptions } from "./reduce/reduce-root.ts";
export { type OrderInput } from "./orders/run-order.ts";
export { type OrderOptions, tryOrders } from "./orders/try-orders.ts";
export { bisect } from "./bisect/bisect.ts";
export { type BisectAxis, type BisectOptions } from "./bisect/options.ts";
export {
  type BisectReport,
  type CauseContribution,
  type CauseOperation,
  type CauseRewrite,
  type CauseStep,
} from "./bisect/report.ts";
export { type VersionChange, versionChanges } from "./bisect/versions.ts";
export { faults, type FaultTest } from "./fault/faults.ts";
export { type RecipeResult } from "./xray/assemble-tool.ts";
export { findInputs, type FoundInputs } from "./xray/find-inputs.ts";
export { toolOf, type Tool, type ToolConfig } from "./xray/tools.ts";
export { noToolConfig, orderMatters, severalToolConfigs } from "./xray/errors.ts";
export { type Measure } from "./orders/measure-moves.ts";
export { measureWith } from "./xray/measure-with.ts";
export { type TrialOutcome, runTrial, type TrialInput } from "./fault/trial.ts";
export { type RemovableContribution, type ContributionKind } from "./fault/variants.ts";
export { reduce, type ReduceCandidate, type ReduceOptions, type ReduceReport, showsFault } from "./reduce/reduce.ts";
export { type SmallerPipeline } from "./reduce/shrink-pipeline.ts";
export * from "./inputs.ts";
