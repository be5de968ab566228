import { readFileSync } from "node:fs";

/** One recorded run of mlir-opt 22. */
export interface Case {
  readonly section: string;
  readonly args: readonly string[];
  readonly stdin: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly rc: number;
  /** Files that were there afterwards, with their text; `null` for one that was not. */
  readonly files: Readonly<Record<string, string | null>>;
}

interface Recorded {
  /** Files that lie in the folder of every run. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

const file = new URL("../../../test/opt/cases/mlir-opt-cases.json", import.meta.url);

export const { inputs, cases }: Recorded = JSON.parse(readFileSync(file, "utf8")) as Recorded;

/** How to call a case: its arguments, as one would type them. */
export function nameOf({ args, stdin }: Pick<Case, "args" | "stdin">): string {
  return `${stdin === null ? "" : `${JSON.stringify(stdin)} | `}${args.join(" ")}`.replaceAll("\n", "⏎");
}
