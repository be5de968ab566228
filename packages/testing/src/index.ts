export { describePlugin, type Runner } from "./conformance/describe-plugin.ts";
export { type Input } from "./conformance/protocol.ts";
export { type Check, type CheckOutcome, checks, type PluginReport, printReport } from "./conformance/report.ts";
export { type Support } from "./conformance/support.ts";
export { testPlugin, type TestPluginOptions } from "./conformance/test-plugin.ts";
export { type IrWindow } from "./conformance/window.ts";
export { checkFile, type CheckFileOptions } from "./file-check/check-file.ts";
export { describeFiles } from "./file-check/describe-files.ts";
export { type CheckResult, fileCheck, type FileCheckOptions } from "./file-check/file-check.ts";
export {
  type PlanOutcome,
  type PlanPermutations,
  planPermutations,
  printPermutations,
} from "./permutations/plan-permutations.ts";
export { frameworkOf } from "./zoo/framework-of.ts";
export { type Skeleton, type SkeletonStep } from "./zoo/skeleton.ts";
export { skeletons } from "./zoo/skeletons.ts";
export { printTrials, type SkeletonTrial, tryOnSkeletons } from "./zoo/try-on-skeletons.ts";
