export { checkSettings, refuse } from "./adapted/pass-settings.ts";
export { browserslistFiles } from "./adapted/browserslist.ts";
export { currentFolder, environmentVariable, loadModule } from "./adapted/load-module.ts";
export { passNameOf, passNames } from "./adapted/pass-settings.ts";
export { type AdaptedPassSettings, checkPassSettings } from "./adapted/pass-settings.ts";
export { optionOfChoice } from "./define/option-of-choice.ts";
export { API_VERSION } from "./api-version.ts";
export { assemble } from "./assemble.ts";
export { type AssembleOptions } from "./assemble-options.ts";
export { type BundleInsertionData, type InsertionData, type RuleData } from "./contributions/data.ts";
export * from "./assembly.ts";
export { explain, ordersByName, type StepExplanation } from "./explain/explain.ts";
export { hasPass, type LegalPositions, positionsFor } from "./explain/legal-positions.ts";
export { diff, type LockData, lockOf } from "./explain/lock.ts";
export { type IrOfSlice, type SlicedPlan } from "./stages/realize.ts";
export { sliceOf } from "./slice/slice.ts";
export { type AssembleChange, assembleWith } from "./assemble.ts";
export {
  type GivenOptions,
  type OnOf,
  type PluginUse,
  type RunsOn,
  type FittingPlugin,
  type InsertionOf,
  type PassInsertion,
  type BundleInsertion,
  type PlaceAt,
} from "./plugin-types.ts";
export type * from "./framework-types.ts";
export {
  type AnyFramework,
  type DefinedFramework,
  defineFramework,
  type ExtensionPoint,
  type Framework,
  type FrameworkEnvironment,
  type FrameworkShape,
  type GraphEnvironment,
  isFramework,
} from "./define/define-framework.ts";
export { defineGraphFramework } from "./define/define-graph-framework.ts";
export { defineIr, type Ir, type IrInput, type ListKey, type NodesOf } from "./ir/define-ir.ts";
export type { Position } from "./ir/position.ts";
export * from "./define/define-plugin.ts";
export * from "./hooks/declarations.ts";
export type {
  AsyncCallable,
  AsyncHookKind,
  AsyncTappable,
  Callable,
  CallableHooks,
  HookDeclaration,
  HookDeclarations,
  HookInterceptor,
  HookKind,
  SyncHookKind,
  Tappable,
  TappableHooks,
  TapOptions,
  Taps,
} from "./hooks/hook-types.ts";
export { type ConfigSummary, type PackageSummary, sessionHooks, type SessionHooks } from "./hooks/session-hooks.ts";
export { type FrameworkPipeline, type Manifest, type OptionSchemas, type ManifestData } from "./manifest.ts";
export {
  type BundleKind,
  type BundleSettings,
  type Choice,
  type Insertion,
  type InsertSettings,
  type OptionsOf,
  ofType,
  type OnMissing,
  PassCatalogue,
  PassManagerBuilder,
  PassType,
  type PassTypeName,
  type Place,
  type Properties,
  type Property,
  type RuleBuilder,
  type Slice,
  type StepSettings,
  type When,
  type Which,
} from "@passwright/builder";
export type {
  Branch,
  ChoiceSettings,
  JumpSettings,
  JumpTarget,
  PipelineEdges,
  PipelineGraph,
  Populate,
  Registration,
} from "@passwright/graph";
export {
  type Analysis,
  anyOf,
  bool,
  code,
  type CodeValue,
  type ConversionDefinition,
  defineAnalysis,
  defineConversion,
  defineGroup,
  definePass,
  defineValue,
  type Diagnostic,
  diagnosticOf,
  float,
  type GroupContext,
  type GroupDeclaration,
  type GroupDefinition,
  type GroupMember,
  int,
  type Instrumentation,
  type IrAdapter,
  list,
  mustBe,
  type NamedPipeline,
  oneOf,
  optional,
  type OperationName,
  type OptionsInput,
  type OptionSpec,
  type OptionSpecs,
  optionTable,
  OpPassManager,
  type Pass,
  type PassContext,
  type PassDeclaration,
  type PassDefinition,
  type PassReads,
  PassManager,
  pipeline,
  pipelineText,
  record,
  type RecordValue,
  renderDiagnostic,
  type ScalarSpec,
  string,
  UsageError,
  type ValuesOf,
} from "@passwright/core";
