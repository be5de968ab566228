import { messageOf, printPipelinePretty } from "@passwright/core";
import type { Diagnostic, PassManager, PassRegistry, PrintOptions, Severity } from "@passwright/core";
import { generateReproducer } from "@passwright/instrument";
import { Context, createMlirAdapter, parseModule } from "@passwright/ir";
import type { DialectDefinition, MlirAdapter, Operation, PrintFlags, Source } from "@passwright/ir";
import { during, running } from "@passwright/sdk/loading";
import { notReadAgain, readDifferently } from "../errors/opt.ts";
import { stacksIn } from "../render/diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { isOn, printFlagsOf, valueOf, verifyLevelOf } from "./flags.ts";
import type { FlagUse } from "./flags.ts";
import { Instruments, openFile } from "./instruments.ts";
import { pipelineErrorText } from "./mlir-diagnostics.ts";
import type { OptThreads } from "./opt-threads.ts";
import { buildManager, eraseStoredRun, firstOf, readStoredRun } from "./stored-run.ts";
import type { StoredRun, StoredRunResult } from "./stored-run.ts";

export interface Environment {
  readonly registry: PassRegistry<Operation>;
  readonly dialects: readonly DialectDefinition[];
  readonly terminal: Terminal;
  readonly debug: boolean;
  readonly threads?: OptThreads;
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
  /** Function that receives the printed result in chunks. The bytes of a chunk are reused after the call. */
  readonly output: (bytes: Uint8Array) => void;
}

/** Parses, runs and prints one text. Returns false and does not write output after a failure. */
export async function transformPart(
  source: Source,
  uses: readonly FlagUse[],
  environment: Environment,
): Promise<boolean> {
  const instruments = new Instruments(uses, environment.terminal);
  try {
    return await new Part(source, uses, environment, instruments).transform();
  } finally {
    instruments.finish();
  }
}

class Part {
  readonly #source: Source;
  readonly #uses: readonly FlagUse[];
  readonly #environment: Environment;
  readonly #instruments: Instruments;
  readonly #adapter: MlirAdapter;
  readonly #print: PrintFlags;

  constructor(source: Source, uses: readonly FlagUse[], environment: Environment, instruments: Instruments) {
    this.#source = source;
    this.#uses = uses;
    this.#environment = environment;
    this.#instruments = instruments;
    const { dialects } = environment;
    const adapter = createMlirAdapter(new Context({ dialects }), dialects);
    adapter.context.allowUnregistered = isOn(uses, "allow-unregistered-dialect");
    adapter.context.printOpOnDiagnostic =
      verifyLevelOf(uses) === undefined && isOn(uses, "mlir-print-op-on-diagnostic", true);
    this.#print = { ...printFlagsOf(uses), skipExternalResources: true };
    this.#adapter = adapter.context.printOpOnDiagnostic ? { ...adapter, noteOn: noteOn(this.#print) } : adapter;
    adapter.context.printFlags = this.#print;
  }

  async transform(): Promise<boolean> {
    if (await this.#transformText()) return true;
    const stored = isOn(this.#uses, "run-reproducer") ? readStoredRun(this.#source) : NOTHING_STORED;
    const op = this.#instruments.scope("Parser", () => this.#parse(stored));
    if (op === undefined || !stored.ok) return false;
    if (!this.#verifyRoundTrip(op)) return false;
    const manager = await this.#prepare(op, stored);
    if (manager === undefined) return false;
    const { debug, terminal } = this.#environment;
    const { succeeded, failures } = await during(running(manager, this.#source.file), () =>
      manager.runAsync(op, { onDiagnostic: (diagnostic) => this.#report([diagnostic]) }),
    );
    if (debug) for (const stack of stacksIn(failures)) terminal.err(`${stack}\n`);
    this.#instruments.afterRun(manager, this.#adapter);
    if (!succeeded) return false;
    this.#writeReproducer(manager, op);
    this.#instruments.scope("Output", () => this.#during("printing", () => this.#output(manager, op)));
    return true;
  }

  /** Tries to process parts of the text in several threads. Returns false if one thread must process the text. */
  async #transformText(): Promise<boolean> {
    const { registry, threads, debug, output } = this.#environment;
    if (threads === undefined || debug) return false;
    const built = buildManager(this.#adapter, registry, this.#uses, "builtin.module", undefined);
    if (!built.ok || built.manager.anchor !== "builtin.module") return false;
    const { manager } = built;
    manager.verifyEach = isOn(this.#uses, "verify-each", true);
    const chunks = await threads.runOnText(this.#source, manager);
    if (chunks === undefined) return false;
    this.#instruments.afterRun(manager, this.#adapter);
    for (const chunk of chunks) output(chunk);
    output(NEWLINE);
    return true;
  }

  #parse(stored: StoredRunResult): Operation | undefined {
    const implicitModule = !isOn(this.#uses, "no-implicit-module");
    const parsed = this.#during("parsing", () => parseModule(this.#adapter.context, this.#source, { implicitModule }));
    if (!stored.ok) {
      const [problem] = parsed.ok ? [] : parsed.diagnostics;
      return void this.#report([problem === undefined ? stored.diagnostic : firstOf(stored.diagnostic, problem)]);
    }
    if (!parsed.ok) return void this.#report(parsed.diagnostics);
    if (isOn(this.#uses, "run-reproducer")) eraseStoredRun(parsed.op);
    if (isOn(this.#uses, "mlir-very-unsafe-disable-verifier-on-parsing")) return parsed.op;
    const invalid: Diagnostic[] = [];
    const verify = (): boolean => this.#adapter.verify(parsed.op, RECURSIVE, (found) => invalid.push(found));
    if (this.#during("verifying", verify)) return parsed.op;
    return void this.#report(invalid);
  }

  /** Checks that the printed text parses to the same IR. Only Passwright can also check the custom form. */
  #verifyRoundTrip(op: Operation): boolean {
    const forms = [isOn(this.#uses, "verify-roundtrip"), isOn(this.#uses, "verify-roundtrip-custom")];
    return [true, false].every((generic, index) => forms[index] !== true || this.#isReadAgain(op, generic));
  }

  #isReadAgain(op: Operation, generic: boolean): boolean {
    const flags = { debugInfo: true, prettyDebugInfo: false };
    const wanted = op.print({ generic: true, ...flags });
    const text = op.print({ generic, ...flags });
    const again = parseModule(this.#adapter.context, text, { file: "<round trip>", implicitModule: false });
    if (!again.ok) {
      this.#report([...again.diagnostics, this.#onOp(op, notReadAgain(op.name))]);
      return false;
    }
    const found = again.op.print({ generic: true, ...flags });
    if (found === wanted) return true;
    this.#report([this.#onOp(op, readDifferently(op.name, wanted, found))]);
    return false;
  }

  #onOp(op: Operation, diagnostic: Diagnostic): Diagnostic {
    const at = this.#adapter.locationOf(op);
    const text = this.#adapter.noteOn?.(op, "error");
    const place = at === undefined ? {} : { at };
    return { ...diagnostic, ...place, ...(text === undefined ? {} : { notes: [{ ...messageOf(text), ...place }] }) };
  }

  async #prepare(op: Operation, stored: StoredRun): Promise<PassManager<Operation> | undefined> {
    const { registry, terminal, threads } = this.#environment;
    const uses = this.#uses;
    const disableThreading = isOn(uses, "mlir-disable-threading") || stored.disableThreading === true;
    const wanted = this.#instruments.forRun(this.#adapter, { disableThreading, print: this.#print, registry });
    if (!wanted.ok) return void this.#report([wanted.diagnostic]);
    const built = buildManager(this.#adapter, registry, uses, this.#adapter.nameOf(op).text, stored.pipeline);
    if (!built.ok) {
      // In mlir-opt, reproducers go directly to standard error, not through diagnostics.
      if (built.isStored === true) terminal.err(pipelineErrorText(built.diagnostic));
      else this.#report([built.diagnostic]);
      return undefined;
    }
    const { manager } = built;
    for (const one of wanted.instrumentations) manager.addInstrumentation(one);
    manager.verifyEach = stored.verifyEach ?? isOn(uses, "verify-each", true);
    manager.output = terminal.err;
    manager.registry = registry;
    if (threads !== undefined && !disableThreading) manager.executor = await threads.executorFor(manager);
    if (isOn(uses, "dump-pass-pipeline")) terminal.err(dumpText(manager));
    return manager;
  }

  /** Prints the result. Verifies IR that was not verified, and prints invalid IR in generic form. */
  #output(manager: PassManager<Operation>, op: Operation): void {
    const isVerified =
      this.#print.assumeVerified === true ||
      ((manager.isEmpty || manager.verifyEach) && !isOn(this.#uses, "mlir-very-unsafe-disable-verifier-on-parsing"));
    const generic =
      this.#print.generic === true || (!isVerified && !this.#adapter.verify(op, RECURSIVE, () => undefined));
    const { output } = this.#environment;
    op.printTo(output, { ...this.#print, generic, assumeVerified: true, skipExternalResources: false });
    // Like mlir-opt, writes an additional newline after the newline at the end of the operation.
    output(NEWLINE);
  }

  /** Writes the file of `--mlir-generate-reproducer`. Like mlir-opt, ignores errors. */
  #writeReproducer(manager: PassManager<Operation>, op: Operation): void {
    const file = valueOf(this.#uses, "mlir-generate-reproducer");
    const stream = openFile(file ?? "", this.#environment.terminal);
    if (stream.ok) stream.write(generateReproducer(this.#adapter, manager, op, { print: this.#print }));
  }

  #during<T>(doing: string, body: () => T): T {
    return during(() => ({ what: `${doing} \`${this.#source.file}\`` }), body);
  }

  #report(diagnostics: readonly Diagnostic[]): void {
    this.#environment.report(diagnostics);
  }
}

const NOTHING_STORED: StoredRunResult = { ok: true };

const NEWLINE = Uint8Array.of(10);

const RECURSIVE = { recursive: true };

/** Returns the dump of a pipeline in mlir-opt's format: `Pass Manager with 2 passes:` and the pipeline. */
function dumpText(manager: PassManager<Operation>): string {
  return `Pass Manager with ${manager.elements.length} passes:\n${printPipelinePretty(manager, { asMlir: true })}\n\n`;
}

/** Makes MLIR's note about an operation. For errors, prints the generic form, because the operation may be invalid. */
function noteOn(print: PrintOptions): (op: Operation, severity: Severity) => string {
  return (op, severity) => {
    const generic = print.generic === true || severity === "error";
    const text = op.print({ ...print, localScope: true, generic }).trimEnd();
    return `see current operation: ${text.includes("\n") ? "\n" : ""}${text}`;
  };
}
