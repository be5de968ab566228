import { runMlirOpt } from "./mlir-opt.ts";

const separator = "// -----\n";

/**
 * Runs mlir-opt once on many programs, because each start takes 30 ms. Returns one output per program. If mlir-opt
 * fails, runs mlir-opt on each program separately, to report the first refused program.
 */
export function runMlirOptOnEach(args: readonly string[], programs: readonly string[]): readonly string[] {
  const batch = runMlirOpt([...args, "--split-input-file"], programs.map(endWithNewline).join(separator));
  const outputs = batch.stdout.split(separator);
  if (batch.code === 0 && outputs.length === programs.length) return outputs;
  programs.forEach((program, index) => {
    const alone = runMlirOpt(args, program);
    // Keeps only the first line of the output. The next lines are a note with the whole operation, which can be pages
    // long.
    const [reason] = alone.stderr.split("\n");
    if (alone.code !== 0) throw new Error(`mlir-opt refuses program ${index} of ${programs.length}: ${reason}`);
  });
  throw new Error(`mlir-opt gave ${outputs.length} outputs for ${programs.length} programs:\n${batch.stderr}`);
}

function endWithNewline(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
