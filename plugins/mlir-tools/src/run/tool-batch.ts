import { defineBatch, messageOf, OpPassManager, suggest, wholeMessage } from "@passwright/core";
import type {
  BatchDefinition,
  BatchContext,
  Diagnostic,
  Note,
  Pass,
  PassBatch,
  PassContext,
  SourceLocation,
  TextContext,
} from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { basename, resolve } from "node:path";
import * as errors from "../errors.ts";
import type { Program } from "../program.ts";
import { adopt } from "../scope/adopt.ts";
import { excerptOf, findIn } from "../scope/excerpt.ts";
import { locate, parseAllowing, PIPE, textToSend } from "../scope/sent-text.ts";
import { pipelineText, toolName } from "./pipeline-text.ts";
import { bufferOf, isBytecode, withoutEmptyLine } from "./printed.ts";
import { runProcess, unnaturalEnd } from "./process.ts";
import type { Ended } from "./process.ts";
import { failAgain, innermostPass, keepReproducer, wholeReproducer } from "./reproducer.ts";
import { readFindings, shortened } from "./tool-diagnostics.ts";
import type { Finding } from "./tool-diagnostics.ts";
import { REPORT_FLAGS, reportsOf, takeReports } from "./tool-report.ts";

/** Members of a tool that a batch uses to run the tool's program. */
export interface ToolAccess {
  readonly args: readonly string[];
  /** Folder for reproducers of crashes. */
  readonly reproducers: string;
  /** Whether to start the program with the flags that report times and statistics of passes. */
  readonly isReporting: boolean;
  /** Returns the program, or `undefined` if the program does not exist. */
  find(): Program | undefined;
  /** Names by which the program was searched for. Messages show these names. */
  readonly wanted: string;
  /** Returns whether the program can print bytecode. */
  emitsBytecode(): boolean;
  /**
   * Returns the names of the program's passes, or `undefined` if they are unknown. If the cached names do not include
   * `wanted`, runs the program again, because its version might have changed.
   */
  knownNames(wanted: string): ReadonlySet<string> | undefined;
}

const GENERIC = ["--mlir-print-op-generic", "--mlir-print-debuginfo"];

const batches = new Map<string, ToolBatch & PassBatch<Operation>>();

/**
 * Returns the batch of a program. Tools with the same program and arguments share one batch, so that passes of several
 * plugins run in one process.
 */
export function batchFor(tool: ToolAccess): ToolBatch & PassBatch<Operation> {
  const key = JSON.stringify([tool.find()?.file ?? tool.wanted, tool.args, tool.reproducers, tool.isReporting]);
  const existing = batches.get(key);
  if (existing !== undefined) return existing;
  const batch = defineBatch(new ToolBatch(tool));
  batches.set(key, batch);
  return batch;
}

/** Runs neighboring passes of one program, including nested managers, in one process with one textual pipeline. */
export class ToolBatch implements BatchDefinition<Operation> {
  readonly takesNested = true;
  readonly verifiesEach = true;
  readonly #tool: ToolAccess;
  /** Passes of the current run. The key of a pass is its options object. */
  readonly #passes = new WeakMap<object, Pass<Operation>>();

  constructor(tool: ToolAccess) {
    this.#tool = tool;
  }

  prepare(pass: Pass<Operation>): Diagnostic | undefined {
    this.#passes.set(pass.options.values, pass);
    const { name } = pass.declaration;
    const program = this.#tool.find();
    if (program === undefined) return errors.noProgram(name, this.#tool.wanted);
    const wanted = toolName(pass);
    const known = this.#tool.knownNames(wanted);
    if (known === undefined || known.has(wanted)) return undefined;
    return errors.unknownPass(name, wanted, basename(program.path), suggest(wanted, known));
  }

  /** Runs a single pass, whose neighboring passes are not from the same program. */
  runAlone(op: Operation, options: object, pass: PassContext<Operation>): void {
    const group = new OpPassManager<Operation>(op.name);
    group.addPass(this.#passes.get(options) as Pass<Operation>);
    this.run(op, group, { pass, blame: () => undefined });
  }

  run(op: Operation, group: OpPassManager<Operation>, context: BatchContext<Operation>): void {
    const { pass } = context;
    const program = this.#tool.find();
    const names = passesOf(group);
    const first = names[0] as Pass<Operation>;
    if (program === undefined) {
      // The program was removed after the run was prepared.
      return fail(pass, errors.noProgram(first.declaration.name, this.#tool.wanted));
    }
    if (op.numOperands > 0) return fail(pass, errors.cannotIsolate(first.declaration.name, op.name));
    const excerpt = excerptOf(op);
    const anchor = excerpt.path.length === 0 ? op.name : group.anchorText;
    const inner = pipelineText(group, anchor);
    const pipeline = excerpt.path.reduceRight((text, around) => `${around.anchor}(${text})`, inner);
    const text = textToSend(excerpt.top);
    const args = [...this.#tool.args, ...this.#reporting, ...GENERIC, `--pass-pipeline=${pipeline}`];
    const ended = runProcess(program.path, args, text);
    const hasPipeOfItsOwn = text.includes(`loc("${PIPE}"`);
    const output: Output = {
      blame: (one) => context.blame(one),
      report: ({ at, severity, ...rest }) => pass.emitAt(at, severity, wholeMessage(rest), rest),
      // Converts positions in the text that was sent to the program: returns the location of the operation at that
      // position. Other locations stay unchanged.
      placeOf: (at) => (at.file === PIPE && !hasPipeOfItsOwn ? locate(excerpt.top, text.toString(), at.line) : at),
    };
    if (ended.code !== 0) {
      this.#explain({ program, pipeline, text, args: this.#tool.args, names }, ended, output);
      return pass.signalPassFailure();
    }
    const { findings, rest } = readFindings(this.#reportSteps(ended.stderr, program, group, output));
    if (rest !== "") pass.print(`${rest}\n`);
    reportAll(findings, output);
    if (isNothing(ended.stdout)) return fail(pass, errors.printedNothing(basename(program.path)));
    const result = parseAllowing(op.context, ended.stdout, PIPE);
    const found = result.ok ? findIn(result.op, excerpt) : undefined;
    if (found === undefined) {
      return fail(pass, errors.unreadableResult(basename(program.path), result.ok ? [] : result.diagnostics));
    }
    adopt(op, found, excerpt.path.length === 0);
  }

  runText(
    text: () => string | Uint8Array,
    group: OpPassManager<Operation>,
    context: TextContext<Operation>,
  ): string | Uint8Array | undefined {
    const program = this.#tool.find();
    // `prepare` has already reported that the program is missing.
    if (program === undefined) return undefined;
    const { file, path, allowUnregistered } = context;
    const pipeline = pipelineText(group, group.anchorText);
    const base = [...this.#tool.args, ...(allowUnregistered ? ["--allow-unregistered-dialect"] : [])];
    const given = path === undefined ? undefined : nameFor(path, file);
    const args = [...base, ...this.#reporting, ...this.#handingOn(context.next), `--pass-pipeline=${pipeline}`];
    const ended =
      given === undefined ? runProcess(program.path, args, text()) : runProcess(program.path, [...args, given], "");
    const output: Output = {
      blame: (one) => context.blame(one),
      report: (diagnostic) => context.report(diagnostic),
      placeOf: (at) => (at.file === PIPE || at.file === given || at.file === path ? { ...at, file } : at),
    };
    if (ended.code !== 0) {
      this.#explain({ program, pipeline, text: text(), args: base, names: passesOf(group) }, ended, output);
      return undefined;
    }
    const { findings, rest } = readFindings(this.#reportSteps(ended.stderr, program, group, output));
    reportAll(findings, output);
    if (rest !== "") output.report({ code: "PWC0501", severity: "remark", ...messageOf(rest) });
    if (isNothing(ended.stdout)) {
      output.report(errors.printedNothing(basename(program.path)));
      return undefined;
    }
    const printed = withoutEmptyLine(ended.stdout);
    return context.takesBytes ? printed : printed.toString();
  }

  /**
   * Returns the flags that select the output format for the batch `next`, which reads the output. If `next` uses the
   * same program, and this program can print bytecode, the output is bytecode. Otherwise, the output is text with
   * locations, because other programs might not be able to read the bytecode.
   */
  #handingOn(next: PassBatch<Operation> | undefined): readonly string[] {
    if (!(next instanceof ToolBatch)) return [];
    const isSame = next.#tool.find()?.file === this.#tool.find()?.file;
    return isSame && this.#tool.emitsBytecode() ? ["--emit-bytecode"] : ["--mlir-print-debuginfo"];
  }

  get #reporting(): readonly string[] {
    return this.#tool.isReporting ? REPORT_FLAGS : [];
  }

  /** Reports the time and statistics of each step as a remark. Returns the program's output without these reports. */
  #reportSteps(stderr: string, program: Program, group: OpPassManager<Operation>, output: Output): string {
    if (!this.#tool.isReporting) return stderr;
    const { passes, rest } = takeReports(stderr);
    const isTop = new Set(group.elements.map((element) => (element.kind === "pass" ? element.pass : undefined)));
    const names = passesOf(group);
    // If the report contains only nested passes, the operation was sent inside its surrounding operations.
    const isWithin = passes.every(({ isNested }) => isNested);
    const all = reportsOf(
      names.map((one) => isWithin || !isTop.has(one)),
      passes,
    );
    // If the reports do not match the steps, returns the output unchanged.
    if (all === undefined) return stderr;
    all.forEach((report, index) => {
      const step = (names[index] as Pass<Operation>).declaration.name;
      output.report({ ...errors.passReport(basename(program.path), report), step });
    });
    return rest;
  }

  /** Reports why a program failed, and which pass failed. */
  #explain({ program, pipeline, text, args, names }: Sent, ended: Ended, output: Output): void {
    const name = basename(program.path);
    if (ended.unstartable !== undefined) return output.report(errors.unstartable(name, ended.unstartable));
    const unnatural = unnaturalEnd(ended);
    if (unnatural?.isCrash === false) return output.report(errors.killed(name, unnatural.signal, pipeline));
    const isCrash = unnatural !== undefined;
    const again = isCrash || names.length > 1 ? failAgain(program, args, pipeline, text) : undefined;
    const culprit = again === undefined ? undefined : innermostPass(again.pipeline);
    const blamed = names.find((one) => toolName(one) === culprit);
    if (blamed !== undefined) output.blame(blamed);
    const { findings, rest } = readFindings(ended.stderr);
    reportAll(findings, output);
    if (unnatural !== undefined) {
      const kept = keepReproducer(
        this.#tool.reproducers,
        program,
        again?.text ?? wholeReproducer(asText(program, args, text), pipeline),
      );
      output.report(errors.crashed(name, unnatural.signal, again?.pipeline ?? pipeline, headOf(rest), kept));
    } else if (!findings.some(({ severity }) => severity === "error")) {
      output.report(errors.failedSilently(name, ended.code, shortened(rest)));
    }
  }
}

/** Arguments and input of one run of a program. */
interface Sent {
  readonly program: Program;
  readonly args: readonly string[];
  readonly pipeline: string;
  readonly text: string | Uint8Array;
  readonly names: readonly Pass<Operation>[];
}

/**
 * Returns the file name to pass to the program: the name that the user wrote if this name resolves to the same file, or
 * else the path.
 */
function nameFor(path: string, file: string): string {
  return !file.startsWith("-") && resolve(file) === path ? file : path;
}

/** Returns the input of the program for a reproducer. Converts bytecode to text. */
function asText(program: Program, args: readonly string[], input: string | Uint8Array): Buffer {
  if (typeof input === "string") return Buffer.from(input);
  return bufferOf(isBytecode(input) ? runProcess(program.path, args, input).stdout : input);
}

/** Returns whether a program did not print any IR. The text of an empty module is not empty. */
function isNothing(printed: Uint8Array): boolean {
  return printed.length < 16 && bufferOf(printed).toString().trim() === "";
}

function passesOf(group: OpPassManager<Operation>): Pass<Operation>[] {
  const passes: Pass<Operation>[] = [];
  group.forEachPass((pass) => passes.push(pass));
  return passes;
}

function fail(pass: PassContext<Operation>, { severity, message, at, code, notes = [], help = [] }: Diagnostic): void {
  pass.emitAt(at, severity, message, { code, notes, help });
  pass.signalPassFailure();
}

/** Receiver of a program's diagnostics: a pass that runs on an operation, or a run on a text. */
interface Output {
  report(diagnostic: Diagnostic): void;
  blame(pass: Pass<Operation>): void;
  /** Converts a position in the program's input to a position in the user's file. */
  placeOf(at: SourceLocation): SourceLocation | undefined;
}

function reportAll(findings: readonly Finding[], output: Output): void {
  for (const { at, notes, ...said } of findings) {
    const place = at === undefined ? undefined : output.placeOf(at);
    output.report({
      code: "PWC0501",
      ...said,
      ...(place === undefined ? {} : { at: place }),
      ...(notes.length === 0 ? {} : { notes: notes.map((note) => noteAt(note, output)) }),
    });
  }
}

function noteAt({ at, ...note }: Note, output: Output): Note {
  const place = at === undefined ? undefined : output.placeOf(at);
  return place === undefined ? note : { ...note, at: place };
}

/** Returns the error message of a crash, without the stack. */
function headOf(said: string): readonly string[] {
  const lines = said.split("\n");
  const end = lines.findIndex((line) => /^(PLEASE submit|Stack dump|\s*#0 )/.test(line));
  return lines
    .slice(0, end < 0 ? 3 : Math.min(end, 3))
    .filter((line) => line.trim() !== "")
    .map(shortened);
}
