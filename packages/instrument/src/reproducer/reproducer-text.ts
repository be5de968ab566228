import { quote } from "./quoted-string.ts";

/** Pipeline of a reproducer, with settings to run the pipeline. */
export interface Reproducer {
  /** Textual pipeline with its anchor: `builtin.module(cse)`. */
  readonly pipeline: string;
  /** Whether the pipeline runs without threads. */
  readonly disableThreading: boolean;
  /** Whether the verifier runs after each pass. */
  readonly verifyEach: boolean;
}

function entry({ pipeline, disableThreading, verifyEach }: Reproducer): string {
  return (
    "    mlir_reproducer: {\n" +
    `      pipeline: ${quote(pipeline)},\n` +
    `      disable_threading: ${disableThreading},\n` +
    `      verify_each: ${verifyEach}\n` +
    "    }"
  );
}

const EXTERNAL = "\n  external_resources: {\n";

/**
 * Formats a reproducer: the text of the IR, and the resources section that MLIR's `--run-reproducer` reads
 * (mlir/lib/Pass/PassCrashRecovery.cpp). If the IR already has a resources section, adds the reproducer to this
 * section.
 */
export function renderReproducer(ir: string, reproducer: Reproducer): string {
  const text = ir.replace(/\n+$/, "");
  const start = text.lastIndexOf("\n{-#\n");
  if (start < 0 || !text.endsWith("\n#-}")) return `${text}\n\n{-#${EXTERNAL}${entry(reproducer)}\n  }\n#-}\n`;
  const external = text.indexOf(EXTERNAL, start);
  if (external < 0) return `${text.slice(0, -"\n#-}".length)},${EXTERNAL}${entry(reproducer)}\n  }\n#-}\n`;
  const inside = external + EXTERNAL.length;
  return `${text.slice(0, inside)}${entry(reproducer)},\n${text.slice(inside)}\n`;
}
