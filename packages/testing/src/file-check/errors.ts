import { messageOf } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";

/** PWT0701 to PWT0799: errors in files with CHECK lines. */

export function noChecks(file: string, prefixes: readonly string[]): Diagnostic {
  const names = prefixes.map((prefix) => `\`${prefix}:\``).join(", ");
  return {
    code: "PWT0701",
    severity: "error",
    message: `${file} has no line with ${names}`,
    help: [`add a line with the expected output: // ${prefixes[0] ?? "CHECK"}: arith.addi`],
  };
}

export function badDirective(name: string, why: string, at: SourceLocation): Diagnostic {
  return {
    code: "PWT0702",
    severity: "error",
    message: `\`${name}:\` cannot be checked: ${why}`,
    at,
    help: ["https://llvm.org/docs/CommandGuide/FileCheck.html describes the directives"],
  };
}

/** Failed check and the output that it does not match. */
export interface Mismatch {
  readonly name: string;
  readonly why: string;
  readonly at: SourceLocation;
  readonly input: { readonly message: string; readonly at?: SourceLocation };
  /** Lines of the output after the one that `input` shows, if they were searched. */
  readonly following: readonly string[];
  readonly variables: readonly (readonly [string, string | undefined])[];
}

export function checkFailed({ name, why, at, input, following, variables }: Mismatch): Diagnostic {
  return {
    code: "PWT0703",
    severity: "error",
    message: `\`${name}:\` ${why}`,
    at,
    notes: [
      input,
      ...(following.length === 0 ? [] : [{ message: "following lines:", lines: following }]),
      ...variables.map(([variable, value]) => ({
        message: value === undefined ? `${variable} has no value` : `${variable} is "${value}"`,
      })),
    ],
    help: ["compare the check at the first position with the output at the second"],
  };
}

export function emptyInput(file: string): Diagnostic {
  return {
    code: "PWT0704",
    severity: "error",
    message: "there is nothing to check: the output is empty",
    help: [`check the output of the pipeline for ${file}`],
  };
}

export function noPipeline(file: string): Diagnostic {
  return {
    code: "PWT0705",
    severity: "error",
    message: `${file} has no pipeline to run`,
    help: ["write // PIPELINE: builtin.module(func.func(my-pass)), or set `run`"],
  };
}

export function runFailed(file: string, pipeline: string, reasons: readonly string[]): Diagnostic {
  return {
    code: "PWT0706",
    severity: "error",
    message: `the pipeline of ${file} did not run`,
    notes: [{ message: `the pipeline is ${pipeline}` }, ...reasons.map(messageOf)],
    help: [
      reasons.some((reason) => reason.includes("does not refer to a registered pass"))
        ? "add the pass to `passes` in src/index.ts, and build the package"
        : "fix the pipeline or the input: checks run only after a successful run",
    ],
  };
}
