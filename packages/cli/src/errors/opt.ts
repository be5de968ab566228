import { errorDiagnostic as error, messageOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/* Errors of passwright-opt, with mlir-opt's messages: PWR0401 to PWR0405. */

export function pipelineAndPasses(): Diagnostic {
  const message = "'-pass-pipeline' option can't be used with individual pass options";
  return error("PWR0401", message, "write the passes in the pipeline");
}

export function localWithThreads(): Diagnostic {
  const message = "Local crash reproduction may not be used without disabling mutli-threading first.";
  return error("PWR0402", message, "add --mlir-disable-threading");
}

export function moduleScopeWithThreads(): Diagnostic {
  const text = "IR print for module scope can't be setup on a pass-manager without disabling multi-threading first.\n";
  return errorOfText("PWR0403", text, "add --mlir-disable-threading");
}

export function dialectTwice(name: string, first: string | undefined, second: string): Diagnostic {
  return error("PWR0404", `dialect \`${name}\` is registered twice`, "remove one of the two plugins", {
    plugin: second,
    notes: [`first registered by ${first ?? "@passwright/ir"}`, `registered again by ${second}`],
  });
}

export function notReadAgain(op: string): Diagnostic {
  return roundTripFailed(`'${op}' op failed to parse textual content back, cannot verify round-trip.\n`);
}

export function readDifferently(op: string, wanted: string, found: string): Diagnostic {
  return roundTripFailed(
    `'${op}' op textual roundTrip testing roundtripped module differs from reference:\n` +
      `<<<<<<Reference\n${wanted}\n=====\n${found}\n>>>>>roundtripped\n`,
  );
}

function roundTripFailed(text: string): Diagnostic {
  return errorOfText("PWR0405", text, "report the problem, with the input, to the author of the dialect");
}

/** Makes an error with MLIR's text, without the line break at the end of the text. */
function errorOfText(code: string, text: string, help: string): Diagnostic {
  const { message, lines } = messageOf(text);
  return error(code, message, help, { lines });
}
