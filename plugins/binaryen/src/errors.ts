import { messageOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

type Problem = Omit<Diagnostic, "severity">;

function error(problem: Problem): Diagnostic {
  return { ...problem, severity: "error" };
}

/** PWW0001: the optional peer dependency is missing or does not start. */
export function noBinaryen(reason: string): Diagnostic {
  return error({
    code: "PWW0001",
    message: "WebAssembly needs the package `binaryen`, which could not be loaded",
    notes: [{ message: reason }],
    help: ["install it with `npm install binaryen`"],
  });
}

/** PWW0002: used before `load()`. */
export function notLoaded(): Diagnostic {
  return error({
    code: "PWW0002",
    message: "Binaryen is not loaded",
    help: ["call `await wasm.load()` first"],
  });
}

/** PWW0003: Binaryen aborted and is in an undefined state. */
export function binaryenAborted(reason: string): Diagnostic {
  return error({
    code: "PWW0003",
    message: "Binaryen aborted and cannot be used again in this process",
    notes: [{ message: reason }],
    help: ["run the pipeline with `--verify-each` to find the pass that made the module invalid"],
  });
}

/** PWW0101: a required argument of a pass is missing. */
export function missingArgument(pass: string, argument: string): Diagnostic {
  return error({
    code: "PWW0101",
    message: `\`${pass}\` requires an argument: ${argument}`,
    help: [`write \`${pass}{argument=…}\``],
  });
}

/** PWW0102: a required setting of a pass is missing. */
export function missingSetting(pass: string, setting: string): Diagnostic {
  return error({
    code: "PWW0102",
    message: `\`${pass}\` requires the setting \`${setting}\``,
    help: [`add the setting if your modules satisfy it: \`${pass}{settings=${setting}}\``],
  });
}

/** PWW0103: a pass stopped with a message or an exception. */
export function nativeFailure(passes: readonly string[], reason: string): Diagnostic {
  const names = passes.map((name) => `\`${name}\``).join(", ");
  return error({ code: "PWW0103", message: `Binaryen stopped in ${names}: ${reason}` });
}

/** PWW0201: the text is not a module. */
export function badText(message: string, at: Diagnostic["at"]): Diagnostic {
  return error({ code: "PWW0201", message, ...(at === undefined ? {} : { at }) });
}

/** PWW0202: the bytes are not a module. */
export function badBinary(file: string, message: string): Diagnostic {
  return error({ code: "PWW0202", message: `\`${file}\` is not a WebAssembly module: ${message}` });
}

/** PWW0203: a message of Binaryen's validator about an expression. */
export function invalidModule(message: string, expression: string): Diagnostic {
  return error({
    code: "PWW0203",
    message,
    ...(expression === "" ? {} : { notes: [messageOf(expression)] }),
  });
}

/** PWW0301: a handle refers to a function that a pass removed. */
export function goneFunction(name: string): Diagnostic {
  return error({
    code: "PWW0301",
    message: `function \`${name}\` is no longer in its module`,
    help: ["get the functions from the module again after other passes"],
  });
}

/** PWW0104: a pattern is not a regular expression. */
export function badPattern(pass: string, reason: string): Diagnostic {
  return error({
    code: "PWW0104",
    message: `invalid \`pattern\` of \`${pass}\`: ${reason}`,
    help: ["write a JavaScript regular expression without slashes: `^env\\.|debug`"],
  });
}
