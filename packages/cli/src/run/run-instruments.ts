import { join } from "node:path";
import { diagnosticIn } from "@passwright/core";
import type { Diagnostic, Instrumentation, Result } from "@passwright/core";
import {
  ActionProfile,
  collectStatistics,
  printIr,
  Timing,
  verifyIsolation,
  verifyPreservation,
  verifyWorksOn,
  writeReproducers,
} from "@passwright/instrument";
import { displayPath } from "@passwright/loader";
import type { InstrumentData } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import { writeOutput } from "../output/output.ts";
import { writeInFolder } from "../output/result-files.ts";
import type { Scope } from "./run-input.ts";
import type { WriteResult } from "../output/output.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Executable } from "./executable.ts";
import type { InputReport } from "./job.ts";
import { headsIn } from "./operation-head.ts";

export interface Instruments {
  readonly scope?: Scope;
  /** Returns and clears the measurements of one input. */
  take(): Pick<InputReport, "trees" | "times" | "problems">;
  /** Writes final reports. Returns diagnostics for files that could not be written. */
  finish(): readonly Diagnostic[];
}

/** Adds the requested instrumentations. As in mlir-opt, the times do not include other instrumentations. */
export function addInstruments(
  wanted: InstrumentData,
  executable: Executable,
  { cwd, err }: Pick<Terminal, "cwd" | "err">,
): Result<{ readonly instruments: Instruments }> {
  const { reproducer, printIr: printing, trace, timing, statistics } = wanted;
  const { ir } = executable;
  const lacks: Diagnostic[] = [];
  const add = <T extends Instrumentation<object>>(make: () => T): T | undefined => {
    try {
      const made = make();
      executable.addInstrumentation(made);
      return made;
    } catch (thrown) {
      lacks.push(diagnosticIn(thrown));
      return undefined;
    }
  };
  const problems: Diagnostic[] = [];
  const note = (file: string, written: WriteResult): void => {
    if (!written.ok) problems.push(errors.unwritableOutput(displayPath(file, cwd), written, "use another path"));
  };
  if (reproducer !== undefined) {
    const { file, local = false } = typeof reproducer === "string" ? { file: reproducer } : reproducer;
    const write = (content: string | Uint8Array): void => note(file, writeOutput(file, content, cwd));
    const stream = { ok: true, description: displayPath(file, cwd), write, writeBytes: write } as const;
    add(() => writeReproducers(ir, { open: () => stream, local }));
  }
  if (wanted.verifyIsolation === true) {
    add(() => verifyIsolation(ir, { headOf: headsIn(ir) }));
    add(() => verifyPreservation(ir));
    add(() => verifyWorksOn(ir));
  }
  if (printing !== undefined) {
    const { tree, ...options } = printing;
    const writeFile = (path: string, text: string): void => {
      const file = join(tree ?? "", path);
      note(file, writeInFolder(file, text, cwd));
    };
    add(() => printIr(ir, { ...options, ...(tree === undefined ? { write: err } : { writeFile }) }));
  }
  const profile = trace === undefined ? undefined : add(() => new ActionProfile(ir, () => performance.now()));
  const timer = timing === undefined ? undefined : add(() => new Timing(() => performance.now()));
  if (lacks.length > 0) return { ok: false, diagnostics: lacks };
  const instruments: Instruments = {
    ...(timer && { scope: (name, body) => timer.scope(name, body) }),
    take: () => ({
      ...(statistics !== undefined && {
        trees: executable.managers.map(({ path, manager }) => ({ path, tree: collectStatistics(manager, ir) })),
      }),
      ...(timer && { times: timer.take() }),
      ...(problems.length > 0 && { problems: problems.splice(0) }),
    }),
    finish() {
      if (profile !== undefined && trace !== undefined) note(trace, writeOutput(trace, `${profile.text}\n`, cwd));
      return problems;
    },
  };
  return { ok: true, instruments };
}
