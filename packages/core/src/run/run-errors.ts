import { messageOf } from "../diagnostic.ts";
import type { Diagnostic, SourceLocation } from "../diagnostic.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import { describeThrown } from "../thrown.ts";

/** Name, symbol and position of an operation, as far as the adapter knows them. */
export interface OpPlace {
  /** Name of the operation. Empty for an erased one, whose handle may be invalid. */
  readonly name: string;
  /** Symbol that the operation defines. */
  readonly symbol: string | undefined;
  /** Source position. */
  readonly at: SourceLocation | undefined;
}

/** Pass that failed, and the operation that it failed on. */
export interface PassFailure {
  /** Name of the pass. Empty if the verifier failed after nested pipelines. */
  readonly pass: string;
  /** Operation that the pass failed on. */
  readonly place: OpPlace;
  /** Value that the pass threw. Unlike the diagnostic, it has a stack. */
  readonly thrown?: unknown;
  /** Error that reports the thrown value. */
  readonly diagnostic?: Diagnostic;
}

/** Value that a pass threw, and the error that reports it. */
export interface Thrown {
  readonly value: unknown;
  readonly diagnostic?: Diagnostic;
}

/** Returns an error. `text` may have several lines if it ends with a thrown value or another message. */
function base(code: string, text: string, place?: OpPlace): Diagnostic {
  return { code, severity: "error", ...messageOf(text), ...(place?.at === undefined ? {} : { at: place.at }) };
}

function opText(place: OpPlace): string {
  if (place.name === "") return "an erased operation";
  return place.symbol === undefined ? `'${place.name}'` : `'${place.name}' @${place.symbol}`;
}

/** Returns the name of a pass, or words for an adaptor, which has no name. */
function passText(pass: string): string {
  return pass === "" ? "the nested pipelines" : `pass \`${pass}\``;
}

export function wrongRoot(anchor: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0401", `can't run '${anchor}' pass manager on '${place.name}' op`, place),
    help: [`run it on a '${anchor}' operation, or nest it: \`${place.name}(${anchor}(…))\``],
  };
}

export function unregisteredOp(place: OpPlace): Diagnostic {
  return {
    ...base("PWC0402", `'${place.name}' op trying to schedule a pass on an unregistered operation`, place),
    help: [`load the dialect of '${place.name}', or anchor the manager on a registered operation`],
  };
}

export function notIsolated(place: OpPlace): Diagnostic {
  return {
    ...base(
      "PWC0403",
      `'${place.name}' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'`,
      place,
    ),
    help: [`anchor the manager on an operation around '${place.name}' that is isolated from above`],
  };
}

export function unsupportedOp(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0404", `'${place.name}' op trying to schedule pass '${pass}' on an unsupported operation`, place),
    help: [`anchor the manager on an operation that '${pass}' accepts`],
  };
}

export function cannotSchedule(pass: string, anchor: string): Diagnostic {
  return {
    ...base("PWC0405", `unable to schedule pass '${pass}' on a PassManager intended to run on '${anchor}'!`),
    help: [`nest '${pass}' in a manager on an operation that it accepts, or in \`any(…)\``],
  };
}

export function passThrew(pass: string, place: OpPlace, thrown: unknown): Diagnostic {
  return {
    ...base("PWC0406", `pass \`${pass}\` threw on ${opText(place)}: ${describeThrown(thrown)}`, place),
    step: pass,
    help: [stackHelp(pass)],
  };
}

/** Returns help for an exception in a pass by any author. */
function stackHelp(pass: string): string {
  return `\`--debug\` shows the stack; if \`${pass}\` is not yours, report this to its author`;
}

/** Returns the diagnostic that a pass threw, for example an error of the IR's API, with the position of the pass. */
export function passThrewDiagnostic(pass: string, place: OpPlace, thrown: Diagnostic): Diagnostic {
  // The author of the diagnostic chose a position.
  if (thrown.at !== undefined || thrown.step !== undefined) return { step: pass, ...thrown };
  return {
    step: pass,
    ...thrown,
    ...(place.at === undefined ? {} : { at: place.at }),
    notes: [...(thrown.notes ?? []), { message: `pass \`${pass}\` threw this on ${opText(place)}` }],
    help: [...(thrown.help ?? []), stackHelp(pass)],
  };
}

/** Returns the error for an exception in a function of a pass that does not run on an operation. */
export function threwIn(
  what: "initialize" | "canScheduleOn" | "worksOn" | "prepare" | "runText",
  pass: string,
  thrown: unknown,
): Diagnostic {
  return {
    ...base("PWC0406", `pass \`${pass}\` threw in \`${what}\`: ${describeThrown(thrown)}`),
    step: pass,
    help: [stackHelp(pass)],
  };
}

export function promiseInSyncRun(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0407", `pass \`${pass}\` returned a promise on ${opText(place)} in a synchronous run`, place),
    step: pass,
    help: ["use `runAsync` for pipelines with asynchronous passes"],
  };
}

export function promiseInDynamicPipeline(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0407", `pass \`${pass}\` returned a promise on ${opText(place)} in a dynamic pipeline`, place),
    step: pass,
    help: ["`runPipeline` is synchronous: move asynchronous passes to the surrounding pipeline"],
  };
}

export function passFailed(pass: string, place: OpPlace): Diagnostic {
  return { ...base("PWC0408", `pass \`${pass}\` failed on ${opText(place)}`, place), step: pass };
}

/** Returns the error that follows the verifier's own diagnostics. `thrown` is what the verifier threw, if it did. */
export function verifierFailed(pass: string, place: OpPlace, thrown?: { readonly value: unknown }): Diagnostic {
  return {
    ...base("PWC0409", `the IR is not valid after ${passText(pass)} on ${opText(place)}`, place),
    ...(pass === "" ? {} : { step: pass }),
    ...(thrown === undefined ? {} : { notes: [messageOf(`the verifier threw ${describeThrown(thrown.value)}`)] }),
    help: [
      pass === ""
        ? "report this to the authors of the nested passes; `--verify-each=false` disables the check"
        : `report this to the author of \`${pass}\`; \`--verify-each=false\` disables the check`,
    ],
  };
}

export function foreignOp(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base(
      "PWC0410",
      `'${place.name}' op Trying to schedule a dynamic pipeline on an operation that isn't nested under the current operation the pass is processing`,
      place,
    ),
    step: pass,
    help: ["run it on the current operation or on one inside it"],
  };
}

export function missingAdapterPart(part: string, adapter: string, feature: string): Diagnostic {
  return {
    ...base("PWC0411", `${feature} needs \`${part}\`, which the adapter of IR \`${adapter}\` does not have`),
    help: [`add \`${part}\` to the adapter, or do not use ${feature}`],
  };
}

export function outsideRun(pass: string, method: string): Diagnostic {
  return {
    ...base("PWC0412", `pass \`${pass}\` called \`${method}\` while it was not running on an operation`),
    step: pass,
    help: ["use the context only inside `runOnOperation`"],
  };
}

export function analysisThrew(analysis: string, place: OpPlace, thrown: unknown): Diagnostic {
  return {
    ...base("PWC0413", `analysis \`${analysis}\` threw on ${opText(place)}: ${describeThrown(thrown)}`, place),
    help: [`report this to the author of \`${analysis}\`; \`--debug\` shows the stack`],
  };
}

export function hookThrew(instrumentation: string, hook: string, thrown: unknown): Diagnostic {
  return {
    ...base("PWC0414", `${instrumentation} threw in \`${hook}\`, which ended the run: ${describeThrown(thrown)}`),
    help: ["run without this instrumentation, or report this to its author"],
  };
}

export function notInside(child: OpPlace, op: OpPlace): Diagnostic {
  return {
    ...base("PWC0415", `an analysis of ${opText(child)} was requested, but it is not inside ${opText(op)}`, child),
    help: [
      "request analyses of the current operation or of operations inside it, and cached analyses of operations around it",
    ],
  };
}

export function erasedOp(pass: string, anchor: string): Diagnostic {
  return {
    ...base("PWC0416", `pass \`${pass}\` erased or moved the '${anchor}' operation that it ran on`),
    step: pass,
    help: ["erase or move operations from a pass on the operation around them"],
  };
}

export function circularAnalysis(names: readonly string[], place: OpPlace): Diagnostic {
  return {
    ...base("PWC0417", `analysis \`${names.at(-1)}\` depends on itself on ${opText(place)}`, place),
    notes: [{ message: names.map((name) => `\`${name}\``).join(" needs ") }],
    help: ["move the shared part of the two analyses into a third one"],
  };
}

export function noRegistry(pass: string): Diagnostic {
  return {
    ...base("PWC0208", `pass \`${pass}\` has a pipeline as an option, but the manager has no registry`),
    step: pass,
    help: ["set the registry of the topmost manager: `manager.registry = registry`"],
  };
}

/**
 * Returns the error for a jump from a nested operation. Siblings may run in parallel, so the result would depend on
 * their order.
 */
export function nestedJump(pass: string, target: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0418", `pass \`${pass}\` requested a jump to \`${target}\` from nested ${opText(place)}`, place),
    step: pass,
    help: [
      "set an attribute in the nested pass, and request the jump in a pass on the operation that the graph runs on",
    ],
  };
}

export function jumpWithoutGraph(pass: string, target: string, place: OpPlace): Diagnostic {
  return {
    ...base(
      "PWC0419",
      `pass \`${pass}\` requested a jump to \`${target}\`, but its pipeline is not part of a graph`,
      place,
    ),
    step: pass,
    help: [`run the pipeline in a graph that declares \`${target}\` as a jump target of the pipeline`],
  };
}

/** Returns a diagnostic that a pass reports itself. */
export function fromPass(severity: Diagnostic["severity"], pass: string, message: string, place: OpPlace): Diagnostic {
  return { ...base("PWC0501", message, place), severity, step: pass };
}

export function runAborted(reason: unknown): Diagnostic {
  return {
    ...base("PWC0420", "the run was aborted"),
    ...(reason === undefined ? {} : { notes: [{ message: describeThrown(reason) }] }),
    help: ["discard the root operation: the aborted pass may have changed a part of it"],
  };
}

export function containsItself(place: OpPlace): Diagnostic {
  return {
    ...base("PWC0421", `${opText(place)} contains itself: the operations do not form a tree`, place),
    help: ["fix the pass that moved the operation, or the functions of the adapter that list operations"],
  };
}

export function twoGroups(group: string, members: readonly [string, string]): Diagnostic {
  return {
    ...base("PWC0423", `group \`${group}\` has two definitions, which run different code`),
    notes: [{ message: `\`${members[0]}\` belongs to one of them, \`${members[1]}\` to the other` }],
    help: [`if the package that defines \`${group}\` is installed twice: \`npm dedupe\``],
  };
}

export function otherRoot(group: string): Diagnostic {
  return {
    ...base("PWC0424", `\`${group}\` returned another root operation than the one that it ran on`),
    help: ["change the root operation in place, and return it or nothing"],
  };
}

export function analysisInGroup(group: string): Diagnostic {
  return {
    ...base("PWC0425", `\`${group}\` requested an analysis, which members could invalidate while the group runs`),
    help: ["request the analysis in a pass before the group, or compute it in the member"],
  };
}

export function returnsNested(ir: string): Diagnostic {
  return {
    code: "PWC0422",
    severity: "error",
    message: `\`collectNested\` of IR \`${ir}\` returns a list, and must append to the one that it gets`,
    plugin: ir,
    pluginKind: "ir",
    help: ["write `collectNested: (op, out) => void out.push(...op.children)`"],
  };
}

/** Reports `replaceRoot` in a pass that does not run on the root. */
export function nestedReplaceRoot(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0430", `pass \`${pass}\` called \`replaceRoot\` on ${opText(place)}, which is not the root`, place),
    step: pass,
    help: [`change the operation in place, or add \`${pass}\` to the outermost manager`],
  };
}

export function nestedConversion(pass: string, anchor: string): Diagnostic {
  return {
    ...base("PWC0431", `conversion \`${pass}\` is in a manager on '${anchor}', which does not run on the root`),
    step: pass,
    help: [`add \`${pass}\` to the outermost manager`],
  };
}

export function wrongIr(pass: string, ir: string, actual: string): Diagnostic {
  return {
    ...base("PWC0432", `pass \`${pass}\` is for IR \`${ir}\` and would run on IR \`${actual}\``),
    step: pass,
    help: [`add \`${pass}\` where the pipeline runs on IR \`${ir}\`: conversions change the IR`],
  };
}

/** Reports a conversion or pass whose new root is not valid in its IR. */
export function badNewRoot(
  pass: string,
  { to, toAnchor }: Pick<PassDeclaration, "to" | "toAnchor">,
  ir: string,
  found: { readonly name: string | undefined } | { readonly thrown: unknown },
): Diagnostic {
  const expected = toAnchor === undefined ? "an operation" : `a '${toAnchor}'`;
  const what =
    "thrown" in found
      ? `a root that the adapter of \`${ir}\` cannot name: ${describeThrown(found.thrown)}`
      : found.name === undefined
        ? "nothing"
        : `a '${found.name}'`;
  return {
    ...base(
      "PWC0433",
      `${to === undefined ? "pass" : "conversion"} \`${pass}\` left ${what} instead of ${expected} of IR \`${ir}\``,
    ),
    step: pass,
    help: [
      to === undefined
        ? "give the root of the new tree to `replaceRoot`"
        : `return the root of the new tree from \`convert\` of \`${pass}\``,
    ],
  };
}

export function undeclaredValue(pass: string, value: string, list: "requires" | "provides"): Diagnostic {
  return {
    ...base("PWC0441", `pass \`${pass}\` uses value \`${value}\`, which it does not declare`),
    step: pass,
    help: [`list the value under \`${list}\` in \`definePass\``],
  };
}

export function missingValue(pass: string, value: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0442", `value \`${value}\`, which pass \`${pass}\` requires, is not set on ${opText(place)}`, place),
    step: pass,
    help: ["call `find` if only some operations have the value, or add a pass that provides it before"],
  };
}

export function unsetValue(pass: string, value: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0443", `pass \`${pass}\` provides value \`${value}\`, but did not set it on ${opText(place)}`, place),
    step: pass,
    help: ["call `pass.values.set` on every operation, or remove the value from `provides`"],
  };
}

export function nestedInputValue(pass: string, value: string, place: OpPlace): Diagnostic {
  return {
    ...base(
      "PWC0444",
      `pass \`${pass}\` on ${opText(place)} cannot set \`${value}\`, a value of the whole input`,
      place,
    ),
    step: pass,
    help: ['define the value with `per: "operation"`, or anchor the pass on the root'],
  };
}

export function foreignValue(pass: string, value: string, place: OpPlace): Diagnostic {
  return {
    ...base(
      "PWC0445",
      `pass \`${pass}\` asks for value \`${value}\` of ${opText(place)}, which is not inside its operation`,
      place,
    ),
    step: pass,
    help: ["anchor the pass on an operation that contains the other one"],
  };
}
