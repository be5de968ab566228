import { errorDiagnostic, messageOf } from "../diagnostic.ts";
import type { Diagnostic, DiagnosticFacts, SourceLocation } from "../diagnostic.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import { shown } from "../requirement.ts";
import { describeThrown } from "../thrown.ts";
import { isRefusedPromise } from "./is-promise.ts";

/** Name, symbol and position of an operation, if the adapter knows them. */
export interface OpPlace {
  /** Name of the operation. Empty for an erased operation. */
  readonly name: string;
  /** Symbol that the operation defines. */
  readonly symbol: string | undefined;
  /** Source position. */
  readonly at: SourceLocation | undefined;
}

/** Pass that failed, with the operation on which it failed. */
export interface PassFailure {
  /** Name of the pass. Empty if verification failed after nested pipelines. */
  readonly pass: string;
  /** Operation that the pass failed on. */
  readonly place: OpPlace;
  /** Value that the pass threw. Stored, because the diagnostic does not contain a stack trace. */
  readonly thrown?: unknown;
  /** Error that reports `thrown`. */
  readonly diagnostic?: Diagnostic;
}

export interface Thrown {
  readonly value: unknown;
  readonly diagnostic?: Diagnostic;
}

/** Makes an error. `text` can have several lines if it ends with a thrown value or another message. */
function error(
  code: string,
  text: string,
  help: string | readonly string[],
  place?: OpPlace,
  step?: string,
  facts: DiagnosticFacts = {},
): Diagnostic {
  const { message, lines } = messageOf(text);
  return errorDiagnostic(code, message, help, { lines, at: place?.at, step, ...facts });
}

function opText(place: OpPlace): string {
  if (place.name === "") return "an erased operation";
  return place.symbol === undefined ? `'${place.name}'` : `'${place.name}' @${place.symbol}`;
}

/** Formats the name of a pass for a message. An empty name means an adaptor. */
function passText(pass: string): string {
  return pass === "" ? "the nested pipelines" : `pass \`${pass}\``;
}

export function wrongRoot(anchor: string, place: OpPlace): Diagnostic {
  const help =
    anchor === place.name
      ? "use an operation of the same adapter, or return one object per name from `intern`"
      : `run the manager on a '${anchor}' operation, or nest the manager: \`${place.name}(${anchor}(…))\``;
  return error("PWC0401", `can't run '${anchor}' pass manager on '${place.name}' op`, help, place);
}

export function unregisteredOp(place: OpPlace): Diagnostic {
  const message = `'${place.name}' op trying to schedule a pass on an unregistered operation`;
  const help = `load the dialect of '${place.name}', or anchor the manager on a registered operation`;
  return error("PWC0402", message, help, place);
}

export function notIsolated(place: OpPlace): Diagnostic {
  const message = `'${place.name}' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'`;
  const help = `anchor the manager on an operation around '${place.name}' that is isolated from above`;
  return error("PWC0403", message, help, place);
}

export function unsupportedOp(pass: string, place: OpPlace): Diagnostic {
  const message = `'${place.name}' op trying to schedule pass '${pass}' on an unsupported operation`;
  return error("PWC0404", message, `anchor the manager on an operation that '${pass}' accepts`, place);
}

export function cannotSchedule(pass: string, anchor: string): Diagnostic {
  const message = `unable to schedule pass '${pass}' on a PassManager intended to run on '${anchor}'!`;
  const help = `nest '${pass}' in a manager on an operation that the pass accepts, or in \`any(…)\``;
  return error("PWC0405", message, help);
}

export function passThrew(pass: string, place: OpPlace, thrown: unknown): Diagnostic {
  const message = `pass \`${pass}\` threw on ${opText(place)}: ${describeThrown(thrown)}`;
  return error("PWC0406", message, stackHelp(pass), place, pass);
}

function stackHelp(name: string): string {
  return `report this to the author of \`${name}\`, with the stack from \`--debug\` or from \`failures\` of the result`;
}

export function passThrewDiagnostic(pass: string, place: OpPlace, thrown: Diagnostic): Diagnostic {
  // Does not add a position, because the diagnostic already has one.
  if (thrown.at !== undefined || thrown.step !== undefined) return { step: pass, ...thrown };
  return {
    step: pass,
    ...thrown,
    ...(place.at === undefined ? {} : { at: place.at }),
    notes: [...(thrown.notes ?? []), { message: `in pass \`${pass}\` on ${opText(place)}` }],
    // The pass did not cause an error that names a plugin. For example, a tap of the plugin threw an exception.
    help: thrown.help ?? (thrown.plugin === undefined ? [stackHelp(pass)] : []),
  };
}

export function threwIn(
  what: "initialize" | "canScheduleOn" | "worksOn" | "prepare" | "runText",
  pass: string,
  thrown: unknown,
): Diagnostic {
  const message = `pass \`${pass}\` threw in \`${what}\`: ${describeThrown(thrown)}`;
  return error("PWC0406", message, stackHelp(pass), undefined, pass);
}

export function promiseOfPredicate(what: string, pass: string): Diagnostic {
  const message = `pass \`${pass}\` returned a promise from \`${what}\``;
  return error("PWC0406", message, `make \`${what}\` synchronous`, undefined, pass);
}

/** Makes the error for `initialize` of a pass, or `prepare` of its batch, that returned `value`. */
export function notDiagnostic(pass: string, value: unknown): Diagnostic {
  const text = isRefusedPromise(value) ? "a promise" : describeThrown(value);
  const message = `initialization of pass \`${pass}\` returned ${text}`;
  return error("PWC0406", message, "return a diagnostic or `undefined`", undefined, pass);
}

export function promiseInSyncRun(pass: string, place: OpPlace): Diagnostic {
  const message = `pass \`${pass}\` returned a promise on ${opText(place)} in a synchronous run`;
  return error("PWC0407", message, "use `runAsync` for pipelines with asynchronous passes", place, pass);
}

export function promiseInDynamicPipeline(pass: string, place: OpPlace): Diagnostic {
  const message = `pass \`${pass}\` returned a promise on ${opText(place)} in a dynamic pipeline`;
  return error("PWC0407", message, "move asynchronous passes to the surrounding pipeline", place, pass);
}

export function passFailed(pass: string, place: OpPlace): Diagnostic {
  const message = `pass \`${pass}\` failed on ${opText(place)} without reporting an error`;
  return error("PWC0408", message, "call `emitError` in the pass before `signalPassFailure`", place, pass);
}

/** Makes the error for a pass after which the IR is invalid. `thrown` is set if the verifier threw. */
export function verifierFailed(pass: string, place: OpPlace, thrown?: { readonly value: unknown }): Diagnostic {
  const author = pass === "" ? "authors of the nested passes" : `author of \`${pass}\``;
  const help = `report this to the ${author}, or disable the check with \`--verify-each=false\``;
  const message = `the IR is not valid after ${passText(pass)} on ${opText(place)}`;
  const notes = [thrown && messageOf(`the verifier threw ${describeThrown(thrown.value)}`)];
  return error("PWC0409", message, help, place, pass || undefined, { notes });
}

export function foreignOp(pass: string, place: OpPlace): Diagnostic {
  const message = `'${place.name}' op Trying to schedule a dynamic pipeline on an operation that isn't nested under the current operation the pass is processing`;
  return error("PWC0410", message, "run the pipeline on the current operation or one inside it", place, pass);
}

export function missingAdapterPart(part: string, adapter: string, feature: string): Diagnostic {
  const message = `${feature} needs \`${part}\`, which the adapter of IR \`${adapter}\` does not have`;
  return error("PWC0411", message, `add \`${part}\` to the adapter, or do not use ${feature}`);
}

export function outsideRun(pass: string, method: string): Diagnostic {
  const message = `pass \`${pass}\` called \`${method}\` outside \`runOnOperation\``;
  return error("PWC0412", message, "use the context only inside `runOnOperation`", undefined, pass);
}

/** Makes the error for a call of the context with a wrong argument. `form` shows the arguments of the method. */
export function wrongArgument(
  pass: string,
  method: string,
  form: string,
  given: unknown,
  what = "a string",
): Diagnostic {
  const message = `pass \`${pass}\` called \`${method}\` with ${shown(given)} instead of ${what}`;
  return error("PWC0435", message, `write \`${method}(${form})\``, undefined, pass);
}

export function analysisThrew(analysis: string, place: OpPlace, thrown: unknown): Diagnostic {
  const message = `analysis \`${analysis}\` threw on ${opText(place)}: ${describeThrown(thrown)}`;
  return error("PWC0413", message, stackHelp(analysis), place);
}

export function promiseOfAnalysis(analysis: string, place: OpPlace, key = "compute"): Diagnostic {
  const message = `analysis \`${analysis}\` returned a promise on ${opText(place)}`;
  return error("PWC0413", message, `make \`${key}\` synchronous, because passes do not wait for analyses`, place);
}

/** Makes the error for a hook of an instrumentation. `what` describes the problem, such as `threw in`. */
export function badHook(instrumentation: string | undefined, what: string, hook: string, end: string): Diagnostic {
  const name = instrumentation === undefined ? "an instrumentation" : `instrumentation \`${instrumentation}\``;
  const message = `${name} ${what} \`${hook}\`, which ended the run${end}`;
  return error("PWC0414", message, "remove the instrumentation, or report this to its author");
}

export function notInside(child: OpPlace, op: OpPlace): Diagnostic {
  const message = `an analysis was requested for ${opText(child)}, which is not inside ${opText(op)}`;
  return error("PWC0415", message, "request the analysis of the current operation or one inside it", child);
}

export function lostOp(pass: string, anchor: string, place: OpPlace): Diagnostic {
  const message = `${passText(pass)} erased, moved or renamed the '${anchor}' operation that the pipeline runs on`;
  const help = "erase or replace the operation in a pass on its parent operation";
  return error("PWC0416", message, help, place, pass || undefined);
}

export function plainAnalysis(analysis: string | undefined): Diagnostic {
  const message = `the analysis${analysis ? ` \`${analysis}\`` : ""} is not the result of \`defineAnalysis\``;
  return error("PWC0426", message, "call `defineAnalysis`");
}

export function circularAnalysis(names: readonly string[], place: OpPlace): Diagnostic {
  const message = `analysis \`${names.at(-1)}\` depends on itself on ${opText(place)}`;
  const help = "move the shared part of the analyses to a separate analysis";
  return error("PWC0417", message, help, place, undefined, {
    notes: [`cycle: ${names.map((name) => `\`${name}\``).join(" needs ")}`],
  });
}

export function noRegistry(pass: string): Diagnostic {
  const message = `pass \`${pass}\` has a pipeline as an option, but the manager has no registry`;
  const help = "set the registry of the outermost manager: `manager.registry = registry`";
  return error("PWC0208", message, help, undefined, pass);
}

/** Makes the error for a jump from a nested operation, which would depend on the order of siblings. */
export function nestedJump(pass: string, target: string, place: OpPlace): Diagnostic {
  const message = `pass \`${pass}\` requested a jump to \`${target}\` from the nested operation ${opText(place)}`;
  return error("PWC0418", message, "request the jump in a later pass on the graph's operation", place, pass);
}

export function jumpWithoutGraph(pass: string, target: string, place: OpPlace): Diagnostic {
  const message = `pass \`${pass}\` requested a jump to \`${target}\`, but its pipeline is not part of a graph`;
  const help = `run the pipeline in a graph that declares \`${target}\` as a jump target of the pipeline`;
  return error("PWC0419", message, help, place, pass);
}

export function fromPass(severity: Diagnostic["severity"], pass: string, message: string, place: OpPlace): Diagnostic {
  return error("PWC0501", message, [], place, pass, { severity });
}

/** Makes the error for an aborted run. `step` is the pass whose promise the run awaited. */
export function runAborted(reason: unknown, step?: string): Diagnostic {
  const message = "the run was aborted";
  return errorDiagnostic("PWC0420", message, "discard the root operation, because it might be partly changed", {
    step,
    notes: [reason === undefined ? undefined : `reason: ${describeThrown(reason)}`],
  });
}

export function containsItself(place: OpPlace): Diagnostic {
  const message = `${opText(place)} contains itself: the operations do not form a tree`;
  return error("PWC0421", message, "fix the pass that moved the operation, or `collectNested` of the adapter", place);
}

export function twoGroups(group: string, members: readonly [string, string]): Diagnostic {
  const help = `run \`npm dedupe\` to install the package of \`${group}\` only once`;
  const notes = [`members \`${members[0]}\` and \`${members[1]}\` belong to different definitions`];
  return errorDiagnostic("PWC0423", `group \`${group}\` has two definitions with different code`, help, { notes });
}

export function otherRoot(group: string): Diagnostic {
  const message = `\`${group}\` returned a different root operation`;
  return error("PWC0424", message, "change the root operation in place, and return it or nothing");
}

export function analysisInGroup(group: string): Diagnostic {
  const message = `\`${group}\` requested an analysis, which the group's members could invalidate`;
  return error("PWC0425", message, "request the analysis in a pass before the group, or compute it in the member");
}

export function returnsNested(ir: string): Diagnostic {
  const message = `\`collectNested\` of IR \`${ir}\` must append to its second argument instead of returning a list`;
  const help = "write `collectNested: (op, out) => void out.push(...op.children)`";
  return errorDiagnostic("PWC0422", message, help, { plugin: ir, pluginKind: "ir" });
}

export function newChildren(ir: string, op: string): Diagnostic {
  const message = `IR \`${ir}\` lists new objects as children of '${op}' at each call`;
  const help = "list the same objects at each call";
  return errorDiagnostic("PWC0427", message, help, { plugin: ir, pluginKind: "ir" });
}

export function nestedReplaceRoot(pass: string, place: OpPlace, isDynamic: boolean): Diagnostic {
  const where = isDynamic ? "in a dynamic pipeline" : `on ${opText(place)}, which is not the root`;
  const message = `pass \`${pass}\` called \`replaceRoot\` ${where}`;
  const help = `change the operation in place, or add \`${pass}\` to the outermost manager`;
  return error("PWC0430", message, help, place, pass);
}

export function nestedConversion(pass: string, anchor: string): Diagnostic {
  const message = `conversion \`${pass}\` is nested in '${anchor}', but must run on the root`;
  return error("PWC0431", message, `add \`${pass}\` to the outermost manager`, undefined, pass);
}

export function wrongIr(pass: string, ir: string, actual: string): Diagnostic {
  const message = `pass \`${pass}\` is for IR \`${ir}\`, but would run on IR \`${actual}\``;
  return error("PWC0432", message, `move \`${pass}\` to a position with IR \`${ir}\``, undefined, pass);
}

/** Pass that replaces the root. `to` is set for a conversion. `toAnchor` is the expected name of the new root. */
export interface RootReplacement extends Pick<PassDeclaration, "name" | "to"> {
  readonly toAnchor?: string | undefined;
}

/** Makes the error for a new root that the pipeline after the pass cannot run on. `what` describes the root. */
export function badNewRoot({ name: pass, to, toAnchor }: RootReplacement, ir: string, what: string): Diagnostic {
  const expected = toAnchor === undefined ? "an operation" : `a '${toAnchor}'`;
  const did = to === undefined ? `pass \`${pass}\` called \`replaceRoot\` with` : `conversion \`${pass}\` returned`;
  const message = `${did} ${what} instead of ${expected} of IR \`${ir}\``;
  const help =
    to === undefined
      ? "pass the root of the new tree to `replaceRoot`"
      : `return the root of the new tree from \`convert\` of \`${pass}\``;
  return error("PWC0433", message, help, undefined, pass);
}

export function ignoredOperation(pass: string, place: OpPlace, isRoot: boolean): Diagnostic {
  const message = `pass \`${pass}\` returned a different '${place.name}' operation, which the run ignores`;
  const otherwise = isRoot
    ? "pass the root of the new tree to `replaceRoot`"
    : "replace the operation in a pass on its parent operation";
  const help = `change the operation in place, or ${otherwise}`;
  return error("PWC0434", message, help, place, pass);
}

export function undeclaredValue(pass: string, value: string, list: "requires" | "provides"): Diagnostic {
  const message = `pass \`${pass}\` uses value \`${value}\`, which the pass does not declare`;
  return error("PWC0441", message, `list the value under \`${list}\` in \`definePass\``, undefined, pass);
}

export function missingValue(pass: string, value: string, place: OpPlace): Diagnostic {
  const message = `value \`${value}\`, which pass \`${pass}\` requires, is not set on ${opText(place)}`;
  const help = "add a pass that provides the value before this pass, or call `find` if the value is optional";
  return error("PWC0442", message, help, place, pass);
}

export function unsetValue(pass: string, value: string, place: OpPlace): Diagnostic {
  const message = `pass \`${pass}\` provides value \`${value}\`, but did not set it on ${opText(place)}`;
  const help = "call `pass.values.set` on every operation, or remove the value from `provides`";
  return error("PWC0443", message, help, place, pass);
}

export function nestedInputValue(pass: string, value: string, place: OpPlace): Diagnostic {
  const message = `pass \`${pass}\` on ${opText(place)} cannot set value \`${value}\`, because the value belongs to the whole input`;
  const help = 'define the value with `per: "operation"`, or anchor the pass on the root';
  return error("PWC0444", message, help, place, pass);
}

export function foreignValue(pass: string, value: string, place: OpPlace): Diagnostic {
  const message = `pass \`${pass}\` requests value \`${value}\` of ${opText(place)}, which is outside the operation of the pass`;
  return error("PWC0445", message, "anchor the pass on an operation that contains both operations", place, pass);
}
