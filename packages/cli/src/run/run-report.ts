import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { escapeControlCharacters, hasErrors, jsonText } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { printTrace } from "@passwright/graph";
import { decodeUtf8, displayPath } from "@passwright/loader";
import type { InputResult } from "@passwright/runner";
import type { Recording } from "@passwright/viewer";
import type { Arguments } from "../commands/flags.ts";
import { isOwn } from "../commands/load.ts";
import { exitCodeOf } from "../commands/outcome.ts";
import * as errors from "../errors/index.ts";
import type { Content, Input } from "../input/inputs.ts";
import { writeOrReport } from "../output/output.ts";
import type { Destination } from "../output/output.ts";
import { mapPathOf, ResultFile, ResultFolder } from "../output/result-files.ts";
import type { Source, WriteSettings } from "../output/result-files.ts";
import { outputJson, printDiagnostics, jsonEvent } from "../render/diagnostics.ts";
import { counted } from "../render/plan.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { IdleSteps } from "./idle-steps.ts";
import type { RunEvent, RunProperties, RunResult } from "./job.ts";
import { LiveLine } from "./live-line.ts";
import { countsText, RunTotals, statisticsText } from "./run-totals.ts";

export interface ReportSettings extends Omit<WriteSettings, "writes"> {
  readonly destination: Destination;
}

/** Prints and writes the results of a run in the order of the inputs, and reports the outcome, as text or JSON. */
export class RunReport {
  readonly #args: Arguments;
  readonly #terminal: Terminal;
  readonly #destination: Destination;
  readonly #isJson: boolean;
  readonly #hasLines: boolean;
  readonly live: LiveLine;
  readonly #folder: ResultFolder | undefined;
  readonly #file: ResultFile | undefined;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #done: object[] = [];
  readonly #counts: string[] = [];
  readonly #idle = new IdleSteps();
  readonly #totals = new RunTotals();
  #inputs: readonly Input[] = [];
  #facts: RunProperties | undefined;
  #recording: Recording | undefined;
  readonly #lostMaps: string[] = [];
  #finished = 0;
  #failures = 0;
  isRefused = false;
  #hasTroubles = false;
  /** Whether the last printed result ends with a line break. `undefined` before the first result. */
  #endsLine: boolean | undefined;
  #watching: ((result: InputResult) => void) | undefined;

  constructor(args: Arguments, terminal: Terminal, settings: ReportSettings) {
    this.#args = args;
    this.#terminal = terminal;
    const { destination } = settings;
    this.#destination = destination;
    this.#hasLines = args.flags.has("json-lines");
    this.#isJson = args.flags.has("json") || this.#hasLines;
    this.live = new LiveLine(terminal, this.#isJson);
    const write: WriteSettings = { ...settings, writes: terminal.writes?.bind(terminal) };
    if (destination.kind === "folder") this.#folder = new ResultFolder(destination.folder, write);
    if (destination.kind === "file") this.#file = new ResultFile(destination.file, write);
  }

  take(event: RunEvent): void {
    if (event.kind === "printed") this.#err(event.text);
    else if (event.kind === "dependsOn") this.#terminal.dependsOn?.(event.dependencies);
    else if (event.kind === "loaded") this.#loaded(event.diagnostics, event.stacks);
    else if (event.kind === "recorded") this.#recording = event.recording;
    else if (event.kind === "refused") this.refuse(event.diagnostics);
    else if (event.kind === "inputs") this.#open(event.inputs, event.used);
    else this.#facts = event.facts;
  }

  refuse(diagnostics: readonly Diagnostic[]): void {
    this.isRefused = true;
    this.#print(diagnostics);
  }

  async begin(): Promise<void> {
    if (this.#facts !== undefined) await this.#totals.expect(this.#facts.instrument);
    this.#watching = await watchDependencies(this.#terminal);
  }

  reported(diagnostics: readonly Diagnostic[]): void {
    this.#hasTroubles ||= hasErrors(diagnostics);
    this.#print(diagnostics);
  }

  finished(given: InputResult): void {
    if (this.isRefused) return;
    // The cast is safe, because all runners of this command return a `RunResult`.
    const result = given as RunResult;
    const { name, printed, output: content, map, report = {} } = result;
    const { counts, trace, idle = [], unchanged, problems = [] } = report;
    this.#finished++;
    this.#watching?.(result);
    this.#totals.add(result);
    this.#idle.add(name, idle, unchanged);
    this.live.clear();
    if (printed !== undefined) this.#err(printed);
    // Also prints remarks, because these remarks come from passes.
    if (!this.#isJson) printDiagnostics(result.diagnostics, this.#terminal);
    if (!this.#isJson && trace !== undefined) this.#terminal.err(`${printTrace(trace)}\n`);
    if (counts !== undefined && !this.#isJson)
      this.#counts.push(countsText(name, { before: new Map(counts.before), after: new Map(counts.after) }));
    const { output, problem } = content === undefined ? {} : this.#totals.write(() => this.#write(name, content, map));
    if (problem !== undefined && !this.#isJson) printDiagnostics([problem], this.#terminal);
    const isOk = content !== undefined && problem === undefined;
    if (!isOk) this.#failures++;
    // A pass can report an error without failing.
    this.#hasTroubles ||= hasErrors(result.diagnostics);
    this.reported(problems);
    if (!this.#isJson) return;
    const done = {
      file: name,
      ok: isOk,
      ...(isOk && output !== undefined && { output }),
      ...(isOk && this.#destination.kind === "standard" && contentOf(content, map)),
      ...(counts !== undefined && { operations: operationsOf(counts) }),
      ...(trace !== undefined && { trace }),
      diagnostics: problem === undefined ? result.diagnostics : [...result.diagnostics, problem],
    };
    if (!this.#hasLines) this.#done.push(done);
    else this.#event("input", { ...done, from: result.from, milliseconds: result.timing });
  }

  #event(event: "start" | "input" | "end", data: object): void {
    if (this.#hasLines) this.#terminal.out(jsonEvent(event, data));
  }

  end(isStopped = false): ExitCode {
    this.live.clear();
    const code = this.isRefused || this.#finished === 0 ? this.#abandon() : this.#finish(isStopped);
    if (this.#hasLines) this.#event("end", { ...this.#sums(), exitCode: isStopped ? 130 : code });
    else if (this.#isJson) {
      const file = this.#destination.kind === "file" ? { output: this.#destination.file } : {};
      this.#terminal.out(`${outputJson({ ...file, inputs: this.#done, ...this.#sums() })}\n`);
    }
    return isStopped ? 130 : code;
  }

  #loaded(diagnostics: readonly Diagnostic[], stacks: readonly string[]): void {
    // Does not print remarks, because remarks describe refused attempts that do not affect the result.
    this.#print(diagnostics.filter(({ severity }) => severity !== "remark"));
    if (this.#args.flags.has("debug")) stacks.forEach((stack) => this.#terminal.err(`${stack}\n`));
  }

  #open(inputs: readonly Input[], used: readonly Source[]): void {
    this.#inputs = inputs;
    this.live.open(inputs.length);
    this.#event("start", { inputs: inputs.length });
    const diagnostics = this.#folder?.open(inputs, used) ?? [];
    if (diagnostics.length > 0) this.refuse(diagnostics);
  }

  #err(text: string): void {
    this.live.clear();
    this.#terminal.err(text);
  }

  /** Writes a result. A file that contains all results gets its final name at the end, and only if no input failed. */
  #write(name: string, content: Content, map?: string): { readonly output?: string; readonly problem?: Diagnostic } {
    if (this.#folder !== undefined) return this.#folder.write(name, content, map);
    if (this.#file === undefined && this.#isJson) return {};
    if (map !== undefined && this.#file !== undefined && this.#inputs.length === 1) this.#file.writeMap(map);
    else if (map !== undefined) this.#lostMaps.push(name);
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const separator = this.#endsLine === undefined ? "" : this.#endsLine ? SEPARATOR : `\n${SEPARATOR}`;
    this.#endsLine = bytes.at(-1) === NEWLINE;
    for (const piece of separator === "" ? [bytes] : [Buffer.from(separator), bytes]) {
      if (this.#file !== undefined) this.#file.write(piece);
      else this.#terminal.out(piece);
    }
    return {};
  }

  #abandon(): ExitCode {
    this.#file?.close(false);
    return exitCodeOf(this.#diagnostics);
  }

  #finish(isStopped: boolean): ExitCode {
    const destination = this.#destination;
    const failures = this.#inputs.length - this.#finished + this.#failures;
    if (destination.kind === "file" && this.#file !== undefined) {
      const file = this.#file;
      const path = resolve(this.#terminal.cwd, destination.file);
      for (const one of [path, mapPathOf(path)]) this.#terminal.writes?.(one);
      const written = this.#totals.write(() => file.close(failures === 0));
      if (!written.ok) {
        this.#print([errors.unwritableOutput(destination.file, written)]);
        return 1;
      }
    }
    this.reported(this.#folder?.close(!isStopped && this.#finished === this.#inputs.length) ?? []);
    const record = this.#args.value("record");
    if (record !== undefined && this.#recording !== undefined)
      this.reported(writeOrReport(record, `${jsonText(this.#recording)}\n`, this.#terminal));
    const [lost] = this.#lostMaps;
    if (lost !== undefined) this.#print([errors.lostMap(lost, this.#lostMaps.length, destination.kind)]);
    const found = this.#idle.diagnostics(this.#inputs.length);
    this.#print(found);
    this.#hasTroubles ||= exitCodeOf(found) !== 0;
    if (!this.#isJson) this.#printTables(failures);
    return failures > 0 || this.#hasTroubles ? 1 : 0;
  }

  #printTables(failures: number): void {
    const destination = this.#destination;
    const tables = [...this.#counts];
    if (tables.length > 1) tables.push(countsText(`all ${tables.length} inputs`, this.#totals.counts));
    const statistics = this.#args.flags.has("stats") ? statisticsText(this.#totals.statistics) : undefined;
    if (statistics !== undefined) tables.push(statistics);
    const { unchanged } = this.#idle;
    if (unchanged.length > 0)
      tables.push(["steps that changed nothing", ...unchanged.map((one) => `  ${one}`)].join("\n"));
    tables.push(...this.#tables());
    // Writes to standard error if standard output receives the IR.
    const write = destination.kind === "standard" ? this.#terminal.err : this.#terminal.out;
    if (tables.length > 0) write.call(this.#terminal, `${tables.join("\n\n")}\n`);
    const slowest = this.live.slowest();
    if (slowest !== undefined) this.#terminal.err(`${slowest}\n`);
    const all = counted(this.#inputs.length, "input");
    const given = destination.kind === "file" ? destination.file : "";
    const into = escapeControlCharacters(
      destination.kind === "folder" ? displayPath(destination.folder, this.#terminal.cwd) : given,
    );
    if (failures > 0 && this.#inputs.length > 1) {
      const left =
        destination.kind === "standard"
          ? ""
          : destination.kind === "file"
            ? `; ${into} was not written`
            : failures < this.#inputs.length
              ? `; the others are in ${into}`
              : "";
      const missing = this.#inputs.length - this.#finished;
      const dropped = missing === 0 ? "" : `, ${missing} did not run`;
      this.#terminal.err(`${failures - missing} of ${all} failed${dropped}${left}\n`);
    } else if (failures === 0 && destination.kind === "folder") this.#terminal.err(`${all}, written to ${into}\n`);
    else if (destination.kind === "file" && this.#inputs.length > 1 && extname(destination.file) === "") {
      // The value of `-o` is probably the name of a folder that does not exist.
      this.#terminal.err(`${all}, written to one file; for one file for each input, pass \`-o ${into}/\`\n`);
    }
  }

  #tables(): readonly string[] {
    return this.#facts === undefined ? [] : this.#totals.tables(this.#facts.instrument);
  }

  #print(diagnostics: readonly Diagnostic[]): void {
    this.#diagnostics.push(...diagnostics);
    if (!this.#isJson) printDiagnostics(diagnostics, this.#terminal);
  }

  #sums(): object {
    const reports = this.#tables();
    const statistics = this.#args.flags.has("stats")
      ? {
          operations: operationsOf(this.#totals.counts),
          statistics: this.#totals.statistics.map(({ isMaximum: _isMaximum, ...row }) => row),
        }
      : {};
    const unchanged = this.#args.flags.has("idle") ? { unchanged: this.#idle.unchanged } : {};
    return { ...statistics, ...unchanged, ...(reports.length > 0 && { reports }), diagnostics: this.#diagnostics };
  }
}

/**
 * Returns a function that passes the files on which a result depends, and the modules that were loaded while passes
 * ran, to `--watch`. Returns `undefined` without `--watch`.
 */
async function watchDependencies(terminal: Terminal): Promise<((result: InputResult) => void) | undefined> {
  if (terminal.dependsOn === undefined) return undefined;
  const { readFiles } = await import("@passwright/runner/reuse");
  const known = new Set<string>();
  return ({ dependencies = [], modules = [] }) => {
    const loaded = modules.flatMap(({ url }) => (url.startsWith("file:") ? [fileURLToPath(url)] : []));
    const names = [...dependencies, ...loaded.filter(isOwn)].filter((name) => !known.has(name));
    const read = names.map((name) => readFiles(name, terminal.cwd));
    for (const name of names) known.add(name);
    if (read.length === 0) return;
    const code = read.flatMap(({ paths }) => paths);
    const reads = read.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
    terminal.dependsOn?.({ code, reads: reads.map(({ name, folder }) => ({ name, folder })) });
  };
}

const SEPARATOR = "// -----\n";

const NEWLINE = 10;

type Count = readonly [name: string, count: number];

function operationsOf(counts: { readonly before: Iterable<Count>; readonly after: Iterable<Count> }): object {
  return { before: Object.fromEntries(counts.before), after: Object.fromEntries(counts.after) };
}

/** Returns the content of a result and its source map as JSON data. Bytes that are not UTF-8 become base64. */
function contentOf(content: Content, map: string | undefined): object {
  const decoded = typeof content === "string" ? { ok: true, text: content } : decodeUtf8(content);
  return {
    ...(decoded.ok ? { text: decoded.text } : { base64: Buffer.from(content).toString("base64") }),
    ...(map !== undefined && { map: JSON.parse(map) as object }),
  };
}
