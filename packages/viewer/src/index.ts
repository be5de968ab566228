export {
  type OrderOutput,
  type PropertyRole,
  RECORDING_VERSION,
  type RecordedOrders,
  type RecordedPipeline,
  type RecordedProperty,
  type RecordedRule,
  type RecordedRun,
  type RecordedStep,
  type RecordedVisit,
  type Recording,
  type Switch,
  type Variant,
  type WhatIf,
} from "./recording/recording.ts";
export { type Edit } from "./recording/edits.ts";
export { type RecordedSnapshot, SnapshotReader, SnapshotStore } from "./recording/snapshots.ts";
export {
  type LineEdit,
  linesOf,
  type RecordedText,
  type RecordedTexts,
  TextReader,
  TextStore,
} from "./recording/texts.ts";
export { htmlOf, type HtmlSettings } from "./html.ts";
export { recordPlan } from "./recording/record-plan.ts";
export { type RecordedInput, Recorder, recordRun, type RunFacts } from "./recording/record-run.ts";
export { type RecordedManager, RunRecorder } from "./recording/run-recorder.ts";
