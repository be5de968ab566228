import type { Diagnostic } from "@passwright/core";
import type { Loss, LostInput } from "./loss.ts";

/** PWH0201: an input was not finished. */
export function inputLost({ job: { name }, how }: LostInput): Diagnostic {
  return {
    code: "PWH0201",
    severity: "error",
    message: `\`${name}\` was not finished: ${reasonOf(how)}`,
    at: { file: name, line: 0, column: 0 },
    help: ["run this input alone, without workers, to find the pass"],
  };
}

function reasonOf(how: Loss): string {
  if (how.kind === "time") return `the time limit of ${how.seconds} s was reached`;
  if (how.kind === "memory") return "its worker ran out of memory";
  if (how.kind === "interrupt") return "the run was aborted";
  return `its worker ended: ${how.reason}`;
}

/** PWH0202: an input cannot be read. */
export function unreadable(name: string, reason: string): Diagnostic {
  const message = `\`${name}\` cannot be read: ${reason}`;
  return { code: "PWH0202", severity: "error", message, help: ["correct the path, or pass the content of the input"] };
}
