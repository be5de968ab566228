import { type Diagnostic, type IrAdapter, type PassManager } from "@passwright/core";
import { type Session } from "@passwright/loader";
import { countOperations } from "../count-operations.ts";
import * as errors from "../errors.ts";
import { type Arguments } from "../flags.ts";
import { lacksOfAdapter, parseInput } from "../parse-input.ts";
import { type Input, readInput } from "../read-input.ts";
import { recordThrown } from "../record-thrown.ts";
import { counted } from "../render/plan-text.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import { type Counts, countsText } from "../render/counts-text.ts";
import { type Finish } from "../run-instruments.ts";
import { statisticsText } from "../render/statistics-text.ts";
import { inputsOf } from "../session-inputs.ts";
import { exitCodeOf, load, report, targetOf } from "../session.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";
import { checkOutput, writeOutput } from "../write-output.ts";
import { type CommandBody } from "./command.ts";

/** `passwright run`: plans, runs the plan on every input, and prints what comes out. */
export const run: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const output = args.values.get("output")?.at(-1);
  const writable = output === undefined ? undefined : checkOutput(output, terminal.cwd);
  if (output !== undefined && writable?.ok === false) {
    report([errors.unwritableOutput(output, writable.reason)], args, terminal);
    return 1;
  }
  const { session, diagnostics } = await load(target, args, terminal);
  report(diagnostics, args, terminal);
  if (session?.plan === undefined) return exitCodeOf(diagnostics);
  const inputs = inputsOf(session, target.inputs, terminal);
  if (inputs.length === 0) {
    report([errors.noInput()], args, terminal);
    return 2;
  }
  return new Run(session, args, terminal).onAll(inputs, output);
};

/** What became of one input. */
interface Outcome {
  readonly text?: string;
  readonly counts?: Counts;
}

/** One manager, made of the plan once, run on one input after the other. */
class Run {
  readonly #session: Session;
  readonly #args: Arguments;
  readonly #terminal: Terminal;

  constructor(session: Session, args: Arguments, terminal: Terminal) {
    this.#session = session;
    this.#args = args;
    this.#terminal = terminal;
  }

  async onAll(inputs: readonly Input[], output: string | undefined): Promise<ExitCode> {
    // The IR of a pipeline in a config is there after this.
    const made = await this.#session.makeManager();
    const problems = made.ok ? lacksOfAdapter(this.#session) : made.diagnostics;
    if (!made.ok || problems.length > 0) {
      report(problems, this.#args, this.#terminal);
      return 1;
    }
    const { manager } = made;
    manager.output = (printed) => this.#terminal.err(printed);
    const { instrument } = this.#session.config;
    const verifyEach = this.#args.values.get("verify-each")?.at(-1) ?? String(instrument.verifyEach ?? true);
    manager.verifyEach = !["false", "0"].includes(verifyEach);
    let finish: Finish | undefined;
    if (Object.keys(instrument).length > 0) {
      // Loaded for those who ask for it.
      const { addInstruments } = await import("../run-instruments.ts");
      const added = addInstruments(this.#session, manager, this.#terminal);
      if (!added.ok) {
        report(added.diagnostics, this.#args, this.#terminal);
        return 1;
      }
      ({ finish } = added);
    }
    if (this.#args.flags.has("debug")) recordThrown(manager, (stack) => this.#terminal.err(`${stack}\n`));
    const outcomes: Outcome[] = [];
    for (const input of inputs) {
      // One after the other: passes and their statistics belong to one manager.
      outcomes.push(await this.#onOne(input, manager));
    }
    const told = finish?.() ?? { tables: [], diagnostics: [] };
    report(told.diagnostics, this.#args, this.#terminal);
    const statistics = this.#args.flags.has("stats") ? statisticsText(manager) : undefined;
    const tables = [...(statistics === undefined ? [] : [statistics]), ...told.tables];
    const code = this.#finish(outcomes, output, tables);
    return told.diagnostics.length > 0 ? 1 : code;
  }

  get #adapter(): IrAdapter<object> {
    return this.#session.framework.ir;
  }

  async #onOne(input: Input, manager: PassManager<object>): Promise<Outcome> {
    const read = await readInput(input, this.#terminal);
    if (!read.ok) return this.#failed([read.diagnostic]);
    const allowUnregistered = this.#args.flags.has("allow-unregistered-dialect");
    const parsed = parseInput(this.#adapter, input, read.text, { allowUnregistered });
    if (!parsed.ok) return this.#failed(parsed.diagnostics);
    const hasCounts = this.#args.flags.has("stats");
    const before = hasCounts ? countOperations(this.#adapter, parsed.op) : undefined;
    const { succeeded, diagnostics } = await this.#session.run(manager, parsed.op);
    this.#report(parsed.lines.addTo(diagnostics));
    if (!succeeded) return {};
    const text = endWithNewline(this.#adapter.print?.(parsed.op, {}) ?? "");
    if (before === undefined) return { text };
    return { text, counts: { file: input.file, before, after: countOperations(this.#adapter, parsed.op) } };
  }

  /** Prints or writes the results. A file is written only if nothing failed. */
  #finish(outcomes: readonly Outcome[], output: string | undefined, more: readonly string[]): ExitCode {
    const texts = outcomes.flatMap(({ text }) => (text === undefined ? [] : [text]));
    const failures = outcomes.length - texts.length;
    const text = texts.join("// -----\n");
    if (output === undefined) this.#terminal.out(text);
    else if (failures === 0) {
      const written = writeOutput(output, text, this.#terminal.cwd);
      if (!written.ok) return this.#cannotWrite(output, written.reason);
    }
    const tables = outcomes.flatMap(({ counts }) => (counts === undefined ? [] : [countsText(counts)]));
    tables.push(...more);
    // Standard output is for the IR, unless that went elsewhere.
    const tell = output === undefined ? this.#terminal.err : this.#terminal.out;
    if (tables.length > 0) tell.call(this.#terminal, `${tables.join("\n\n")}\n`);
    if (failures > 0 && outcomes.length > 1) {
      const left = output === undefined ? "" : `; ${output} was not written`;
      this.#terminal.err(`${failures} of ${counted(outcomes.length, "input")} failed${left}\n`);
    }
    return failures > 0 ? 1 : 0;
  }

  #cannotWrite(output: string, reason: string): ExitCode {
    this.#report([errors.unwritableOutput(output, reason)]);
    return 1;
  }

  #failed(diagnostics: readonly Diagnostic[]): Outcome {
    this.#report(diagnostics);
    return {};
  }

  /** Everything, remarks too: those are of passes here. */
  #report(diagnostics: readonly Diagnostic[]): void {
    printDiagnostics(diagnostics, this.#terminal);
  }
}

function endWithNewline(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
