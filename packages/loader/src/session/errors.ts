import type { Diagnostic } from "@passwright/core";

/* PWL0401 to PWL0409: what loading a session needs and does not find. */

export function pluginNeedsCode(name: string, reason: string, at: Diagnostic["at"]): Diagnostic {
  return {
    code: "PWL0406",
    severity: "error",
    message: `data-only mode runs no code, and \`${name}\` cannot be planned with without its code: ${reason}`,
    plugin: name,
    ...(at === undefined ? {} : { at }),
    help: [`leave it out: --without ${name}; or do without data-only mode`],
  };
}

export function frameworkNeedsCode(name: string, at: Diagnostic["at"]): Diagnostic {
  return {
    code: "PWL0407",
    severity: "error",
    message: `data-only mode runs no code, and framework \`${name}\` builds its pipeline with code`,
    plugin: name,
    pluginKind: "framework",
    ...(at === undefined ? {} : { at }),
    help: ["write the pipeline in the config, as `pipeline`; or do without data-only mode"],
  };
}

export function dataOnlyCannotRun(): Diagnostic {
  return {
    code: "PWL0408",
    severity: "error",
    message: "the session was loaded in data-only mode, and a run needs the code of passes",
    help: ["load it without data-only mode; its plan can be printed for mlir-opt: `passwright plan --format mlir`"],
  };
}

export function irNotLoaded(): Diagnostic {
  return {
    code: "PWL0409",
    severity: "error",
    message: "the IR of a pipeline in a config is loaded when a manager is made, and none was made so far",
    help: ["call `await session.makeManager()` first"],
  };
}

export function optionalPluginMissing(name: string, at: Diagnostic["at"]): Diagnostic {
  return {
    code: "PWL0413",
    severity: "remark",
    message: `optional plugin \`${name}\` is not installed`,
    ...(at === undefined ? {} : { at }),
    help: [`install it to use it: \`npm install ${name}\``],
  };
}
