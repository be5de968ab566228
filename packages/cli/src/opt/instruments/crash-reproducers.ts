import type { Diagnostic, Instrumentation, PrintOptions } from "@passwright/core";
import { writeReproducers } from "@passwright/instrument";
import type { ReproducerStream } from "@passwright/instrument";
import type { MlirAdapter, Operation } from "@passwright/ir";
import type { Terminal } from "../../terminal/terminal.ts";
import { checkOutput, writeOutput } from "../../output/write-output.ts";
import { isOn, valueOf } from "../parse-flags.ts";
import type { FlagUse } from "../parse-flags.ts";
import { localWithThreads } from "../opt-errors.ts";

export type CrashReproducers =
  | { readonly ok: true; readonly instrumentation: Instrumentation<Operation> | undefined }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The instrumentation for `--mlir-pass-pipeline-crash-reproducer=FILE`, if it was given. */
export function crashReproducersFor(
  adapter: MlirAdapter,
  uses: readonly FlagUse[],
  how: { readonly disableThreading: boolean; readonly print: PrintOptions },
  terminal: Terminal,
): CrashReproducers {
  const file = valueOf(uses, "mlir-pass-pipeline-crash-reproducer");
  if (file === undefined || file === "") return { ok: true, instrumentation: undefined };
  const local = isOn(uses, "mlir-pass-pipeline-local-reproducer");
  if (local && !how.disableThreading) return { ok: false, diagnostic: localWithThreads() };
  const open = (): ReproducerStream => openFile(file, terminal);
  return { ok: true, instrumentation: writeReproducers(adapter, { open, local, ...how }) };
}

function openFile(file: string, terminal: Terminal): ReproducerStream {
  const writable = checkOutput(file, terminal.cwd);
  if (!writable.ok) {
    const error = `Failed to create reproducer stream: cannot open output file '${file}': ${writable.reason}`;
    return { ok: false, error };
  }
  const write = (content: string | Uint8Array): void => {
    const written = writeOutput(file, content, terminal.cwd);
    if (!written.ok) terminal.err(`cannot open output file '${file}': ${written.reason}\n`);
  };
  return { ok: true, description: file, write, writeBytes: write };
}
