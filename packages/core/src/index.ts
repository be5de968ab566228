export { everywhere, type Nesting, parseAnchor } from "./anchor.ts";
export * from "./diagnostic.ts";
export * from "./control-characters.ts";
export { isPromise, isRefusedPromise } from "./run/is-promise.ts";
export * from "./check-definition.ts";
export { renderDiagnostic } from "./render-diagnostic.ts";
export { isPlainObject } from "./options/option-value.ts";
export { isTable } from "./table.ts";
export { declarationRequirements, each, groupRequirements, mustBeSynchronous } from "./declaration-requirements.ts";
export * from "./requirement.ts";
export { describeThrown, isThrown, readThrown, stackOf } from "./thrown.ts";
export { locate } from "./source.ts";
export type * from "./ir-adapter.ts";
export type * from "./ir-transfer.ts";
export type * from "./options/option-spec.ts";
export * from "./options/option-kinds.ts";
export { anyOf, record, type RecordValue } from "./options/any-of.ts";
export { code, codeText, type CodeValue, isCode } from "./options/code-value.ts";
export { list } from "./options/option-list.ts";
export { givenOptions, optionTable } from "./options/option-table.ts";
export { findBadSpec, type OptionsResult, parseOptions, takeOptions } from "./options/options.ts";
export { printOptionData, printOptions } from "./options/print-options.ts";
export { type OptionDataResult, optionProblems, parseOptionData, takeOptionData } from "./options/option-data.ts";
export { Counter } from "./statistics.ts";
export { type PassDeclaration, type PassReads } from "./pass-declaration.ts";
export * from "./pass.ts";
export * from "./define-conversion.ts";
export { defineAnalysis } from "./define-analysis.ts";
export { defineBatch } from "./define-batch.ts";
export { defineGroup } from "./define-group.ts";
export { definePass, type MemberCode, type PassCode } from "./define-pass.ts";
export { type GroupDeclaration, groupIn, groupText } from "./group-declaration.ts";
export { type Analysis, type AnalysisContext, type AnalysisDefinition, type PreservedAnalyses } from "./analysis.ts";
export type * from "./instrumentation.ts";
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
export type * from "./value.ts";
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
export * from "./registered.ts";
export { PassRegistry, type RegistryGroup } from "./registry.ts";
export { type JsonReplacer, jsonText } from "./json-text.ts";
export { isElementName } from "./element-name.ts";
export { didYouMean, suggest, unknownName } from "./suggest.ts";
export * from "./text/build-pipeline.ts";
export * from "./text/pipeline-syntax.ts";
export { printPipeline, printPipelinePretty } from "./text/print-pipeline.ts";
export { type TextInput, type TextRunOptions, type TextRunResult } from "./run/text-run.ts";
