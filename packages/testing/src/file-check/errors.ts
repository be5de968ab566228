import { errorDiagnostic as error, messageOf } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";

/** PWT0701 to PWT0799: errors in files with CHECK lines. */

export function noChecks(file: string, prefixes: readonly string[]): Diagnostic {
  const names = prefixes.map((prefix) => `\`${prefix}:\``).join(", ");
  const message = `${file} does not contain ${names}`;
  return error("PWT0701", message, `add a line with the expected output: \`// ${prefixes[0] ?? "CHECK"}: arith.addi\``);
}

export function badDirective(name: string, why: string, at: SourceLocation): Diagnostic {
  const help = "see the description of the directive: https://llvm.org/docs/CommandGuide/FileCheck.html";
  return error("PWT0702", `\`${name}:\` cannot be checked: ${why}`, help, { at });
}

/** Failed check, with the output that it does not match. */
export interface Mismatch {
  readonly name: string;
  readonly why: string;
  readonly at: SourceLocation;
  readonly input: { readonly message: string; readonly at?: SourceLocation };
  /** Lines of the output after the line in `input`, if they were searched. */
  readonly following: readonly string[];
  readonly variables: readonly (readonly [string, string | undefined])[];
}

export function checkFailed({ name, why, at, input, following, variables }: Mismatch): Diagnostic {
  const message = `\`${name}:\` ${why}`;
  return error("PWT0703", message, "compare the check with the output that follows it", {
    at,
    notes: [
      input,
      ...(following.length === 0 ? [] : [{ message: "following lines:", lines: following }]),
      ...variables.map(([variable, value]) =>
        value === undefined ? `${variable} has no value` : `${variable} is "${value}"`,
      ),
    ],
  });
}

export function emptyInput(file: string): Diagnostic {
  return error(
    "PWT0704",
    "the output is empty, so it cannot be checked",
    `check the output of the pipeline for ${file}`,
  );
}

export function noPipeline(file: string): Diagnostic {
  const message = `${file} does not specify a pipeline`;
  return error("PWT0705", message, "add `// PIPELINE: builtin.module(func.func(my-pass))` to the file, or set `run`");
}

export function runFailed(file: string, pipeline: string, reasons: readonly string[]): Diagnostic {
  const message = `the pipeline of ${file} did not run`;
  const help = reasons.some((reason) => reason.includes("does not refer to a registered pass"))
    ? "add the pass to `passes` in src/index.ts, and build the package"
    : "correct the pipeline or the input";
  return error("PWT0706", message, help, { notes: [`pipeline: ${pipeline}`, ...reasons.map(messageOf)] });
}
