import { messageOf } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { join as shellWords } from "shlex";
import type { PassReport } from "./run/tool-report.ts";

function error(code: string, message: string, rest: Partial<Diagnostic> = {}): Diagnostic {
  return { code, severity: "error", message, ...rest };
}

export function noProgram(pass: string, wanted: string): Diagnostic {
  return error("PWM0101", `pass \`${pass}\` needs a program that is not there`, {
    notes: [{ message: `looked for ${wanted} on the PATH` }],
    help: ["install it (Debian: `apt install mlir-22-tools`), or have the variable or the PATH lead to it"],
  });
}

export function unstartable(program: string, reason: string): Diagnostic {
  return error("PWM0102", `${program} could not be started: ${reason}`, {
    help: ["try to start it by hand with `--version`"],
  });
}

export function killed(program: string, signal: string, pipeline: string): Diagnostic {
  return error("PWM0103", `${program} was ended from outside by ${signal}`, {
    notes: [{ message: `it ran ${pipeline}` }],
    help: ["run it again; if the system is short of memory, with less beside it"],
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
      { message: `it ran ${pipeline}` },
      ...said.map((message) => ({ message })),
      ...("reason" in kept ? [{ message: `no reproducer could be written: ${kept.reason}` }] : []),
    ],
    help:
      "file" in kept
        ? [`see it again: \`${shellWords([program, "--run-reproducer", kept.file])}\``]
        : ["name a folder that can be written: `reproducers` of `mlirTool`"],
  });
}

export function failedSilently(program: string, code: number | undefined, said: string): Diagnostic {
  return error("PWM0105", `${program} ended with exit code ${code} and did not say why`, {
    ...(said === "" ? {} : { notes: [messageOf(said)] }),
    help: ["run it by hand on the same input; `--debug` shows what it was started with"],
  });
}

export function unreadableResult(program: string, reasons: readonly Diagnostic[]): Diagnostic {
  return error("PWM0106", `what ${program} printed cannot be read`, {
    notes: reasons.map(({ message, lines, at }) => ({
      message,
      ...(lines === undefined ? {} : { lines }),
      ...(at === undefined ? {} : { at }),
    })),
    help: ["report this to the authors of Passwright, with the text that the program prints"],
  });
}

export function unknownPass(pass: string, name: string, program: string, suggestion: string | undefined): Diagnostic {
  return error("PWM0107", `${program} has no pass \`${name}\`, which is what \`${pass}\` stands for`, {
    help: [suggestion === undefined ? `see \`${program} --help\` for what it has` : `did you mean \`${suggestion}\`?`],
  });
}

export function printedNothing(program: string): Diagnostic {
  return error("PWM0109", `${program} ended as if all were well, and printed nothing`, {
    help: ["see that it prints the result to its standard output: `arguments` is to have no `-o`"],
  });
}

export function cannotIsolate(pass: string, operation: string): Diagnostic {
  return error(
    "PWM0108",
    `pass \`${pass}\` cannot run on '${operation}' by itself, because it uses values from outside`,
    {
      help: [`anchor it on an operation around '${operation}' that is isolated from above`],
    },
  );
}

export function passReport(program: string, { name, seconds, counts }: PassReport): Diagnostic {
  const counted = counts.length === 0 ? "" : `; ${counts.join(", ")}`;
  return { code: "PWM0301", severity: "remark", message: `${name} took ${seconds} seconds in ${program}${counted}` };
}
