import type { Program, Terminal } from "@passwright/cli";
import { runProgram as run } from "@passwright/development";
import type { Outcome } from "@passwright/development";

export { type Outcome };

/** Runs a program in this process with a terminal that records the output. */
export function runProgram(
  program: Program,
  argv: readonly string[],
  options: {
    readonly cwd: string;
    readonly input?: string | Uint8Array;
    readonly progress?: (text: string) => void;
    readonly onInterrupt?: Terminal["onInterrupt"];
  },
): Promise<Outcome> {
  const { progress, onInterrupt, ...rest } = options;
  const more = {
    ...(progress === undefined ? {} : { progress }),
    ...(onInterrupt === undefined ? {} : { onInterrupt }),
  };
  return run(program, argv, { ...rest, more });
}

/** Formats an outcome as one text, for comparison. */
export function outcomeText({ code, out, err }: Outcome): string {
  return [out === "" ? "" : `--- out\n${out}`, err === "" ? "" : `--- err\n${err}`, `--- exit ${code}\n`].join("");
}
