import { readFileSync } from "node:fs";

/** One recorded run of mlir-opt 22. */
export interface Case {
  readonly section: string;
  readonly args: readonly string[];
  readonly stdin: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly rc: number;
  /** Contents of the files after the run. `null` means that the file does not exist. */
  readonly files: Readonly<Record<string, string | null>>;
}

interface Recorded {
  /** Files in the folder of every run. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

const file = new URL("../../../test/opt/cases/mlir-opt-cases.json", import.meta.url);

export const { inputs, cases }: Recorded = JSON.parse(readFileSync(file, "utf8")) as Recorded;

/** Returns the name of a case: its arguments as a command line. */
export function nameOf({ args, stdin }: Pick<Case, "args" | "stdin">): string {
  return `${stdin === null ? "" : `${JSON.stringify(stdin)} | `}${args.join(" ")}`.replaceAll("\n", "⏎");
}
