export { type CallSite } from "./call-site.ts";
export { type CataloguedPass, PassCatalogue } from "./catalogue.ts";
export { type Contribution } from "./contribution.ts";
export { diffPlans, type PlanDifference } from "./diff-plans.ts";
export { type Origin, originText } from "./origin.ts";
export { type Party, type SourceOf } from "./party.ts";
export {
  type BuilderOptions,
  type DataInsertion,
  type DataRule,
  type Insertion,
  type InsertSettings,
  PassManagerBuilder,
  type PassReference,
  type StepSettings,
} from "./pass-manager-builder.ts";
export { hasType, PassType, type PassTypeName } from "./pass-type.ts";
export { type OnMissing, type Place, placeText, type Which } from "./place.ts";
export { type Plan, type PlanStep } from "./plan.ts";
export { toPassManager } from "./plan-to-manager.ts";
export { printPlan } from "./print-plan.ts";
export { resolve, type Resolution, type ResolveInput } from "./resolve/resolve.ts";
export { type Relation, type Rule, ruleText, type Selector, selectorText } from "./rule.ts";
export { ofType, type RuleBuilder, type RuleReason, type RuleTarget, type RuleVerbs } from "./rule-builder.ts";
export { Spine } from "./spine.ts";
export { type Nest, type Step, type StepOptions } from "./step.ts";
