import { type Program, type Terminal } from "@passwright/cli";

/** What a program did. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program in this process with a terminal that keeps what is written. */
export async function runProgram(
  program: Program,
  argv: readonly string[],
  options: {
    readonly cwd: string;
    readonly input?: string;
    readonly progress?: (text: string) => void;
    readonly onInterrupt?: Terminal["onInterrupt"];
  },
): Promise<Outcome> {
  let out = "";
  let err = "";
  const terminal: Terminal = {
    cwd: options.cwd,
    outHasColor: false,
    errHasColor: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    ...(options.progress === undefined ? {} : { progress: options.progress }),
    ...(options.onInterrupt === undefined ? {} : { onInterrupt: options.onInterrupt }),
    readInput: () => Promise.resolve(options.input ?? ""),
  };
  const code = await program(argv, terminal);
  return { code, out, err };
}

/** An outcome as one text, for comparison in one go. */
export function outcomeText({ code, out, err }: Outcome): string {
  return [out === "" ? "" : `--- out\n${out}`, err === "" ? "" : `--- err\n${err}`, `--- exit ${code}\n`].join("");
}
