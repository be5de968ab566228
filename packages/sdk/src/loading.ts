/* Exports that only the loader uses: schemas of data, and the input of an assembly. */

export * from "./activity.ts";
export { causeOf, keepCause, thrownText } from "./cause.ts";
export { Assembly } from "./assembly.ts";
export { type AssemblyState, type Planned } from "./stages/state.ts";
export * from "./contributions/checked.ts";
export { type BundleInsertionData } from "./contributions/data.ts";
export { insertion, rule } from "./contributions/contribution-schema.ts";
export * from "./contributions/graph-schema.ts";
export * from "./contributions/option-schema.ts";
export { type OverrideData } from "./contributions/override-schema.ts";
export * from "./contributions/pipeline-schema.ts";
export { contributionKeys, guard, property } from "./contributions/schema.ts";
export { joinContributions, noContributions, pluginData, readPluginContributions } from "./contributions/read.ts";
export { DataCheck } from "./data/check.ts";
export { badOptionTable, declaredTwice, syntaxError, tooLarge, unreadableText } from "./data/errors.ts";
export { type Keys, map, type MapShape, variants } from "./data/map-shape.ts";
export * from "./data/node.ts";
export { placeIn, placesInText, shortened } from "./data/places.ts";
export * from "./data/shape.ts";
export { adapterComplaints, frameworkComplaints, pluginComplaints } from "./define/check-shape.ts";
export { blameBundles } from "./stages/blame-bundles.ts";
export { openGraph } from "./stages/assembly-graph.ts";
export * from "./idle/idle-reports.ts";
export { type Idle, IdleWatch } from "./idle/idle-watch.ts";
export { HOOK_KINDS, type DeclaredTap, type TapSummary } from "./hooks/hook-types.ts";
export { HookSet } from "./hooks/hook-set.ts";
export { openHook } from "./hooks/open-hook.ts";
export { type Manifest } from "./manifest.ts";
export { blamed } from "./stages/errors.ts";
export { type NamedObject, ObjectSnapshot, watchBuiltIns } from "./stages/object-snapshot.ts";
export { areLockedAlike, describeLocks, type LockData, lockText } from "./explain/lock.ts";
export { withOrders } from "./explain/kept-orders.ts";
export {
  badOptions,
  badShape,
  changedBuiltIns,
  codeError,
  DEFINE,
  howToFix,
  howToFixThrown,
} from "./stages/code-errors.ts";
export { ownerOf } from "./stages/declare.ts";
export { anchorOf, dataPipelines, passesOf, pipelinesOf, pointsOf } from "./stages/data-pipeline.ts";
export * from "./stages/input.ts";
export { leaveOut, type LeavingOut, type LeftOutPlugin, withoutLeftOut } from "./stages/leave-out.ts";
export {
  type IrOfSlice,
  type ManagerResult,
  type PipelineOfSlice,
  type ScheduleResult,
  type SlicedPlan,
} from "./stages/realize.ts";
export { eachTap } from "./stages/set-up.ts";
export { type Work } from "./stages/work.ts";
export { type CodeToRun, runCode } from "./stages/run-code.ts";
export { afterRun, beforeRun, isRunWatched } from "./stages/run.ts";
export { assembleInput, checkNeedsOf, resolveAll, type Survey as BaseSurvey, surveyInput } from "./stages/stages.ts";
export { unknownPluginToLeaveOut } from "./usage-errors.ts";
