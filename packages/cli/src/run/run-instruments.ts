import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { diagnosticOf } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import {
  ActionProfile,
  collectStatistics,
  printIr,
  renderStatistics,
  Timing,
  verifyIsolation,
  verifyPreservation,
  writeReproducers,
} from "@passwright/instrument";
import { displayPath, systemErrorText } from "@passwright/loader";
import type { InstrumentData } from "@passwright/loader";
import * as errors from "../errors.ts";
import { writeOutput } from "../output/output.ts";
import type { WriteResult } from "../output/output.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Executable } from "./executable.ts";

/** What there is to say after all runs: tables, and files that could not be written. */
export interface InstrumentReport {
  readonly tables: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Answers what there is to say, when everything ran. */
export type Finish = () => InstrumentReport;

/**
 * Adds to a manager what the key `instrument` of a config and flags ask for: reproducers first and timing last, as mlir-opt does,
 * so that no pass is charged for the work of the others. Returns what the IR lacks for it.
 */
export function addInstruments(
  ir: IrAdapter<object>,
  wanted: InstrumentData,
  executable: Executable,
  terminal: Pick<Terminal, "cwd" | "err">,
):
  { readonly ok: true; readonly finish: Finish } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  const instruments = new Instruments(ir, executable, terminal);
  const lacks = instruments.add(wanted);
  return lacks.length > 0 ? { ok: false, diagnostics: lacks } : { ok: true, finish: () => instruments.finish(wanted) };
}

class Instruments {
  readonly #ir: IrAdapter<object>;
  readonly #executable: Executable;
  readonly #terminal: Pick<Terminal, "cwd" | "err">;
  readonly #problems: Diagnostic[] = [];
  #timing: Timing | undefined;
  #profile: ActionProfile<object> | undefined;

  constructor(ir: IrAdapter<object>, executable: Executable, terminal: Pick<Terminal, "cwd" | "err">) {
    this.#ir = ir;
    this.#executable = executable;
    this.#terminal = terminal;
  }

  add({ reproducer, verifyIsolation: isolation, printIr: printing, trace, timing }: InstrumentData): Diagnostic[] {
    const executable = this.#executable;
    const { ir } = executable;
    const lacks: Diagnostic[] = [];
    const attempt = (make: () => void): void => {
      try {
        make();
      } catch (thrown) {
        const diagnostic = diagnosticOf(thrown);
        if (diagnostic === undefined) throw thrown;
        lacks.push(diagnostic);
      }
    };
    if (reproducer !== undefined) {
      const { file, local = false } = typeof reproducer === "string" ? { file: reproducer } : reproducer;
      const open = (): ReturnType<Parameters<typeof writeReproducers>[1]["open"]> => ({
        ok: true,
        description: displayPath(file, this.#terminal.cwd),
        write: (text) => this.#write(file, text),
        writeBytes: (bytes) => this.#write(file, bytes),
      });
      attempt(() => executable.addInstrumentation(writeReproducers(ir, { open, local })));
    }
    if (isolation === true) {
      attempt(() => executable.addInstrumentation(verifyIsolation(ir)));
      attempt(() => executable.addInstrumentation(verifyPreservation(ir)));
    }
    if (printing !== undefined) {
      const { tree, ...options } = printing;
      const write = (text: string): void => this.#terminal.err(text);
      const to =
        tree === undefined ? { write } : { writeFile: (path: string, text: string) => this.#writeIn(tree, path, text) };
      attempt(() => executable.addInstrumentation(printIr(ir, { ...options, ...to })));
    }
    if (trace !== undefined) {
      this.#profile = new ActionProfile(ir, () => performance.now());
      executable.addInstrumentation(this.#profile);
    }
    if (timing !== undefined) {
      this.#timing = new Timing(() => performance.now());
      executable.addInstrumentation(this.#timing);
    }
    return lacks;
  }

  finish({ timing, statistics, trace }: InstrumentData): InstrumentReport {
    const tables: string[] = [];
    const options = <T>(setting: true | T | undefined): T | undefined => (setting === true ? undefined : setting);
    if (statistics !== undefined) {
      for (const { path, manager } of this.#executable.managers) {
        const tree = collectStatistics(manager, this.#ir);
        const table = renderStatistics(tree, options(statistics));
        tables.push(path === undefined ? table : `pipeline ${path}\n${table}`);
      }
    }
    if (this.#timing !== undefined) tables.push(this.#timing.report(options(timing)));
    if (this.#profile !== undefined && trace !== undefined) this.#write(trace, `${this.#profile.text}\n`);
    return { tables, diagnostics: this.#problems };
  }

  #writeIn(tree: string, path: string, text: string): void {
    const file = join(tree, path);
    try {
      mkdirSync(dirname(file), { recursive: true });
    } catch (error) {
      return this.#note(file, { ok: false, reason: systemErrorText(error) });
    }
    this.#write(file, text);
  }

  #write(file: string, content: string | Uint8Array): void {
    this.#note(file, writeOutput(file, content, this.#terminal.cwd));
  }

  #note(file: string, written: WriteResult): void {
    if (!written.ok) {
      this.#problems.push(errors.unwritableOutput(displayPath(file, this.#terminal.cwd), written.reason));
    }
  }
}
