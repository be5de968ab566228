export { currentFolder, environmentVariable, loadModule } from "./adapted/load-module.ts";
export { passNameOf, passNames } from "./adapted/pass-names.ts";
export { refuse } from "./adapted/refuse.ts";
export { API_VERSION } from "./api-version.ts";
export { assemble } from "./assemble.ts";
export { type AssembleOptions } from "./assemble-options.ts";
export { type BundleInsertionData, type InsertionData, type RuleData } from "./contributions/data.ts";
export {
  type Assembly,
  type AsyncRunSettings,
  type LegalPositions,
  type ParseResult,
  type RunOutcome,
  type RunSettings,
  type StepExplanation,
} from "./assembly.ts";
export { type IrOfSlice } from "./stages/realize.ts";
export { type SlicedPlan } from "./stages/slice.ts";
export { type AssembleChange } from "./change.ts";
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
export {
  type AnyOpOf,
  type HooksOf,
  type LevelOf,
  type OpOf,
  type PointOf,
  type ResultOf,
  type TargetOf,
} from "./framework-types.ts";
export {
  type AnyConversion,
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
export { defineIr, type Ir, type IrInput, type ListKey, type NodesOf, type Position } from "./ir/define-ir.ts";
export {
  type DefinedPlugin,
  definePlugin,
  definePluginFor,
  isPlugin,
  type Plugin,
  type PluginBuilder,
  type PluginEnvironment,
} from "./define/define-plugin.ts";
export {
  type AsyncCallable,
  type AsyncHookKind,
  asyncParallelHook,
  asyncSeriesBailHook,
  asyncSeriesHook,
  asyncSeriesWaterfallHook,
  type AsyncTappable,
  type Callable,
  type CallableHooks,
  type HookDeclaration,
  type HookDeclarations,
  type HookInterceptor,
  type HookKind,
  syncBailHook,
  syncHook,
  type SyncHookKind,
  syncWaterfallHook,
  type Tappable,
  type TappableHooks,
  type TapOptions,
  type Taps,
} from "./hooks/declarations.ts";
export { type ConfigSummary, type PackageSummary, type SessionHooks } from "./hooks/session-hooks.ts";
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
  float,
  type GroupContext,
  type GroupDeclaration,
  type GroupDefinition,
  type GroupMember,
  int,
  type Instrumentation,
  type IrAdapter,
  list,
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
  renderDiagnostic,
  type ScalarSpec,
  string,
  UsageError,
  type ValuesOf,
} from "@passwright/core";
