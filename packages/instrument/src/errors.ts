import type { Diagnostic, OpPlace, SourceLocation } from "@passwright/core";

export function timingStopped(): Diagnostic {
  return {
    code: "PWN0101",
    severity: "error",
    message: "the timing was stopped: it cannot time more",
    help: ["make a new `Timing`, and stop or report it when everything is done"],
  };
}

export function missingPart(part: string, adapter: string, feature: string): Diagnostic {
  return {
    code: "PWN0102",
    severity: "error",
    message: `${feature} needs \`${part}\`, which the adapter of IR \`${adapter}\` does not have`,
    help: [`add \`${part}\` to the adapter, or go without ${feature}`],
  };
}

/** In MLIR's words. `outcome` says where the reproducer is, or why there is none. */
export function reproducerWritten(running: string, outcome: string, at: SourceLocation | undefined): Diagnostic {
  const place = at === undefined ? {} : { at };
  return {
    code: "PWN0201",
    severity: "error",
    message: "Failures have been detected while processing an MLIR pass pipeline",
    ...place,
    notes: [{ message: `Pipeline failed while executing ${running}: ${outcome}`, ...place }],
  };
}

export function badReproducer(message: string, at: SourceLocation): Diagnostic {
  return {
    code: "PWN0202",
    severity: "error",
    message,
    at,
    help: ['a reproducer has `pipeline: "builtin.module(…)"`, `disable_threading: true` and `verify_each: true`'],
  };
}

export const WROTE_OUTSIDE = "PWN0301";

/** `steps` are those that may have done it: one, where that is known. */
export function wroteOutside(
  steps: readonly { readonly pass: string; readonly on: string; readonly at: SourceLocation | undefined }[],
  what: string,
): Diagnostic {
  const [first, ...others] = steps;
  const isKnown = first !== undefined && others.length === 0;
  return {
    code: WROTE_OUTSIDE,
    severity: "error",
    message: isKnown
      ? `pass \`${first.pass}\` on ${first.on} wrote where it may not: ${what}`
      : `a pass wrote where it may not: ${what}`,
    ...(isKnown && first.at !== undefined ? { at: first.at } : {}),
    ...(isKnown
      ? { step: first.pass }
      : { notes: steps.map(({ pass, on }) => ({ message: `it may have been \`${pass}\` on ${on}` })) }),
    help: ["anchor the pass on an operation around all that it writes, or let it keep to its own operation"],
  };
}

export function analysisWrote(analysis: string, { name, symbol, at }: OpPlace): Diagnostic {
  const place = symbol === undefined ? `'${name}'` : `'${name}' @${symbol}`;
  return {
    code: "PWN0302",
    severity: "error",
    message: `analysis \`${analysis}\` changed ${place}`,
    ...(at === undefined ? {} : { at }),
    help: ["make it a pass, or let it leave the IR as it is"],
  };
}

/** A pass on an operation, for messages. */
interface Step {
  readonly pass: string;
  readonly on: string;
  readonly at: SourceLocation | undefined;
}

export function keptState({ pass, on, at }: Step): Diagnostic {
  return {
    code: "PWN0303",
    severity: "error",
    message: `pass \`${pass}\` keeps state between operations: in fresh state it makes something else of ${on}`,
    ...(at === undefined ? {} : { at }),
    step: pass,
    help: [
      "begin `runOnOperation` with what it needs in its initial state, or anchor the pass on an operation around them",
    ],
  };
}

export function brokePreservation({ pass, on, at }: Step, analysis: string): Diagnostic {
  return {
    code: "PWN0305",
    severity: "error",
    message: `pass \`${pass}\` says that it preserves analysis \`${analysis}\`, and did not on ${on}`,
    ...(at === undefined ? {} : { at }),
    step: pass,
    help: [`take \`${analysis}\` out of its \`preserves\`, or leave alone what it is computed from`],
  };
}

/** `step` is the pass that made a difference, where it is known. */
export function dependsOnSiblings(step: Step | undefined): Diagnostic {
  const help = "anchor the pass on an operation around all that it reads, or let it read its own operation only";
  const base = { code: "PWN0304", severity: "error" as const, help: [help] };
  if (step === undefined) {
    return { ...base, message: "the result depends on the order in which operations beside each other are worked on" };
  }
  const { pass, on, at } = step;
  return {
    ...base,
    message: `pass \`${pass}\` depends on what is beside its operation: in another order it makes something else of ${on}`,
    ...(at === undefined ? {} : { at }),
    step: pass,
  };
}
