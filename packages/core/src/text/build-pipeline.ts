import { findMismatch } from "../anchor.ts";
import type { Nesting } from "../anchor.ts";
import { errorDiagnostic, BugError, diagnosticIn, diagnosticOf, messageOf } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { didYouMean } from "../suggest.ts";
import { describeThrown, isThrown } from "../thrown.ts";
import type { OptionProblem, OptionSpecs, OptionValues, ReadPipeline } from "../options/option-spec.ts";
import { optionHelp, parseOptions } from "../options/options.ts";
import { OpPassManager } from "../pass.ts";
import type { PassDefinition, PipelineResult } from "../pass.ts";
import { ownerText } from "../registered.ts";
import type { DeclaredElement, NamedPipeline, Owner, PassLookup, Registered } from "../registered.ts";
import { isRefusedPromise } from "../run/is-promise.ts";
import { printPipeline } from "./print-pipeline.ts";
import { locateElement, parsePipelineText } from "./pipeline-syntax.ts";
import type { PipelineText } from "./pipeline-syntax.ts";

/** Codes of option errors, which have different messages in MLIR for passes, named pipelines and nested tables. */
const BAD_OPTIONS = { pass: "PWC0205", pipeline: "PWC0209", within: "PWC0210" } as const;

function badOptions(kind: "pass" | "pipeline", name: string, specs: OptionSpecs, problem: OptionProblem): Diagnostic {
  let found = problem;
  let owner = name;
  let table = specs;
  while (found.within !== undefined) {
    const inner = table[found.option]?.inner;
    if (inner !== undefined) [owner, table] = [found.option, inner];
    found = found.within;
  }
  if (found.pipeline !== undefined) return badPipelineOption(name, found.option, found.pipeline);
  const takesNone = kind === "pipeline" && Object.keys(specs).length === 0;
  const message = takesNone ? `named pipeline \`${name}\` takes no options` : optionMessage(found);
  const help = takesNone ? `remove the options of \`${name}\`` : optionHelp(owner, table, found);
  return errorDiagnostic(BAD_OPTIONS[kind === "pass" && found !== problem ? "within" : kind], message, help, {
    option: found.isUnknown && !takesNone ? undefined : found.option,
  });
}

function optionMessage(problem: OptionProblem): string {
  return problem.isUnknown
    ? `<Pass-Options-Parser>: no such option ${problem.option}`
    : // LLVM writes one-letter names with a single dash.
      `for the ${problem.option.length === 1 ? "-" : "--"}${problem.option} option: ${problem.message}`;
}

/** Makes the error for an invalid pipeline in an option: PWC0211 with a position in the option, otherwise PWC0212. */
function badPipelineOption(name: string, option: string, within: Diagnostic): Diagnostic {
  const { code, message, at, notes = [], help = [] } = within;
  const isAtPlace = code === "PWC0202" || code === "PWC0203";
  return errorDiagnostic(
    isAtPlace ? "PWC0211" : "PWC0212",
    [message, ...notes.map((note) => note.message)].join("; "),
    help.length > 0 ? help : `correct the pipeline in option \`${option}\` of \`${name}\``,
    { ...(isAtPlace && at !== undefined ? { at } : {}), within },
  );
}

/**
 * Returns a function that parses a pipeline in an option. The function returns the text of the pipeline with all
 * options, or the unchanged text if code of passes or named pipelines is missing.
 */
export function readPipelinesWith<Op extends object>(registry: PassLookup<Op>): ReadPipeline {
  return (text) => {
    let isComplete = true;
    const watched: PassLookup<Op> = {
      find(name) {
        const found = registry.find(name);
        if (found?.kind === "declared") isComplete = false;
        return found;
      },
      suggest: (wrong) => registry.suggest(wrong),
    };
    const read = parsePipeline(text, watched);
    if (!read.ok) return read;
    read.manager.forEachPass(({ declaration }) => {
      if (registry.find(declaration.name) === undefined) isComplete = false;
    });
    return { ok: true, text: isComplete ? printPipeline(read.manager) : text };
  };
}

/** Calls `checkOptions` of a pass with valid values. Returns PWC0213 if the pass refuses the combination of values. */
export function refusedOptions<Op extends object>(
  { declaration: { name }, checkOptions }: PassDefinition<Op>,
  { values }: OptionValues,
  registry: PassLookup<Op>,
): Diagnostic | undefined {
  const refusal = checkOptions?.(values as never, {
    parsePipeline: (text, anchor) => parsePipeline(anchor === undefined ? text : `${anchor}(${text})`, registry),
  });
  if (refusal === undefined) return undefined;
  if (isRefusedPromise(refusal))
    return errorDiagnostic("PWC0213", "`checkOptions` returned a promise", "make `checkOptions` synchronous");
  return { ...refusal, code: "PWC0213", severity: "error", help: refusal.help ?? [`see the options of \`${name}\``] };
}

/** Appends the passes of a named pipeline. Returns the diagnostic that its code throws, or PWC0207 (also for promises). */
export function addNamedPipeline<Op extends object>(
  manager: OpPassManager<Op>,
  { pipeline, owner }: { readonly pipeline: NamedPipeline<Op>; readonly owner: Owner },
  values: OptionValues["values"],
): Diagnostic | undefined {
  try {
    const isPromise = isRefusedPromise(pipeline.build(manager, values));
    return isPromise ? notAdded(pipeline.name, owner, "returned a promise") : undefined;
  } catch (thrown) {
    return whyNotAdded(pipeline.name, owner, thrown);
  }
}

/**
 * Appends a registered pass or pipeline with options from text, or checks the options and operation of a pass without
 * code. Returns a problem or `undefined`: PWC0204 pass on the wrong operation, PWC0205 invalid options of a pass,
 * PWC0207 exception in a plugin, PWC0209 invalid options of a named pipeline, PWC0210 invalid nested options, PWC0211
 * and PWC0212 invalid pipeline in an option, PWC0213 options that the pass refuses.
 */
export function addRegistered<Op extends object>(
  manager: OpPassManager<Op>,
  registered: Registered<Op> | DeclaredElement,
  optionsText: string,
  registry: PassLookup<Op>,
): Diagnostic | undefined {
  if (registered.kind === "pipeline") return addPipelineByText(manager, registered, optionsText, registry);
  const { declaration, options: specs } = registered.kind === "pass" ? registered.definition : registered;
  // If the options are invalid, MLIR reports the anchor mismatch as well.
  const mismatch = findMismatch(declaration, manager);
  const mismatchNotes = mismatch === undefined ? {} : { notes: [{ message: mismatch.message }] };
  if (registered.kind === "declared" && mismatch === undefined) manager.noteConversion(declaration);
  if (specs === undefined) return mismatch;
  const parsed = parseOptions(specs, optionsText, readPipelinesWith(registry));
  if (!parsed.ok) return { ...badOptions("pass", declaration.name, specs, parsed.problem), ...mismatchNotes };
  if (registered.kind === "declared") return mismatch;
  const { definition, owner } = registered;
  try {
    const refusal = refusedOptions(definition, parsed.options, registry);
    if (refusal !== undefined) return { ...refusal, ...mismatchNotes };
    manager.addPass(definition.createFrom(parsed.options));
    return undefined;
  } catch (thrown) {
    return whyNotAdded(declaration.name, owner, thrown);
  }
}

function addPipelineByText<Op extends object>(
  manager: OpPassManager<Op>,
  named: Extract<Registered<Op>, { readonly kind: "pipeline" }>,
  optionsText: string,
  registry: PassLookup<Op>,
): Diagnostic | undefined {
  const { name, options: specs = {} } = named.pipeline;
  if (optionsText !== "" && Object.keys(specs).length === 0) {
    // The message is not from MLIR, because MLIR ignores options in the text of a named pipeline that does not declare
    // options.
    return badOptions("pipeline", name, specs, { option: "", message: "", isUnknown: true });
  }
  const parsed = parseOptions(specs, optionsText, readPipelinesWith(registry));
  if (!parsed.ok) return badOptions("pipeline", name, specs, parsed.problem);
  return addNamedPipeline(manager, named, parsed.options.values);
}

/** Returns an error for the first name that is not registered, or `undefined`. Called before passes are made. */
function findUnknown<Op extends object>(
  pipeline: PipelineText,
  registry: PassLookup<Op>,
  elements = pipeline.elements,
): Diagnostic | undefined {
  for (const element of elements) {
    if (element.inner.length > 0) {
      const inside = findUnknown(pipeline, registry, element.inner);
      if (inside !== undefined) return inside;
    } else if (registry.find(element.name) === undefined) {
      const message = `'${element.name}' does not refer to a registered pass or pass pipeline`;
      const otherwise =
        element.name === ""
          ? "write the name of a pass at this position"
          : "correct the name, or load the plugin that provides the pass";
      const help = didYouMean(registry.suggest(element.name), otherwise);
      return errorDiagnostic("PWC0203", message, help, { at: locateElement(pipeline, element) });
    }
  }
  return undefined;
}

/** Adds elements to a manager. Notes of an error name the element and the pipelines around it. */
function addElements<Op extends object>(
  pipeline: PipelineText,
  manager: OpPassManager<Op>,
  registry: PassLookup<Op>,
  elements = pipeline.elements,
): Diagnostic | undefined {
  for (const element of elements) {
    const { name, options, inner } = element;
    const isNested = inner.length > 0;
    const problem = isNested
      ? addElements(pipeline, manager.nest(name), registry, inner)
      : addRegistered(manager, registry.find(name) as Registered<Op> | DeclaredElement, options, registry);
    if (problem === undefined) continue;
    const message = `failed to add \`${name}\` with options \`${options}\`${isNested ? " to inner pipeline" : ""}`;
    const at = isNested ? {} : { at: locateElement(pipeline, element) };
    return { ...at, ...problem, notes: [...(problem.notes ?? []), { message }] };
  }
  return undefined;
}

/** Converts an exception in a plugin's code to a diagnostic. Rethrows exceptions that indicate bugs in Passwright. */
function whyNotAdded(name: string, owner: Owner, thrown: unknown): Diagnostic {
  if (isThrown(thrown, BugError)) throw thrown;
  return diagnosticOf(thrown) ?? notAdded(name, owner, "threw", `: ${describeThrown(thrown)}`);
}

function notAdded(name: string, owner: Owner, what: string, rest = ""): Diagnostic {
  const plugin = ownerText(owner);
  const { message, lines } = messageOf(`\`${name}\` ${what} while it was added to a pipeline${rest}`);
  return errorDiagnostic("PWC0207", message, `report this to the author of ${plugin}`, {
    lines,
    plugin,
    pluginKind: owner.pluginKind,
  });
}

/**
 * Parses a textual pipeline, and looks up the names of passes and named pipelines in the registry.
 *
 * Returns problems in the text: PWC0201 no anchor, PWC0202 syntax, PWC0203 unknown name, PWC0204 pass on the wrong
 * operation, PWC0205 invalid options, PWC0207 exception in a plugin, PWC0209 invalid options of a named pipeline,
 * PWC0210 invalid nested options, PWC0211 to PWC0213 invalid pipelines in options and options that the pass refuses.
 * Messages and positions are the same as in MLIR.
 */
export function parsePipeline<Op extends object>(
  text: string,
  registry: PassLookup<Op>,
  options: { readonly nesting?: Nesting } = {},
): PipelineResult<Op> {
  const parsed = parsePipelineText(text);
  if (!parsed.ok) return parsed;
  const { pipeline } = parsed;
  try {
    const manager = new OpPassManager<Op>(pipeline.anchor, { ...options, isOutermost: true });
    const diagnostic = addToPipeline(pipeline, manager, registry);
    return diagnostic === undefined ? { ok: true, manager } : { ok: false, diagnostic };
  } catch (thrown) {
    return { ok: false, diagnostic: diagnosticIn(thrown) };
  }
}

/** Adds the elements of a parsed pipeline to an existing manager. Returns a problem or `undefined`. */
export function addToPipeline<Op extends object>(
  pipeline: PipelineText,
  manager: OpPassManager<Op>,
  registry: PassLookup<Op>,
): Diagnostic | undefined {
  return findUnknown(pipeline, registry) ?? addElements(pipeline, manager, registry);
}
