import { messageOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { join as shellWords } from "shlex";
import type { PassReport } from "./run/tool-report.ts";

function error(code: string, message: string, rest: Partial<Diagnostic> = {}): Diagnostic {
  return { code, severity: "error", message, ...rest };
}

export function noProgram(pass: string, wanted: string): Diagnostic {
  return error("PWM0101", `pass \`${pass}\` needs a program that was not found`, {
    notes: [{ message: `searched for: ${wanted}` }],
    help: ["install the program (on Debian `apt install mlir-22-tools`), or add its folder to the PATH"],
  });
}

export function unstartable(program: string, reason: string): Diagnostic {
  return error("PWM0102", `program ${program} cannot be started: ${reason}`, {
    help: ["run the program with `--version` in a shell, and fix the reported problem"],
  });
}

export function killed(program: string, signal: string, pipeline: string): Diagnostic {
  return error("PWM0103", `signal ${signal} ended ${program}`, {
    notes: [{ message: `pipeline: ${pipeline}` }],
    help: ["run the pipeline again, and free memory if the machine has too little"],
  });
}

export function crashed(
  program: string,
  signal: string,
  pipeline: string,
  said: readonly string[],
  kept: { readonly file: string } | { readonly reason: string },
): Diagnostic {
  return error("PWM0104", `${program} crashed with ${signal}`, {
    notes: [
      { message: `pipeline: ${pipeline}` },
      ...said.map((message) => ({ message })),
      ...("reason" in kept ? [{ message: `no reproducer could be written: ${kept.reason}` }] : []),
    ],
    help:
      "file" in kept
        ? [`reproduce the crash: \`${shellWords([program, "--run-reproducer", kept.file])}\``]
        : ["set `reproducers` of `mlirTool` to a writable folder"],
  });
}

export function failedSilently(program: string, code: number | undefined, said: string): Diagnostic {
  return error("PWM0105", `${program} ended with exit code ${code} without reporting an error`, {
    ...(said === "" ? {} : { notes: [messageOf(`standard error: ${said}`)] }),
    help: ["run the program in a shell on the same input, with the arguments that `--debug` shows"],
  });
}

export function unreadableResult(program: string, reasons: readonly Diagnostic[]): Diagnostic {
  return error("PWM0106", `the output of ${program} cannot be parsed`, {
    notes: reasons.map(({ message, lines, at }) => ({
      message,
      ...(lines === undefined ? {} : { lines }),
      ...(at === undefined ? {} : { at }),
    })),
    help: ["report the problem and the output of the program to the authors of Passwright"],
  });
}

export function unknownPass(pass: string, name: string, program: string, suggestion: string | undefined): Diagnostic {
  return error("PWM0107", `pass \`${pass}\` runs \`${name}\` of ${program}, which does not have this pass`, {
    help: [
      suggestion === undefined ? `run \`${program} --help\` for a list of passes` : `did you mean \`${suggestion}\`?`,
    ],
  });
}

export function printedNothing(program: string): Diagnostic {
  return error("PWM0109", `${program} succeeded but printed nothing`, {
    help: ["remove `-o` from `arguments`, so that the program prints to standard output"],
  });
}

export function cannotIsolate(pass: string, operation: string): Diagnostic {
  return error(
    "PWM0108",
    `pass \`${pass}\` cannot run on a single '${operation}', because the operation uses values that are defined outside`,
    {
      help: [`anchor the pass on an operation around '${operation}' that is isolated from above`],
    },
  );
}

export function passReport(program: string, { name, seconds, counts }: PassReport): Diagnostic {
  const counted = counts.length === 0 ? "" : `; ${counts.join(", ")}`;
  return { code: "PWM0301", severity: "remark", message: `${name} took ${seconds} seconds in ${program}${counted}` };
}
