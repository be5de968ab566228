import {
  describeThrown,
  diagnosticOf,
  didYouMean,
  errorDiagnostic as error,
  suggest,
  unknownName,
  UsageError,
} from "@passwright/core";
import type { Diagnostic, OptionProblem, OptionSpecs, SourceLocation } from "@passwright/core";
import { aboutStep, whereOf } from "./where.ts";
import { originText } from "../contributions/origin.ts";
import type { Origin } from "../contributions/origin.ts";

/* Errors PWB0303, PWB0306 and PWB0401 to PWB0404, about steps, their passes, and their options. */

export interface NamedStep {
  readonly pass: string;
  readonly address?: string;
  readonly origin: Origin;
}

export function noCode(step: NamedStep, similar: string | undefined): Diagnostic {
  const help = `add the plugin that provides \`${step.pass}\`, or print the plan for another program with \`--format mlir\``;
  const facts = { ...unknownName(step.pass, similar), notes: [`added by ${originText(step.origin)}`] };
  const message = `pass \`${step.pass}\` cannot run, because its code is missing`;
  return aboutStep("PWB0401", step, message, didYouMean(similar, help), facts);
}

/** PWB0402: a step has invalid options. `specs` are the options that the pass declares, if these options are known. */
export function badOptions(
  step: NamedStep,
  { problem, refusal }: { readonly problem: OptionProblem; readonly refusal?: Diagnostic },
  specs: OptionSpecs | undefined,
): Diagnostic {
  const { notes, help } = helpOnOption(step.pass, problem, specs);
  return aboutStep("PWB0402", step, `options of \`${step.pass}\`: ${problem.message}`, refusal?.help ?? help, {
    pass: step.pass,
    option: problem.option,
    notes: [...notes, ...(refusal?.notes ?? [])],
  });
}

/**
 * Returns notes and help for a problem with an option of a pass: the valid option names, or the description of the
 * option that has an invalid value. For a problem with a combination of options, returns the valid names, because no
 * single option is wrong. If the value of an option is a pipeline, returns the position of the error in the text of
 * this pipeline, and the help for the error. `specs` are the options that the pass declares, if these options are
 * known.
 */
export function helpOnOption(
  pass: string,
  problem: OptionProblem,
  specs: OptionSpecs | undefined,
): { readonly notes: NonNullable<Diagnostic["notes"]>; readonly help: readonly (string | undefined)[] } {
  const { option, isUnknown } = problem;
  const within = pipelineIn(problem);
  const known = Object.keys(specs ?? {}).sort();
  const doc = specs !== undefined && Object.hasOwn(specs, option) ? specs[option]?.doc : undefined;
  const next =
    specs !== undefined && (isUnknown || option === "")
      ? namesText(pass, known)
      : `correct the value of \`${option}\`${doc ? ` (${doc})` : ""}`;
  const similar = isUnknown ? suggest(option, known) : undefined;
  return { notes: placeIn(within), help: within?.help ?? [didYouMean(similar, next)] };
}

function namesText(name: string, options: readonly string[]): string {
  if (options.length === 0) return `remove the options, because \`${name}\` has none`;
  return `use an option of \`${name}\`: ${options.join(", ")}`;
}

/** Returns the diagnostic about the pipeline in an option, or about the innermost of nested pipelines. */
function pipelineIn({ within, pipeline }: OptionProblem): Diagnostic | undefined {
  return within === undefined ? pipeline : pipelineIn(within);
}

/** Returns a note with the position in the text of an option that is a pipeline. */
function placeIn(within: Diagnostic | undefined): NonNullable<Diagnostic["notes"]> {
  if (within?.at === undefined) return [];
  const { line, column } = within.at;
  const where = line === 1 ? `column ${column}` : `line ${line}, column ${column}`;
  return [{ message: `position of the error: ${where} after the \`(\` of the pipeline` }];
}

/** PWB0303: a pass or named pipeline in a bundle, or in the pipeline for the builder, has invalid options. */
export function badOptionsOf(
  name: string,
  message: string,
  known: OptionSpecs | undefined,
  at?: SourceLocation,
): UsageError {
  const help =
    known === undefined ? `write the value of \`${name}\` in one place` : namesText(name, Object.keys(known).sort());
  return new UsageError(error("PWB0303", `options of \`${name}\`: ${message}`, help, { at }));
}

/** PWC0203, as in the core: a textual pipeline contains a text that cannot be the name of a pass. */
export function noNameInText(name: string, at: SourceLocation): UsageError {
  const help = name === "" ? "write the name of a pass at this position" : "correct the name of the pass";
  return new UsageError(
    error("PWC0203", `'${name}' does not refer to a registered pass or pass pipeline`, help, { at }),
  );
}

export function agnosticInBundle(name: string): Diagnostic {
  const message = `named pipeline \`${name}\` contains \`any(…)\`, so it cannot be inserted as a bundle`;
  return error("PWB0306", message, `add \`${name}\` to the framework's pipeline, or insert its passes one at a time`);
}

/** PWB0403: `create(options)` of a pass threw. If Passwright threw the exception, returns the error in it. */
export function threw({ pass, address, origin }: Required<NamedStep>, thrown: unknown): Diagnostic {
  const message = `pass \`${pass}\` threw an exception while it was created: ${describeThrown(thrown)}`;
  const help = `report this exception to the author of \`${pass}\``;
  return { ...(diagnosticOf(thrown) ?? error("PWB0403", message, help)), ...whereOf(origin), step: address };
}

export function undeclared(step: NamedStep, similar: string | undefined): Diagnostic {
  const { pass, origin } = step;
  const ways = [
    origin.kind === "config" ? undefined : `add \`${pass}\` to the \`passes\` of ${origin.kind} \`${origin.name}\``,
    origin.kind === "framework" ? undefined : `in the config, add a plugin whose \`passes\` contain \`${pass}\``,
  ];
  const help = similar === undefined ? ways : [didYouMean(similar)];
  const message = `no framework or plugin provides a pass named \`${pass}\``;
  return aboutStep("PWB0404", step, message, help, unknownName(pass, similar));
}
