import { errorDiagnostic as error, messageOf, renderDiagnostic } from "@passwright/core";
import type { Diagnostic, Note, SourceLocation } from "@passwright/core";

/** PWT0701 to PWT0799: errors in files with CHECK lines. */

export function noChecks(file: string, prefixes: readonly string[]): Diagnostic {
  const names = prefixes.map((prefix) => `\`${prefix}:\``).join(" or ");
  const message = `file ${file} does not contain a line with ${names}`;
  return error("PWT0701", message, `add a line with the expected output: \`// ${prefixes[0] ?? "CHECK"}: arith.addi\``);
}

export function badDirective(name: string, why: string, at: SourceLocation): Diagnostic {
  const help = `correct the line; https://llvm.org/docs/CommandGuide/FileCheck.html describes \`${name}\``;
  return error("PWT0702", `the line with \`${name}:\` is invalid: ${why}`, help, { at });
}

export function mistyped(name: string, meant: string, at: SourceLocation): Diagnostic {
  return error("PWT0702", `\`${name}:\` is not a directive of FileCheck`, `did you mean \`${meant}:\`?`, { at });
}

/** Failed check, with the part of the output that does not match. */
export interface Mismatch {
  readonly name: string;
  readonly why: string;
  readonly at: SourceLocation;
  readonly input: { readonly message: string; readonly at?: SourceLocation };
  /** Lines of the output that follow the line in `input` and were also searched. */
  readonly following: readonly string[];
  readonly variables: readonly (readonly [string, string | undefined])[];
}

export function checkFailed({ name, why, at, input, following, variables }: Mismatch): Diagnostic {
  const message = `the text of \`${name}:\` ${why}`;
  return error("PWT0703", message, "correct the CHECK line, or the pass that wrote the output in the notes", {
    at,
    notes: [
      input,
      ...(following.length === 0 ? [] : [{ message: "following lines of the output:", lines: following }]),
      ...variables.map(([variable, value]) =>
        value === undefined ? `variable ${variable} does not have a value` : `variable ${variable} is "${value}"`,
      ),
    ],
  });
}

export function emptyInput(file: string): Diagnostic {
  const help = `run the pipeline on ${file} to find out why the output is empty`;
  return error("PWT0704", `the output for ${file} is empty`, help);
}

/** Reports a file without a pipeline. `root` is the name of the file's root operation, if it is known. */
export function noPipeline(file: string, root = "ROOT"): Diagnostic {
  const help = `add a comment with \`PIPELINE: ${root}(my-pass)\` to the file, or set \`run\``;
  return error("PWT0705", `file ${file} does not specify a pipeline`, help);
}

const didNotRun = (file: string, pipeline: string, reasons: readonly (string | Note)[], help: string): Diagnostic =>
  error("PWT0706", `the pipeline of ${file} failed`, help, { notes: [`pipeline: ${pipeline}`, ...reasons] });

export function runFailed(file: string, pipeline: string, causes: readonly Diagnostic[]): Diagnostic {
  const help = causes.some(({ code }) => code === "PWC0203")
    ? "add the pass to `passes` of the plugin or framework, and build the package if it is written in TypeScript"
    : "correct the pipeline or the input";
  const reasons = causes.map((cause) => messageOf(renderDiagnostic(cause)));
  return didNotRun(file, pipeline, reasons, help);
}

export function cannotParse(file: string, pipeline: string, ir: string): Diagnostic {
  return didNotRun(file, pipeline, [`IR \`${ir}\` does not have a parser`], "pass an IR with a parser as `ir`");
}
