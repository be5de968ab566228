import {
  describeThrown,
  diagnosticOf,
  errorDiagnostic,
  readPipelinesWith,
  refusedOptions,
  takeOptionData,
  takeOptions,
} from "@passwright/core";
import type { Diagnostic, OptionProblem, OptionValues, PassDefinition, PassLookup } from "@passwright/core";
import { specsOf } from "../catalogue.ts";
import type { PassCatalogue, CataloguedPass } from "../catalogue.ts";
import { lookupIn } from "../catalogue-lookup.ts";
import type { OtherNames } from "../catalogue-lookup.ts";
import type { ByTarget, OptionSetting } from "../contributions/edit.ts";
import { inContributorOrder } from "../contributions/contributor.ts";
import { badOptions, undeclared } from "../errors/steps.ts";
import type { NamedStep } from "../errors/steps.ts";
import { overridesWith } from "../resolve/apply-edits.ts";
import type { ResolveInput } from "../resolve/resolve-input.ts";
import type { StepOptions } from "../steps/step.ts";
import type { Plan } from "./plan.ts";

export interface RequestedStep extends NamedStep {
  readonly options: StepOptions;
}

function checkOptions<Op extends object>(
  steps: readonly RequestedStep[],
  catalogue: PassCatalogue<Op>,
  names: OtherNames,
): readonly Diagnostic[] {
  const lookup = lookupIn(catalogue, names);
  const found = new Map<string, Diagnostic>();
  for (const step of steps) {
    const known = catalogue.find(step.pass);
    const hasOptions = known?.definition?.checkOptions !== undefined || Object.keys(step.options).length > 0;
    const wrong = hasOptions ? problemWith(known, step.options, lookup) : undefined;
    if (wrong === undefined) continue;
    const problem = badOptions(step, wrong, specsOf(known));
    const { at, message } = problem;
    found.set(JSON.stringify([message, at, step.origin]), problem);
  }
  return [...found.values()];
}

export function checkDeclared<Op extends object>(
  steps: Iterable<NamedStep>,
  catalogue: PassCatalogue<Op>,
): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const step of steps) {
    const { pass } = step;
    if (catalogue.find(pass) === undefined && !found.has(pass))
      found.set(pass, undeclared(step, catalogue.suggest(pass)));
  }
  return [...found.values()];
}

/** Splits a step into one entry for each contributor or override that set options, with their origins. */
function bySetter(step: RequestedStep, settings: ByTarget<OptionSetting>): readonly RequestedStep[] {
  const { pass: name, address = name, options } = step;
  const sets = settings.of({ address, name });
  if (sets.length === 0) return [step];
  const own = Object.entries(options).filter(([key]) => !sets.some((set) => Object.hasOwn(set.options, key)));
  return [{ ...step, options: Object.fromEntries(own) }, ...sets.map((set) => ({ ...step, ...set, address }))];
}

function stepsOf({ basePipeline, contributions }: ResolveInput, plan: Plan | undefined): readonly RequestedStep[] {
  if (plan !== undefined) return plan.steps.filter(({ kind }) => kind === "pass");
  const framework = basePipeline.steps.filter(({ kind }) => kind === "pass");
  return [
    ...framework.map(({ name: pass, address, options, origin }) => ({ pass, address, options, origin })),
    ...inContributorOrder(contributions).map(({ pass, address, options, origin }) => {
      return { pass: pass.name, address, options, origin };
    }),
  ];
}

/** Checks the options of the steps of a plan, or of all requested steps, and that passes are declared. */
export function checkSteps<Op extends object>(
  input: ResolveInput,
  plan: Plan | undefined,
  unplaced: readonly RequestedStep[],
  catalogue: PassCatalogue<Op>,
  settings: OtherNames,
): readonly Diagnostic[] {
  const { overrides = [] } = input;
  const steps = stepsOf(input, plan);
  const external = new Set(settings.externalPasses);
  const declared = settings.mustBeDeclared === true ? steps.filter(({ pass }) => !external.has(pass)) : [];
  const options = overridesWith(overrides, "set");
  // Fast path: overrides with options are rare, and there can be thousands of steps.
  const set = options.isEmpty ? steps : steps.flatMap((step) => bySetter(step, options));
  return [...checkDeclared(declared, catalogue), ...checkOptions(set.concat(unplaced), catalogue, settings)];
}

/** Options of a pass, or a problem. `refusal` is the diagnostic if `checkOptions` refused the options. */
type TakenOptions =
  | { readonly ok: true; readonly options: OptionValues }
  | { readonly ok: false; readonly problem: OptionProblem; readonly refusal?: Diagnostic };

/**
 * Converts options from data to the typed values that a pass receives. Applies the same checks as the parser of textual
 * pipelines: calls `checkOptions` of the pass. If an option is a pipeline, refuses names of passes that `lookup` does
 * not find.
 */
export function optionsFor<Op extends object>(
  definition: PassDefinition<Op>,
  options: StepOptions,
  lookup: PassLookup<Op>,
): TakenOptions {
  const taken = takeOptions(definition.options, options, readPipelinesWith(lookup));
  if (!taken.ok || definition.checkOptions === undefined) return taken;
  const refusal = refusalOf(definition, taken.options, lookup);
  if (refusal === undefined) return taken;
  return { ok: false, problem: { option: "", message: refusal.message, isUnknown: false }, refusal };
}

function refusalOf<Op extends object>(
  definition: PassDefinition<Op>,
  options: OptionValues,
  lookup: PassLookup<Op>,
): Diagnostic | undefined {
  try {
    return refusedOptions(definition, options, lookup);
  } catch (thrown) {
    const message = `\`checkOptions\` threw an exception: ${describeThrown(thrown)}`;
    const help = "report the problem to the author of the pass";
    return diagnosticOf(thrown) ?? errorDiagnostic("PWC0213", message, help);
  }
}

/** Returns the problem with options. Without declared options, accepts all that a textual pipeline can represent. */
function problemWith<Op extends object>(
  known: CataloguedPass<Op> | undefined,
  options: StepOptions,
  lookup: PassLookup<Op>,
): Extract<TakenOptions, { readonly ok: false }> | undefined {
  const definition = known?.definition;
  const taken =
    definition === undefined
      ? takeOptionData(specsOf(known), options, readPipelinesWith(lookup))
      : optionsFor(definition, options, lookup);
  return taken.ok ? undefined : taken;
}
