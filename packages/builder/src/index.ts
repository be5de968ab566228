export { type Insertion } from "./contributions/insertion.ts";
export { type Cleanup } from "./resolve/cleanup.ts";
export { type BundleMember, bundleWithOptions, type PublishedBundle } from "./steps/bundle.ts";
export { type BundleEntry, bundleOfPipeline, pipelineOfBundle } from "./steps/bundle.ts";
export { type CallSite, folderOf } from "./contributions/contributor.ts";
export { type CataloguedPass, type CataloguedPipeline, specsOf, PassCatalogue } from "./catalogue.ts";
export { lookupIn, type OtherNames, registryOf } from "./catalogue-lookup.ts";
export { type Choice, isChosen, optionsTestedIn, watchedChoice, type When, whenText } from "./choice.ts";
export { type Contribution } from "./contributions/contribution.ts";
export { describeDifference, describeOwners } from "./explain/describe-difference.ts";
export { diffLists, diffPlans, type ListDifference, type PlanDifference } from "./explain/describe-difference.ts";
export { type Edit, isOverruled, overrulingsOf, type Override } from "./contributions/edit.ts";
export { rulesThatMoved } from "./resolve/moved-by.ts";
export { type PointSettings } from "./steps/step.ts";
export { frameworkOnly } from "./errors/calls.ts";
export { propertyText } from "./errors/properties.ts";
export { helpOnOption } from "./errors/steps.ts";
export { whereOf } from "./errors/where.ts";
export { type LegalPlaces, legalPlaces, type LegalRange, type WhyNot } from "./explain/legal-places.ts";
export { type Lock, type LockedPlugin, lockOf, sortedOwners } from "./explain/lock.ts";
export { type OrderByName, ordersByName } from "./explain/orders-by-name.ts";
export { type Origin, originText } from "./contributions/origin.ts";
export {
  originHere,
  type ContributorId,
  type Source,
  type SourceOf,
  type SourceOfCode,
} from "./contributions/contributor.ts";
export {
  type BuilderOptions,
  type Built,
  type BundleSettings,
  type DataInsertion,
  type DataRule,
  type InsertSettings,
  type OptionsOf,
  type PassReference,
  type PublishedBundleSettings,
  type ResolveOptions,
  type StepSettings,
} from "./builder-settings.ts";
export { checkBuilderSettings, isAnchor, when as mustBeWhen } from "./check/check-data.ts";
export { PassManagerBuilder } from "./pass-manager-builder.ts";
export { type AnchorFindings, checkAnchors, type IrNames } from "./plan/check-anchors.ts";
export { hasType, PassType, type PassTypeName } from "./steps/pass-type.ts";
export { type OnMissing, type Place, placeText, type Which } from "./contributions/place.ts";
export {
  type Alternative,
  type LeftOut,
  type StepIr,
  type Overridden,
  type Plan,
  type PlanNest,
  type PlanStep,
  type Retyped,
  type SelectiveBundle,
} from "./plan/plan.ts";
export {
  planJson,
  type PlanJson,
  type PointJson,
  stepJson,
  type StepJson,
  stepsJson,
  type StepsJson,
} from "./plan/plan-json.ts";
export { type CheckProperty, PropertyChecker } from "./properties/property-checker.ts";
export { type Fact, type FlowStep, keeps, PropertyFlow } from "./properties/property-flow.ts";
export { pushTo } from "./maps.ts";
export { type Guard, isFragile, type Properties, type Property } from "./properties/property.ts";
export { toPassManager } from "./plan/plan-to-manager.ts";
export { type AssumedProperty, type Slice, slicePlan, type SliceResult } from "./plan/slice-plan.ts";
export { printOptions, printPlan } from "./plan/print-plan.ts";
export { resolve, type Resolution, withoutContributor } from "./resolve/resolve.ts";
export { type ResolveInput } from "./resolve/resolve-input.ts";
export { SmallestFirst } from "./resolve/smallest-first.ts";
export { stronglyConnected } from "./resolve/strongly-connected.ts";
export { type Relation, type Rule, ruleText, type Selector } from "./rules/rule.ts";
export { ofType, type RuleBuilder, type RuleReason, type RuleTarget, type RuleVerbs } from "./rules/rule-builder.ts";
export { type Groups, managersOf } from "./steps/groups.ts";
export { BasePipeline } from "./steps/base-pipeline.ts";
export { type DraftStep } from "./steps/step-list.ts";
export { type BundleKind, type BundleRef, type Nest, type Step, type StepOptions } from "./steps/step.ts";
