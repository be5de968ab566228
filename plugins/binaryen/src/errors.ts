import { messageOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

type Problem = Omit<Diagnostic, "severity">;

function error(problem: Problem): Diagnostic {
  return { ...problem, severity: "error" };
}

/** PWW0001: the optional peer is not there, or does not start. */
export function noBinaryen(reason: string): Diagnostic {
  return error({
    code: "PWW0001",
    message: "WebAssembly needs the package `binaryen`, which could not be loaded",
    notes: [{ message: reason }],
    help: ["npm install binaryen"],
  });
}

/** PWW0002: used before `load()`. */
export function notLoaded(): Diagnostic {
  return error({
    code: "PWW0002",
    message: "Binaryen is not loaded yet",
    help: ["wait for `wasm.load()` first; `passwright` and sessions of the loader do"],
  });
}

/** PWW0003: an abort leaves Binaryen in a state that nobody knows. */
export function binaryenAborted(reason: string): Diagnostic {
  return error({
    code: "PWW0003",
    message: "Binaryen aborted, and can do nothing more in this process",
    notes: [{ message: reason }],
    help: ["run again with `--verify-each`, to see which pass left the module invalid"],
  });
}

/** PWW0101: a pass that cannot do without an argument has none. */
export function missingArgument(pass: string, argument: string): Diagnostic {
  return error({
    code: "PWW0101",
    message: `\`${pass}\` takes an argument: ${argument}`,
    help: [`${pass}{argument=…}`],
  });
}

/** PWW0102: a pass that refuses to run without a setting is not given it. */
export function missingSetting(pass: string, setting: string): Diagnostic {
  return error({
    code: "PWW0102",
    message: `\`${pass}\` runs only with the setting \`${setting}\``,
    help: [`${pass}{settings=${setting}}, if that is true of your modules`],
  });
}

/** PWW0103: what a pass wrote or threw when it gave up. */
export function nativeFailure(passes: readonly string[], reason: string): Diagnostic {
  const names = passes.map((name) => `\`${name}\``).join(", ");
  return error({ code: "PWW0103", message: `Binaryen stopped in ${names}: ${reason}` });
}

/** PWW0201: text that is no module. */
export function badText(message: string, at: Diagnostic["at"]): Diagnostic {
  return error({ code: "PWW0201", message, ...(at === undefined ? {} : { at }) });
}

/** PWW0202: bytes that are no module. */
export function badBinary(file: string, message: string): Diagnostic {
  return error({ code: "PWW0202", message: `\`${file}\` is no WebAssembly module: ${message}` });
}

/** PWW0203: what Binaryen's validator says, and the expression it says it of. */
export function invalidModule(message: string, expression: string): Diagnostic {
  return error({
    code: "PWW0203",
    message,
    ...(expression === "" ? {} : { notes: [messageOf(expression)] }),
  });
}

/** PWW0301: a handle to a function that a pass removed. */
export function goneFunction(name: string): Diagnostic {
  return error({
    code: "PWW0301",
    message: `function \`${name}\` is no longer in its module`,
    help: ["ask the module for its functions again after other passes ran"],
  });
}

/** PWW0104: a pattern that is no regular expression. */
export function badPattern(pass: string, reason: string): Diagnostic {
  return error({
    code: "PWW0104",
    message: `\`pattern\` of \`${pass}\`: ${reason}`,
    help: ["a pattern is a regular expression of JavaScript, without slashes around it: ^env\\.|debug"],
  });
}
