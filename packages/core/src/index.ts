export { everywhere, type Nesting, parseAnchor } from "./anchor.ts";
export {
  BugError,
  type Diagnostic,
  type DiagnosticFacts,
  diagnosticOf,
  diagnosticThrownBy,
  errorDiagnostic,
  hasErrors,
  invariant,
  messageOf,
  type Note,
  quoted,
  type Result,
  type Severity,
  type SourceLocation,
  UsageError,
  wholeMessage,
} from "./diagnostic.ts";
export {
  CONTROL_CHARACTERS,
  escapeControlCharacters,
  escapeData,
  escapeSourceLine,
  hasControlCharacters,
} from "./control-characters.ts";
export { isPromise, isRefusedPromise } from "./run/is-promise.ts";
export { problemOfFunction, readArgument, refuseControlCharacters } from "./check-definition.ts";
export { renderDiagnostic } from "./render-diagnostic.ts";
export { isPlainObject } from "./options/option-value.ts";
export { isTable } from "./table.ts";
export { declarationRequirements, each, groupRequirements, mustBeSynchronous } from "./declaration-requirements.ts";
export {
  keyPath,
  mustBe,
  mustBeFlag,
  mustBeFunction,
  mustBeList,
  mustBeListOf,
  mustBeOneOf,
  mustBeString,
  mustBeTable,
  mustBeTableOf,
  mustBeText,
  mustHave,
  mustHaveOnly,
  type Requirement,
  type Requirements,
  satisfies,
  shown,
} from "./requirement.ts";
export { describeThrown, isThrown, readThrown, stackOf } from "./thrown.ts";
export { locate } from "./source.ts";
export {
  type BinaryForm,
  type ByteForm,
  type IrAdapter,
  type IrAttributes,
  type IrBinary,
  type IrDependencies,
  type IrMaps,
  type MappedText,
  type MapTarget,
  type IrBytes,
  type IrCopies,
  type IrNormalization,
  type IrDialects,
  type IrEdits,
  type IrLoading,
  type IrParents,
  type IrPlaces,
  type IrReduction,
  type IrStructure,
  type IrText,
  type IrTransfer,
  type IrVerification,
  type OperationName,
  type ParseOptions,
  type ParseResult,
  type PrintOptions,
  type ReducibleParts,
} from "./ir-adapter.ts";
export {
  type ArrivedOperations,
  type ArrivedText,
  type CutText,
  type OperationTransfer,
  type PackedOperations,
  type Returned,
  type SentOperations,
  type TextAnswer,
  type TextToCut,
  type TextTransfer,
} from "./ir-transfer.ts";
export {
  type JsonSchema,
  type OptionProblem,
  type OptionsInput,
  type OptionSpec,
  type OptionSpecs,
  type OptionValue,
  type ReadPipeline,
  type OptionValues,
  type ScalarSpec,
  type ValuesOf,
} from "./options/option-spec.ts";
export {
  bool,
  float,
  int,
  type IntLimits,
  type IntType,
  oneOf,
  optional,
  pipeline,
  pipelineText,
  string,
} from "./options/option-kinds.ts";
export { anyOf, record, type RecordValue } from "./options/any-of.ts";
export { code, codeText, type CodeValue, isCode } from "./options/code-value.ts";
export { list } from "./options/option-list.ts";
export { givenOptions, optionTable } from "./options/option-table.ts";
export { findBadSpec, type OptionsResult, parseOptions, takeOptions } from "./options/options.ts";
export { printOptionData, printOptions } from "./options/print-options.ts";
export { type OptionDataResult, optionProblems, parseOptionData, takeOptionData } from "./options/option-data.ts";
export { Counter } from "./statistics.ts";
export { type PassDeclaration, type PassReads } from "./pass-declaration.ts";
export {
  type Action,
  type ApplyRewrite,
  type BatchContext,
  type BatchDefinition,
  type GroupContext,
  type GroupDefinition,
  type GroupMember,
  type InitializeContext,
  isPassDefinition,
  type JumpRequest,
  OpPassManager,
  type Pass,
  type PassBatch,
  type PassBody,
  type PassContext,
  type PassDefinition,
  type PipelineElement,
  type PipelineResult,
  type Rewrite,
  type SpokenRest,
  type TextContext,
} from "./pass.ts";
export {
  defineConversion,
  type ConversionCode,
  type ConversionDefinition,
  type ConvertedIr,
} from "./define-conversion.ts";
export { defineAnalysis } from "./define-analysis.ts";
export { defineBatch } from "./define-batch.ts";
export { defineGroup } from "./define-group.ts";
export { definePass, type MemberCode, type PassCode } from "./define-pass.ts";
export { type GroupDeclaration, groupIn, groupText } from "./group-declaration.ts";
export { type Analysis, type AnalysisContext, type AnalysisDefinition, type PreservedAnalyses } from "./analysis.ts";
export {
  type InstrumentedManager,
  type InstrumentedPass,
  type InstrumentedRun,
  type Instrumentation,
} from "./instrumentation.ts";
export { NestedExecutor } from "./nested-executor.ts";
export { type NoPromise } from "./no-promise.ts";
export { type NestedItem, type NestedOutcome, type NestedWork } from "./nested-work.ts";
export { collectNested } from "./run/collect-nested.ts";
export { passesFilters } from "./run/program.ts";
export { GROUP_MEMBER } from "./run/group-pass.ts";
export { ABSENT_OPERATIONS, isReportedIfIdle, type Search, searchOf, skipSearchOf } from "./run/works-on.ts";
export { followAdapter } from "./run/follow-adapter.ts";
export { isValueProperty } from "./run/kept-values.ts";
export { defineValue } from "./define-value.ts";
export { RunValues } from "./run/run-values.ts";
export {
  type TypeOfValue,
  type Value,
  type ValueAccess,
  type ValueDefinition,
  type ValuesIn,
  type ValueTable,
} from "./value.ts";
export { PassNames } from "./run/pass-names.ts";
export {
  PassManager,
  type PassManagerOptions,
  type RunOptions,
  type ManagerRunResult,
  type RunResult,
  type RunSignal,
} from "./pass-manager.ts";
export { type OpenRun, openRun } from "./run/open-run.ts";
export { type PassAtWork, type SiblingOrder } from "./run/runner.ts";
export { type MergedElement, type MergedPipeline, mergePipeline } from "./run/merged-pipeline.ts";
export { type OpPlace, type PassFailure } from "./run/run-errors.ts";
export {
  type DeclaredElement,
  type NamedPipeline,
  type Owner,
  ownerText,
  type PassLookup,
  type Registered,
} from "./registered.ts";
export { PassRegistry, type RegistryGroup } from "./registry.ts";
export { type JsonReplacer, jsonText } from "./json-text.ts";
export { isElementName } from "./element-name.ts";
export { didYouMean, suggest, unknownName } from "./suggest.ts";
export {
  addNamedPipeline,
  addRegistered,
  addToPipeline,
  parsePipeline,
  readPipelinesWith,
  refusedOptions,
} from "./text/build-pipeline.ts";
export {
  DEEPEST_NESTING,
  locateElement,
  parsePipelineText,
  type PipelineParseResult,
  type PipelineSyntax,
  type PipelineText,
} from "./text/pipeline-syntax.ts";
export { printPipeline, printPipelinePretty } from "./text/print-pipeline.ts";
export { type TextInput, type TextRunOptions, type TextRunResult } from "./run/text-run.ts";
