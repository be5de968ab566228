import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic, DiagnosticFacts, Note } from "@passwright/core";
import { originText } from "../contributions/origin.ts";
import type { Origin } from "../contributions/origin.ts";
import { placeText } from "../contributions/place.ts";
import type { MemberPlace, Which } from "../contributions/place.ts";

export interface Request {
  readonly pass: { readonly name: string };
  readonly place: MemberPlace;
  readonly which?: Which | undefined;
  readonly origin: Origin;
  readonly reason?: string | undefined;
}

type Whereabouts = Pick<Diagnostic, "at" | "plugin" | "pluginKind">;

/** Converts an origin to the position and contributor of a diagnostic. */
export function whereOf(origin: Origin): Whereabouts {
  const plugin = origin.kind === "config" ? {} : blamed(origin);
  if (origin.file === undefined || origin.line === undefined) return plugin;
  return { ...plugin, at: { file: origin.file, line: origin.line, column: origin.column ?? 1 } };
}

function blamed({ kind, name }: Origin): Whereabouts {
  return kind === "framework" ? { plugin: name, pluginKind: kind } : { plugin: name };
}

export function aboutStep(
  code: string,
  { origin, address }: { readonly origin: Origin; readonly address?: string },
  message: string,
  help: string | readonly (string | undefined)[],
  facts: DiagnosticFacts,
): Diagnostic {
  return errorDiagnostic(code, message, help, { ...whereOf(origin), step: address, ...facts });
}

export function positionNote(step: {
  readonly address: string;
  readonly because: string;
  readonly origin: Origin;
}): Note {
  return { message: positionText(step.address, step.because, step.origin), contributor: step.origin.name };
}

export function positionText(name: string, because: string, origin: Origin): string {
  return `position of \`${name}\`: ${because} (${originText(origin)})`;
}

function requested(request: Request): string {
  const reason = request.reason === undefined ? "" : `: "${request.reason}"`;
  return `requested: \`${request.pass.name}\` ${placeText(request.place, request.which)}${reason}`;
}

export function placement(
  code: string,
  message: string,
  request: Request,
  help: string | readonly (string | undefined)[],
  { notes = [], ...facts }: DiagnosticFacts,
): Diagnostic {
  const where = { ...whereOf(request.origin), pass: request.pass.name, ...facts };
  return errorDiagnostic(code, message, help, { ...where, notes: [requested(request), ...(notes ?? [])] });
}
