import { messageOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/* What flags of passwright-opt exclude, in mlir-opt's words, and what its plugins do; the codes go on from ../errors.ts. */

export function pipelineAndPasses(): Diagnostic {
  return {
    code: "PWR0401",
    severity: "error",
    message: "'-pass-pipeline' option can't be used with individual pass options",
    help: ["write the passes into the pipeline"],
  };
}

export function localWithThreads(): Diagnostic {
  return {
    code: "PWR0402",
    severity: "error",
    message: "Local crash reproduction may not be used without disabling mutli-threading first.",
    help: ["add --mlir-disable-threading"],
  };
}

export function moduleScopeWithThreads(): Diagnostic {
  return {
    code: "PWR0403",
    severity: "error",
    ...messageOf(
      "IR print for module scope can't be setup on a pass-manager without disabling multi-threading first.\n",
    ),
    help: ["add --mlir-disable-threading"],
  };
}

export function dialectTwice(name: string, first: string | undefined, second: string): Diagnostic {
  return {
    code: "PWR0404",
    severity: "error",
    message: `dialect \`${name}\` is registered twice`,
    plugin: second,
    notes: [{ message: `first by ${first ?? "@passwright/ir"}` }, { message: `then by ${second}` }],
    help: ["leave one of the two plugins out"],
  };
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
  return {
    code: "PWR0405",
    severity: "error",
    ...messageOf(text),
    help: ["report this, with the input, to the author of the dialect"],
  };
}
