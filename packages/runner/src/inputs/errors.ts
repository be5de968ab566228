import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Loss, LostInput } from "./lane.ts";

/** Reports PWH0201: the run of an input did not finish. */
export function inputLost({ job: { name }, how }: LostInput): Diagnostic {
  const help = "run only this input, without workers, to find the pass that causes the problem";
  const at = { file: name, line: 0, column: 0 };
  return errorDiagnostic("PWH0201", messageFor(`input \`${name}\``, how), help, { at });
}

function messageFor(input: string, how: Loss): string {
  if (how.kind === "time") return `${input} exceeded the time limit of ${how.seconds} s`;
  if (how.kind === "memory") return `the worker ran out of memory while it processed ${input}`;
  if (how.kind === "interrupt") return `${input} was not finished, because the run was aborted`;
  return `the worker ended while it processed ${input}: ${how.reason}`;
}

/** Reports PWH0202: an input cannot be read. */
export function unreadable(name: string, reason: string): Diagnostic {
  const message = `input \`${name}\` cannot be read: ${reason}`;
  return errorDiagnostic("PWH0202", message, "correct the path, or pass the content of the input instead");
}

/** Returns the message for a job that cannot run, because the worker ended while it ran the setup. */
export function setupLost(how: Loss): string {
  return messageFor("the setup", how);
}

/** Reports PWL0606: the number of workers is invalid. */
export function badWorkerCount(count: unknown): Diagnostic {
  const message = `the settings of \`Pool\`: \`workers\` must be a positive integer, not ${String(count)}`;
  return errorDiagnostic("PWL0606", message, "correct the settings of `Pool`");
}

/** Reports PWL0606: the module of `assemblySetup` does not export a framework. */
export function noFramework(module: string): Diagnostic {
  const message = `module \`${module}\` of \`assemblySetup\` does not export a framework with the name \`framework\``;
  return errorDiagnostic("PWL0606", message, "add `export const framework = …` to the module");
}
