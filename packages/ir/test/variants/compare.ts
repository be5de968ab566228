import { whatMlirOptSays, whatWeSay } from "../what-is-wrong.ts";

/** Number of texts that mlir-opt refuses, and the differences between the two programs. */
export interface Comparison {
  readonly count: number;
  readonly refused: number;
  /** Texts that one program refuses and the other accepts. */
  readonly verdicts: readonly string[];
  /** Texts whose first diagnostics differ. */
  readonly messages: readonly string[];
}

const BATCH = 200;

export function compareDiagnostics(texts: readonly string[]): Comparison {
  const verdicts: string[] = [];
  const messages: string[] = [];
  let refused = 0;
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    for (const [i, theirs] of whatMlirOptSays(batch).entries()) {
      // If mlir-opt crashes, there is nothing to compare.
      const ours = whatWeSay(batch[i]!);
      if (theirs === undefined) continue;
      if (theirs.length > 0) refused++;
      const difference = `${batch[i]!}mlir-opt: ${theirs[0] ?? "valid"}\nours:     ${ours[0] ?? "valid"}\n`;
      if (theirs.length > 0 !== ours.length > 0) verdicts.push(difference);
      else if (theirs[0] !== ours[0]) messages.push(difference);
    }
  }
  return { count: texts.length, refused, verdicts, messages };
}
