import { didYouMean, messageOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

type Problem = Omit<Diagnostic, "severity">;

function error(problem: Problem): Diagnostic {
  return { ...problem, severity: "error" };
}

/** PWW0001: the optional peer dependency `binaryen` is missing or does not start. */
export function noBinaryen(reason: string): Diagnostic {
  return error({
    code: "PWW0001",
    message: "a pipeline on WebAssembly needs the package `binaryen`, which cannot be loaded",
    notes: [{ message: reason }],
    help: ["install it with `npm install binaryen`"],
  });
}

/** PWW0002: Binaryen was used before `load()` was called. */
export function notLoaded(): Diagnostic {
  return error({
    code: "PWW0002",
    message: "Binaryen is not loaded",
    help: ["call `await wasm.load()` before the first use of an IR or a pass"],
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

/** PWC0203: a program requests a pass that Binaryen does not have. `similar` is the name of a similar pass. */
export function unknownPass(name: string, similar: string | undefined): Diagnostic {
  const help = didYouMean(similar, "choose a name from `nativePassTable`");
  return error({ code: "PWC0203", message: `\`${name}\` is not a pass of Binaryen`, help: [help] });
}

/** PWW0101: a required argument of a pass is missing. */
export function missingArgument(pass: string, argument: string): Diagnostic {
  return error({
    code: "PWW0101",
    message: `pass \`${pass}\` requires the option \`argument\`: ${argument}`,
    help: [`set the option in the pipeline: \`${pass}{argument=…}\``],
  });
}

/** PWW0102: a required setting of a pass is missing. */
export function missingSetting(pass: string, setting: string): Diagnostic {
  return error({
    code: "PWW0102",
    message: `pass \`${pass}\` requires the setting \`${setting}\``,
    help: [`write \`${pass}{settings=${setting}}\` if this setting is correct for your modules`],
  });
}

/** Passes that require the result of `flatten`. */
const NEEDS_FLAT: ReadonlySet<string> = new Set(["dfo", "i64-to-i32-lowering", "souperify", "souperify-single-use"]);

/** PWW0103: a pass stopped with a message or an exception. */
export function nativeFailure(passes: readonly string[], reason: string): Diagnostic {
  const names = passes.map((name) => `\`${name}\``).join(", ");
  const flat = passes.findIndex((name) => NEEDS_FLAT.has(name));
  const step = passes.slice(0, flat).includes("flatten") ? undefined : passes[flat];
  return error({
    code: "PWW0103",
    message: `Binaryen stopped in ${passes.length > 1 ? "one of the passes" : "pass"} ${names}: ${reason}`,
    ...(step === undefined ? {} : { step, help: [`add pass \`flatten\` before \`${step}\``] }),
  });
}

/** PWW0201: the text is not a valid module. */
export function badText(message: string, at: Diagnostic["at"]): Diagnostic {
  return error({ code: "PWW0201", message, ...(at === undefined ? {} : { at }) });
}

/** PWW0202: the bytes are not a valid module. */
export function badBinary(file: string, message: string): Diagnostic {
  const text = `file \`${file}\` is not a valid WebAssembly binary: ${message}`;
  return error({ code: "PWW0202", message: text, help: ["check that the file is complete"] });
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
    message: `function \`${name}\` was removed from its module`,
    help: ["read `module.functions` again after each pass on the module"],
  });
}

/** PWW0104: a pattern is not a regular expression. */
export function badPattern(pass: string, reason: string): Diagnostic {
  return error({
    code: "PWW0104",
    message: `option \`pattern\` of pass \`${pass}\` is invalid: ${reason}`,
    help: ["write a JavaScript regular expression without slashes, for example `^env\\.|debug`"],
  });
}
