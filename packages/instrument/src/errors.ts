import { type Diagnostic, type SourceLocation } from "@passwright/core";

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
