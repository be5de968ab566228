import { type Diagnostic, takeOptions } from "@passwright/core";
import { type CataloguedPass, type PassCatalogue } from "../catalogue.ts";
import { badOptions, type NamedStep, undeclared } from "../errors/steps.ts";
import { type StepOptions } from "../steps/step.ts";

/** A step that somebody asked for, with its options. */
export interface AskedStep extends NamedStep {
  readonly options: StepOptions;
}

/** What is wrong with the options of a step: nothing can be said of a pass that shows neither code nor options. */
export function optionProblem<Op extends object>(
  step: AskedStep,
  known: CataloguedPass<Op> | undefined,
): Diagnostic | undefined {
  // Most steps have none.
  if (known === undefined || Object.keys(step.options).length === 0) return undefined;
  const { definition, declaredOptions } = known;
  if (definition === undefined) {
    const found = declaredOptions?.problemsOf(step.options)[0];
    return found && badOptions(step, found.message, declaredOptions?.names ?? [], found.unknown);
  }
  const taken = takeOptions(definition.options, step.options);
  if (taken.ok) return undefined;
  const { message, option, isUnknown } = taken.problem;
  return badOptions(step, message, Object.keys(definition.options).sort(), isUnknown ? option : undefined);
}

/** Options that passes have not or cannot have, each told once. */
export function checkOptions<Op extends object>(
  steps: Iterable<AskedStep>,
  catalogue: PassCatalogue<Op>,
): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const step of steps) {
    const problem = optionProblem(step, catalogue.find(step.pass));
    if (problem === undefined) continue;
    const { at, message } = problem;
    const key = JSON.stringify([message, at, step.origin]);
    if (!found.has(key)) found.set(key, problem);
  }
  return [...found.values()];
}

/** Steps of passes that nobody declares, each name told once. */
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
