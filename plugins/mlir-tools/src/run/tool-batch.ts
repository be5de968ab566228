import { messageOf, OpPassManager, suggest, wholeMessage } from "@passwright/core";
import type {
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

/** What a batch knows of its program. */
export interface ToolAccess {
  readonly args: readonly string[];
  /** Where reproducers of crashes go. */
  readonly reproducers: string;
  /** Whether it is to time its passes and to print what they count. */
  readonly isReporting: boolean;
  /** The program, if it is there. */
  find(): Program | undefined;
  /** For messages: what was looked for. */
  readonly wanted: string;
  /** Whether it can print bytecode. */
  emitsBytecode(): boolean;
  /**
   * Names of its passes; `undefined` if it does not tell. Asked of the program itself if `wanted` is none of what was once
   * found out: a script may start another version by now.
   */
  knownNames(wanted: string): ReadonlySet<string> | undefined;
}

const GENERIC = ["--mlir-print-op-generic", "--mlir-print-debuginfo"];

const batches = new Map<string, ToolBatch>();

/**
 * The batch of a program: one for all who have passes of the same program, started in the same way, whatever they call
 * them, so that the passes of several plugins still go to it together.
 */
export function batchFor(tool: ToolAccess): ToolBatch {
  const key = JSON.stringify([tool.find()?.file ?? tool.wanted, tool.args, tool.reproducers, tool.isReporting]);
  const existing = batches.get(key);
  if (existing !== undefined) return existing;
  const batch = new ToolBatch(tool);
  batches.set(key, batch);
  return batch;
}

/** Runs neighbouring passes of one program, nested managers included, in one process with one textual pipeline. */
export class ToolBatch implements PassBatch<Operation> {
  readonly takesNested = true;
  readonly verifiesEach = true;
  readonly #tool: ToolAccess;
  /** The passes of the run, by the options that their bodies got. */
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

  /** A pass with nobody beside it. */
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
      // It was there when the run began.
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
    const speaker: Speaker = {
      blame: (one) => context.blame(one),
      tell: ({ at, severity, ...rest }) => pass.emitAt(at, severity, wholeMessage(rest), rest),
      // Locations are those of the IR as it was sent; places in the text that was sent are told as what stood there.
      placeOf: (at) => (at.file === PIPE && !hasPipeOfItsOwn ? locate(excerpt.top, text.toString(), at.line) : at),
    };
    if (ended.code !== 0) {
      this.#explain({ program, pipeline, text, args: this.#tool.args, names }, ended, speaker);
      return pass.signalPassFailure();
    }
    const { findings, rest } = readFindings(this.#tellReport(ended.stderr, program, group, speaker));
    if (rest !== "") pass.print(`${rest}\n`);
    tellAll(findings, speaker);
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
    // `prepare` looked before.
    if (program === undefined) return undefined;
    const { file, path, allowUnregistered } = context;
    const pipeline = pipelineText(group, group.anchorText);
    const base = [...this.#tool.args, ...(allowUnregistered ? ["--allow-unregistered-dialect"] : [])];
    const given = path === undefined ? undefined : nameFor(path, file);
    const args = [...base, ...this.#reporting, ...this.#handingOn(context.next), `--pass-pipeline=${pipeline}`];
    const ended =
      given === undefined ? runProcess(program.path, args, text()) : runProcess(program.path, [...args, given], "");
    const speaker: Speaker = {
      blame: (one) => context.blame(one),
      tell: (diagnostic) => context.report(diagnostic),
      placeOf: (at) => (at.file === PIPE || at.file === given || at.file === path ? { ...at, file } : at),
    };
    if (ended.code !== 0) {
      this.#explain({ program, pipeline, text: text(), args: base, names: passesOf(group) }, ended, speaker);
      return undefined;
    }
    const { findings, rest } = readFindings(this.#tellReport(ended.stderr, program, group, speaker));
    tellAll(findings, speaker);
    if (rest !== "") speaker.tell({ code: "PWC0501", severity: "remark", ...messageOf(rest) });
    if (isNothing(ended.stdout)) {
      speaker.tell(errors.printedNothing(basename(program.path)));
      return undefined;
    }
    const printed = withoutEmptyLine(ended.stdout);
    return context.takesBytes ? printed : printed.toString();
  }

  /**
   * How to print what another program reads: with the locations of the source, which text leaves out. The same program takes
   * bytecode; another one may be of another version, which need not read it.
   */
  #handingOn(next: PassBatch<Operation> | undefined): readonly string[] {
    if (!(next instanceof ToolBatch)) return [];
    const isSame = next.#tool.find()?.file === this.#tool.find()?.file;
    return isSame && this.#tool.emitsBytecode() ? ["--emit-bytecode"] : ["--mlir-print-debuginfo"];
  }

  get #reporting(): readonly string[] {
    return this.#tool.isReporting ? REPORT_FLAGS : [];
  }

  /** Tells each step what the program says of it, and answers what else it wrote. */
  #tellReport(stderr: string, program: Program, group: OpPassManager<Operation>, speaker: Speaker): string {
    if (!this.#tool.isReporting) return stderr;
    const { passes, rest } = takeReports(stderr);
    const isTop = new Set(group.elements.map((element) => (element.kind === "pass" ? element.pass : undefined)));
    const names = passesOf(group);
    // Sent inside of other operations, all of them are nested.
    const isWithin = passes.every(({ isNested }) => isNested);
    const all = reportsOf(
      names.map((one) => isWithin || !isTop.has(one)),
      passes,
    );
    // What cannot be told apart is shown as it is.
    if (all === undefined) return stderr;
    all.forEach((report, index) => {
      const step = (names[index] as Pass<Operation>).declaration.name;
      speaker.tell({ ...errors.passReport(basename(program.path), report), step });
    });
    return rest;
  }

  /** Tells why a program did not succeed, and whose pass it was. */
  #explain({ program, pipeline, text, args, names }: Sent, ended: Ended, speaker: Speaker): void {
    const name = basename(program.path);
    if (ended.unstartable !== undefined) return speaker.tell(errors.unstartable(name, ended.unstartable));
    const unnatural = unnaturalEnd(ended);
    if (unnatural?.isCrash === false) return speaker.tell(errors.killed(name, unnatural.signal, pipeline));
    const isCrash = unnatural !== undefined;
    const again = isCrash || names.length > 1 ? failAgain(program, args, pipeline, text) : undefined;
    const culprit = again === undefined ? undefined : innermostPass(again.pipeline);
    const blamed = names.find((one) => toolName(one) === culprit);
    if (blamed !== undefined) speaker.blame(blamed);
    const { findings, rest } = readFindings(ended.stderr);
    tellAll(findings, speaker);
    if (unnatural !== undefined) {
      const kept = keepReproducer(
        this.#tool.reproducers,
        program,
        again?.text ?? wholeReproducer(asText(program, args, text), pipeline),
      );
      speaker.tell(errors.crashed(name, unnatural.signal, again?.pipeline ?? pipeline, headOf(rest), kept));
    } else if (!findings.some(({ severity }) => severity === "error")) {
      speaker.tell(errors.failedSilently(name, ended.code, shortened(rest)));
    }
  }
}

/** What was asked of a program. */
interface Sent {
  readonly program: Program;
  readonly args: readonly string[];
  readonly pipeline: string;
  readonly text: string | Uint8Array;
  readonly names: readonly Pass<Operation>[];
}

/** What to call a file to its program: as people do, where it finds it by that. */
function nameFor(path: string, file: string): string {
  return !file.startsWith("-") && resolve(file) === path ? file : path;
}

/** What a reproducer can be made of: bytecode as the program prints it. */
function asText(program: Program, args: readonly string[], input: string | Uint8Array): Buffer {
  if (typeof input === "string") return Buffer.from(input);
  return bufferOf(isBytecode(input) ? runProcess(program.path, args, input).stdout : input);
}

/** Even an empty module is printed as one: who prints nothing wrote it elsewhere, or not at all. */
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

/** Who is told of what a program said: a pass on an operation, or a run on a text. */
interface Speaker {
  tell(diagnostic: Diagnostic): void;
  blame(pass: Pass<Operation>): void;
  /** Where something is to people, of what the program calls a place. */
  placeOf(at: SourceLocation): SourceLocation | undefined;
}

function tellAll(findings: readonly Finding[], speaker: Speaker): void {
  for (const { at, notes, ...said } of findings) {
    const place = at === undefined ? undefined : speaker.placeOf(at);
    speaker.tell({
      code: "PWC0501",
      ...said,
      ...(place === undefined ? {} : { at: place }),
      ...(notes.length === 0 ? {} : { notes: notes.map((note) => noteAt(note, speaker)) }),
    });
  }
}

function noteAt({ at, ...note }: Note, speaker: Speaker): Note {
  const place = at === undefined ? undefined : speaker.placeOf(at);
  return place === undefined ? note : { ...note, at: place };
}

/** What a crash says of itself, without the stack. */
function headOf(said: string): readonly string[] {
  const lines = said.split("\n");
  const end = lines.findIndex((line) => /^(PLEASE submit|Stack dump|\s*#0 )/.test(line));
  return lines
    .slice(0, end < 0 ? 3 : Math.min(end, 3))
    .filter((line) => line.trim() !== "")
    .map(shortened);
}
