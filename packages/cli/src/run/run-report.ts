import { resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import type { TraceEvent } from "@passwright/graph";
import { decodeUtf8, displayPath } from "@passwright/loader";
import type { Recording } from "@passwright/viewer";
import type { Arguments } from "../commands/flags.ts";
import * as errors from "../errors.ts";
import type { Content, Input } from "../input/inputs.ts";
import { placesIn, writeInFolder, writeOutput } from "../output/output.ts";
import type { Destination } from "../output/output.ts";
import { printDiagnostics, outputJson } from "../render/diagnostics.ts";
import { counted } from "../render/plan.ts";
import { addStatistics, countsText, statisticsText } from "../render/run-tables.ts";
import type { StatisticsRow } from "../render/run-tables.ts";
import { exitCodeOf } from "../commands/outcome.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { writeRecording } from "../view/write.ts";
import { IdleSteps } from "./idle-steps.ts";
import type { InputResult, RunEvent } from "./job.ts";

/** A finished input. */
interface Done extends Omit<InputResult, "statistics" | "idle" | "unchanged"> {
  readonly input: Input;
  /** File of the result. */
  readonly output?: string;
}

type PrintTrace = (trace: readonly TraceEvent[]) => string;

/** Handles the events of a run: prints and writes results, and reports the outcome, as text or JSON. */
export class RunReport {
  readonly #args: Arguments;
  readonly #terminal: Terminal;
  readonly #destination: Destination;
  readonly #isJson: boolean;
  readonly #printTrace: PrintTrace;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #done: Done[] = [];
  /** Statistics by thread; the last ones include the earlier ones. */
  readonly #statistics: (readonly StatisticsRow[])[] = [];
  #inputs: readonly Input[] = [];
  #places: readonly string[] = [];
  readonly #reports: string[] = [];
  readonly #idle = new IdleSteps();
  #isRefused = false;
  #hasTroubles = false;
  #isNewThread = true;

  /** `printTrace` is needed only with `--trace`. */
  constructor(args: Arguments, terminal: Terminal, destination: Destination, printTrace: PrintTrace = () => "") {
    this.#printTrace = printTrace;
    this.#args = args;
    this.#terminal = terminal;
    this.#destination = destination;
    this.#isJson = args.flags.has("json");
  }

  take(event: RunEvent): void {
    if (event.kind === "waiting" || event.kind === "read") return;
    if (event.kind === "printed") this.#terminal.err(event.text);
    else if (event.kind === "reported") this.#reported(event.tables, event.diagnostics);
    else if (event.kind === "dependsOn") this.#terminal.dependsOn?.(event.paths);
    else if (event.kind === "loaded") this.#loaded(event.diagnostics, event.stacks);
    else if (event.kind === "recorded") this.#recorded(event.recording);
    else if (event.kind === "refused") this.refuse(event.diagnostics);
    else if (event.kind === "inputs") this.#open(event.inputs);
    else if (event.kind === "started") this.#progress(event.index);
    else this.#finished(event.index, event.result);
  }

  /** Reports errors that end the run. */
  refuse(diagnostics: readonly Diagnostic[]): void {
    this.#isRefused = true;
    this.#print(diagnostics);
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Returns the exit code, after everything was reported. `isStopped`: the user ended the run. */
  end(isStopped = false): ExitCode {
    this.#terminal.progress?.("");
    const code = this.#isRefused || this.#done.length === 0 ? exitCodeOf(this.#diagnostics) : this.#finish();
    if (this.#isJson) this.#terminal.out(`${outputJson(this.#json())}\n`);
    return isStopped ? 130 : code;
  }

  #loaded(diagnostics: readonly Diagnostic[], stacks: readonly string[]): void {
    // Remarks concern failed attempts that were repeated.
    this.#print(diagnostics.filter(({ severity }) => severity !== "remark"));
    if (this.#args.flags.has("debug")) stacks.forEach((stack) => this.#terminal.err(`${stack}\n`));
  }

  #reported(tables: readonly string[], diagnostics: readonly Diagnostic[]): void {
    this.#reports.push(...tables);
    this.#hasTroubles ||= diagnostics.length > 0;
    this.#print(diagnostics);
  }

  #recorded(recording: Recording): void {
    const file = this.#args.value("record");
    if (file === undefined) return;
    const problem = writeRecording(file, recording, this.#terminal);
    if (problem === undefined) return;
    this.#hasTroubles = true;
    this.#print([problem]);
  }

  #open(inputs: readonly Input[]): void {
    this.#inputs = inputs;
    if (this.#destination.kind !== "folder") return;
    const { paths, diagnostics } = placesIn(this.#destination.folder, inputs, this.#terminal.cwd);
    this.#places = paths;
    if (diagnostics.length > 0) this.refuse(diagnostics);
  }

  #progress(index: number): void {
    const { file } = this.#inputs[index] as Input;
    if (this.#inputs.length > 1)
      this.#terminal.progress?.(`${index + 1} of ${counted(this.#inputs.length, "input")}: ${file}`);
  }

  #finished(index: number, { statistics, idle = [], unchanged, ...result }: InputResult): void {
    if (this.#isRefused) return;
    const input = this.#inputs[index] as Input;
    this.#idle.add(input.file, idle, unchanged);
    this.#terminal.progress?.("");
    if (statistics.length === 0) this.#isNewThread = true;
    else {
      if (!this.#isNewThread) this.#statistics.pop();
      this.#statistics.push(statistics);
      this.#isNewThread = false;
    }
    // Including remarks of passes.
    if (!this.#isJson) printDiagnostics(result.diagnostics, this.#terminal);
    if (!this.#isJson && result.trace !== undefined) this.#terminal.err(`${this.#printTrace(result.trace)}\n`);
    this.#done.push(this.#write(index, { input, ...result }));
  }

  /** Writes a result into a folder. Without a folder, results are written at the end. */
  #write(index: number, done: Done): Done {
    if (this.#destination.kind !== "folder" || done.content === undefined) return done;
    const path = this.#places[index] as string;
    const output = displayPath(path, this.#terminal.cwd);
    this.#terminal.writes?.(path);
    const written = writeInFolder(path, done.content, this.#terminal.cwd);
    if (written.ok) return { ...done, output };
    const problem = errors.unwritableOutput(output, written.reason);
    if (!this.#isJson) printDiagnostics([problem], this.#terminal);
    const { content: _, ...rest } = done;
    return { ...rest, diagnostics: [...done.diagnostics, problem] };
  }

  #finish(): ExitCode {
    const destination = this.#destination;
    const contents = this.#done.flatMap(({ content }) => (content === undefined ? [] : [content]));
    const failures = this.#inputs.length - contents.length;
    const all = joined(contents);
    if (destination.kind === "standard" && !this.#isJson) print(all, this.#terminal);
    if (destination.kind === "file" && failures === 0) {
      this.#terminal.writes?.(resolve(this.#terminal.cwd, destination.file));
      const written = writeOutput(destination.file, all, this.#terminal.cwd);
      if (!written.ok) {
        this.#print([errors.unwritableOutput(destination.file, written.reason)]);
        return 1;
      }
    }
    const found = this.#idle.diagnostics(this.#inputs.length);
    this.#print(found);
    this.#hasTroubles ||= exitCodeOf(found) !== 0;
    if (!this.#isJson) this.#printTables(failures);
    return failures > 0 || this.#hasTroubles ? 1 : 0;
  }

  #printTables(failures: number): void {
    const destination = this.#destination;
    const tables = this.#done.flatMap(({ input, counts }) =>
      counts === undefined ? [] : [countsText({ file: input.file, ...counts })],
    );
    const statistics = this.#args.flags.has("stats") ? statisticsText(addStatistics(this.#statistics)) : undefined;
    if (statistics !== undefined) tables.push(statistics);
    const { unchanged } = this.#idle;
    if (unchanged.length > 0)
      tables.push(["steps that changed nothing", ...unchanged.map((one) => `  ${one}`)].join("\n"));
    tables.push(...this.#reports);
    // Standard output is for the IR, unless that goes to a file.
    const write = destination.kind === "standard" ? this.#terminal.err : this.#terminal.out;
    if (tables.length > 0) write.call(this.#terminal, `${tables.join("\n\n")}\n`);
    const all = counted(this.#inputs.length, "input");
    const into = destination.kind === "folder" ? displayPath(destination.folder, this.#terminal.cwd) : "";
    if (failures > 0 && this.#inputs.length > 1) {
      const left =
        destination.kind === "standard"
          ? ""
          : destination.kind === "file"
            ? `; ${destination.file} was not written`
            : `; the others are in ${into}`;
      this.#terminal.err(`${failures} of ${all} failed${left}\n`);
    } else if (failures === 0 && destination.kind === "folder") this.#terminal.err(`${all}, written to ${into}\n`);
  }

  #print(diagnostics: readonly Diagnostic[]): void {
    this.#diagnostics.push(...diagnostics);
    if (!this.#isJson) printDiagnostics(diagnostics, this.#terminal);
  }

  #json(): object {
    const inputs = this.#done.map(({ input, content, output, counts, trace, diagnostics }) => ({
      file: input.file,
      ok: content !== undefined,
      ...(output === undefined ? {} : { output }),
      ...(content === undefined || this.#destination.kind !== "standard" ? {} : jsonOf(content)),
      ...(counts === undefined
        ? {}
        : { operations: { before: Object.fromEntries(counts.before), after: Object.fromEntries(counts.after) } }),
      ...(trace === undefined ? {} : { trace }),
      diagnostics,
    }));
    const statistics = this.#args.flags.has("stats") ? { statistics: addStatistics(this.#statistics) } : {};
    const file = this.#destination.kind === "file" ? { output: this.#destination.file } : {};
    const reports = this.#reports.length === 0 ? {} : { reports: this.#reports };
    const unchanged = this.#args.flags.has("idle") ? { unchanged: this.#idle.unchanged } : {};
    return { ...file, inputs, ...statistics, ...unchanged, ...reports, diagnostics: this.#diagnostics };
  }
}

const SEPARATOR = "// -----\n";

const NEWLINE = 10;

/** Concatenates results exactly as printed, separated by a line. */
function joined(contents: readonly Content[]): readonly Uint8Array[] {
  return contents.flatMap((content, index) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const isLast = index + 1 === contents.length;
    return isLast ? [bytes] : [bytes, Buffer.from(bytes.at(-1) === NEWLINE ? SEPARATOR : `\n${SEPARATOR}`)];
  });
}

function print(all: readonly Uint8Array[], { out, outBytes }: Terminal): void {
  if (outBytes === undefined) out(Buffer.concat(all).toString());
  else for (const bytes of all) outBytes(bytes);
}

/** Returns a result for JSON. */
function jsonOf(content: Content): { readonly text: string } | { readonly base64: string } {
  const decoded = typeof content === "string" ? { ok: true, text: content } : decodeUtf8(content);
  return decoded.ok ? { text: decoded.text } : { base64: Buffer.from(content).toString("base64") };
}
