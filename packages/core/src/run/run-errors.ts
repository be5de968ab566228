import { messageOf } from "../diagnostic.ts";
import type { Diagnostic, SourceLocation } from "../diagnostic.ts";
import { describeThrown } from "../thrown.ts";

/** Where something happened, as far as the adapter can tell. */
export interface OpPlace {
  /** Empty for an operation that was erased: an IR may sever its handle, so that nothing can be asked of it. */
  readonly name: string;
  readonly symbol: string | undefined;
  readonly at: SourceLocation | undefined;
}

/** A pass that did not succeed, and where. */
export interface PassFailure {
  /** Its name; empty where the verifier failed after nested pipelines. */
  readonly pass: string;
  readonly place: OpPlace;
  /** What the pass threw, if it did: it has the stack that the diagnostic has not. */
  readonly thrown?: unknown;
}

/** `text` may have several lines where it ends with what somebody threw or reported. */
function base(code: string, text: string, place?: OpPlace): Diagnostic {
  return { code, severity: "error", ...messageOf(text), ...(place?.at === undefined ? {} : { at: place.at }) };
}

function opText(place: OpPlace): string {
  if (place.name === "") return "an erased operation";
  return place.symbol === undefined ? `'${place.name}'` : `'${place.name}' @${place.symbol}`;
}

/** An adaptor has no name; what it ran were nested pipelines. */
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
    help: [stackOf(pass)],
  };
}

/** What can be done about anything that a pass threw, whoever wrote the pass. */
function stackOf(pass: string): string {
  return `\`--debug\` shows the stack; if \`${pass}\` is not yours, report this to its author`;
}

/** For what carries a diagnostic of its own, as an IR's API throws: that one, and where the pass was. */
export function passThrewDiagnostic(pass: string, place: OpPlace, thrown: Diagnostic): Diagnostic {
  // Who says where it was meant something by it.
  if (thrown.at !== undefined || thrown.step !== undefined) return { step: pass, ...thrown };
  return {
    step: pass,
    ...thrown,
    ...(place.at === undefined ? {} : { at: place.at }),
    notes: [...(thrown.notes ?? []), { message: `pass \`${pass}\` threw this on ${opText(place)}` }],
    help: [...(thrown.help ?? []), stackOf(pass)],
  };
}

/** The same for code of a pass that runs on no operation. */
export function threwIn(
  what: "initialize" | "canScheduleOn" | "prepare" | "runText",
  pass: string,
  thrown: unknown,
): Diagnostic {
  return {
    ...base("PWC0406", `pass \`${pass}\` threw in \`${what}\`: ${describeThrown(thrown)}`),
    step: pass,
    help: [stackOf(pass)],
  };
}

export function promiseInSyncRun(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0407", `pass \`${pass}\` answered a promise on ${opText(place)} in a synchronous run`, place),
    step: pass,
    help: ["call `runAsync` where a pass is asynchronous"],
  };
}

export function promiseInDynamicPipeline(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0407", `pass \`${pass}\` answered a promise on ${opText(place)} in a dynamic pipeline`, place),
    step: pass,
    help: ["`runPipeline` is synchronous: leave asynchronous passes to the pipeline around it"],
  };
}

export function passFailed(pass: string, place: OpPlace): Diagnostic {
  return { ...base("PWC0408", `pass \`${pass}\` failed on ${opText(place)}`, place), step: pass };
}

/** Follows what the verifier itself reported. `thrown` is what it threw, if it did. */
export function verifierFailed(pass: string, place: OpPlace, thrown?: { readonly value: unknown }): Diagnostic {
  return {
    ...base("PWC0409", `the IR is not valid after ${passText(pass)} on ${opText(place)}`, place),
    ...(pass === "" ? {} : { step: pass }),
    ...(thrown === undefined ? {} : { notes: [messageOf(`the verifier threw ${describeThrown(thrown.value)}`)] }),
    help: [
      pass === ""
        ? "report this to the authors of the nested passes; `--verify-each=false` goes on without the check"
        : `report this to the author of \`${pass}\`; \`--verify-each=false\` goes on without the check`,
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
    help: [`add \`${part}\` to the adapter, or go without ${feature}`],
  };
}

export function outsideRun(pass: string, what: string): Diagnostic {
  return {
    ...base("PWC0412", `pass \`${pass}\` called \`${what}\` while it was not running on an operation`),
    step: pass,
    help: ["use the context inside `runOnOperation` only, and do not keep it"],
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
    ...base("PWC0415", `an analysis was asked of ${opText(child)}, which is not inside ${opText(op)}`, child),
    help: ["ask for analyses of the current operation, of those inside it, and for cached ones of those around it"],
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
    help: ["move what the two have in common into a third analysis"],
  };
}

export function noRegistry(pass: string): Diagnostic {
  return {
    ...base("PWC0208", `pass \`${pass}\` has a pipeline as an option, and the manager knows no passes by name`),
    step: pass,
    help: ["give the manager at the top a registry: `manager.registry = registry`"],
  };
}

/** Siblings run side by side, so what one of them decides for all would depend on their order. */
export function nestedJump(pass: string, target: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0418", `pass \`${pass}\` asked for a jump to \`${target}\` from nested ${opText(place)}`, place),
    step: pass,
    help: [
      "leave an attribute or an analysis there, and ask from a pass on the operation that the graph runs on, which reads it",
    ],
  };
}

export function jumpWithoutGraph(pass: string, target: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0419", `pass \`${pass}\` asked for a jump to \`${target}\`, and no pipeline graph runs it`, place),
    step: pass,
    help: [`run its pipeline in a graph that declares \`${target}\` among the pipeline's jump targets`],
  };
}

export function spoken(severity: Diagnostic["severity"], pass: string, message: string, place: OpPlace): Diagnostic {
  return { ...base("PWC0501", message, place), severity, step: pass };
}

export function runAborted(reason: unknown): Diagnostic {
  return {
    ...base("PWC0420", "the run was aborted"),
    ...(reason === undefined ? {} : { notes: [{ message: describeThrown(reason) }] }),
    help: ["discard the root: the pass that was aborted may have left it half changed"],
  };
}
