import { type Diagnostic, type SourceLocation } from "../diagnostic.ts";

/** Where something happened, as far as the adapter can tell. */
export interface OpPlace {
  readonly name: string;
  readonly symbol: string | undefined;
  readonly at: SourceLocation | undefined;
}

function base(code: string, message: string, place?: OpPlace): Diagnostic {
  return { code, severity: "error", message, ...(place?.at === undefined ? {} : { at: place.at }) };
}

function opText(place: OpPlace): string {
  return place.symbol === undefined ? `'${place.name}'` : `'${place.name}' @${place.symbol}`;
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
  const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return {
    ...base("PWC0406", `pass \`${pass}\` threw on ${opText(place)}: ${what}`, place),
    step: pass,
    help: [`report this to the author of \`${pass}\`; \`--debug\` shows the stack`],
  };
}

export function promiseInSyncRun(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0407", `pass \`${pass}\` answered a promise on ${opText(place)} in a synchronous run`, place),
    step: pass,
    help: ["call `runAsync` where a pass is asynchronous"],
  };
}

export function passFailed(pass: string, place: OpPlace): Diagnostic {
  return { ...base("PWC0408", `pass \`${pass}\` failed on ${opText(place)}`, place), step: pass };
}

export function verifierFailed(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base("PWC0409", `the IR is not valid after pass \`${pass}\` on ${opText(place)}`, place),
    step: pass,
    help: [`report this to the author of \`${pass}\`; \`--verify-each=false\` goes on without the check`],
  };
}

export function foreignOp(pass: string, place: OpPlace): Diagnostic {
  return {
    ...base(
      "PWC0410",
      `Trying to schedule a dynamic pipeline on an operation that isn't nested under the current operation the pass is processing`,
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

export function spoken(severity: Diagnostic["severity"], pass: string, message: string, place: OpPlace): Diagnostic {
  return { ...base("PWC0501", message, place), severity, step: pass };
}
