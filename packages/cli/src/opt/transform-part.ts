import {
  messageOf,
  printPipelinePretty,
  PassManager,
  addRegistered,
  addToPipeline,
  parsePipelineText,
} from "@passwright/core";
import type { Diagnostic, PassRegistry, PrintOptions, Severity, Result } from "@passwright/core";
import { generateReproducer, readReproducer } from "@passwright/instrument";
import { Context, createMlirAdapter, parseModule } from "@passwright/ir";
import type { DialectDefinition, MlirAdapter, Operation, PrintFlags, Source } from "@passwright/ir";
import { during, running } from "@passwright/sdk/loading";
import { notReadAgain, readDifferently, pipelineAndPasses } from "../errors/opt.ts";
import { stacksIn } from "../render/diagnostics.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { isOn, printFlagsOf, valueOf, verifyLevelOf } from "./flags.ts";
import type { FlagUse } from "./flags.ts";
import { Instruments, openFile } from "./instruments.ts";
import { pipelineErrorText } from "./mlir-diagnostics.ts";
import type { OptThreads } from "./opt-threads.ts";

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

export async function transformPart(
  source: Source,
  uses: readonly FlagUse[],
  environment: Environment,
): Promise<boolean> {
  const instruments = new Instruments(uses, environment.terminal);
  try {
    return await transform(source, uses, environment, instruments);
  } finally {
    instruments.finish();
  }
}

async function transform(
  source: Source,
  uses: readonly FlagUse[],
  environment: Environment,
  instruments: Instruments,
): Promise<boolean> {
  const { registry, dialects, terminal, debug, threads, report, output } = environment;
  const context = new Context({ dialects });
  const print: PrintFlags = { ...printFlagsOf(uses), skipExternalResources: true };
  context.allowUnregistered = isOn(uses, "allow-unregistered-dialect");
  context.printOpOnDiagnostic = verifyLevelOf(uses) === undefined && isOn(uses, "mlir-print-op-on-diagnostic", true);
  context.printFlags = print;
  const made = createMlirAdapter(context, dialects);
  const adapter = context.printOpOnDiagnostic ? { ...made, noteOn: noteOn(print) } : made;
  const doing = <T>(what: string, body: () => T): T => during(() => ({ what: `${what} \`${source.file}\`` }), body);
  if (await transformText(source, uses, environment, adapter, instruments)) return true;
  const stored = isOn(uses, "run-reproducer") ? readStoredRun(source) : NOTHING_STORED;
  const op = instruments.scope("Parser", () => {
    const implicitModule = !isOn(uses, "no-implicit-module");
    const parsed = doing("parsing", () => parseModule(context, source, { implicitModule }));
    if (!stored.ok) {
      const [problem] = parsed.ok ? [] : parsed.diagnostics;
      return void report([problem === undefined ? stored.diagnostic : firstOf(stored.diagnostic, problem)]);
    }
    if (!parsed.ok) return void report(parsed.diagnostics);
    if (isOn(uses, "run-reproducer")) eraseStoredRun(parsed.op);
    if (isOn(uses, "mlir-very-unsafe-disable-verifier-on-parsing")) return parsed.op;
    const invalid: Diagnostic[] = [];
    const isValid = doing("verifying", () => adapter.verify(parsed.op, RECURSIVE, (found) => invalid.push(found)));
    return isValid ? parsed.op : void report(invalid);
  });
  if (op === undefined || !stored.ok) return false;
  const difference = findRoundTripError(op, uses, adapter);
  if (difference !== undefined) {
    report(difference);
    return false;
  }
  const disableThreading = isOn(uses, "mlir-disable-threading") || stored.disableThreading === true;
  const wanted = instruments.forRun(adapter, { disableThreading, print, registry });
  if (!wanted.ok) {
    report([wanted.diagnostic]);
    return false;
  }
  const built = buildManager(adapter, registry, uses, adapter.nameOf(op).text, stored.pipeline);
  if (!built.ok) {
    // In mlir-opt, reproducers go directly to standard error, not through diagnostics.
    if (built.isStored === true) terminal.err(pipelineErrorText(built.diagnostic));
    else report([built.diagnostic]);
    return false;
  }
  const { manager } = built;
  for (const one of wanted.instrumentations) manager.addInstrumentation(one);
  manager.verifyEach = stored.verifyEach ?? isOn(uses, "verify-each", true);
  manager.output = terminal.err;
  manager.registry = registry;
  if (threads !== undefined && !disableThreading) manager.executor = await threads.executorFor(manager);
  if (isOn(uses, "dump-pass-pipeline")) terminal.err(dumpText(manager));
  const { succeeded, failures } = await during(running(manager, source.file), () =>
    manager.runAsync(op, { onDiagnostic: (diagnostic) => report([diagnostic]) }),
  );
  if (debug) for (const stack of stacksIn(failures)) terminal.err(`${stack}\n`);
  instruments.afterRun(manager, adapter);
  if (!succeeded) return false;
  // Like mlir-opt, ignores errors of this file.
  const stream = openFile(valueOf(uses, "mlir-generate-reproducer") ?? "", terminal);
  if (stream.ok) stream.write(generateReproducer(adapter, manager, op, { print }));
  instruments.scope("Output", () =>
    doing("printing", () => {
      // Prints invalid IR in generic form.
      const isVerified =
        print.assumeVerified === true ||
        ((manager.isEmpty || manager.verifyEach) && !isOn(uses, "mlir-very-unsafe-disable-verifier-on-parsing"));
      const generic = print.generic === true || (!isVerified && !adapter.verify(op, RECURSIVE, () => undefined));
      op.printTo(output, { ...print, generic, assumeVerified: true, skipExternalResources: false });
      // Like mlir-opt, writes an additional newline after the newline at the end of the operation.
      output(NEWLINE);
    }),
  );
  return true;
}

/** Tries to process parts of the text in several threads. Returns false if one thread must process the text. */
async function transformText(
  source: Source,
  uses: readonly FlagUse[],
  { registry, threads, debug, output }: Environment,
  adapter: MlirAdapter,
  instruments: Instruments,
): Promise<boolean> {
  if (threads === undefined || debug) return false;
  const built = buildManager(adapter, registry, uses, "builtin.module", undefined);
  if (!built.ok || built.manager.anchor !== "builtin.module") return false;
  const { manager } = built;
  manager.verifyEach = isOn(uses, "verify-each", true);
  const chunks = await threads.runOnText(source, manager);
  if (chunks === undefined) return false;
  instruments.afterRun(manager, adapter);
  for (const chunk of chunks) output(chunk);
  output(NEWLINE);
  return true;
}

/** Returns errors if the printed text does not parse to the same IR. Only Passwright can also check the custom form. */
function findRoundTripError(
  op: Operation,
  uses: readonly FlagUse[],
  adapter: MlirAdapter,
): readonly Diagnostic[] | undefined {
  const flags = { debugInfo: true, prettyDebugInfo: false };
  const onOp = (diagnostic: Diagnostic): Diagnostic => {
    const at = adapter.locationOf(op);
    const text = adapter.noteOn?.(op, "error");
    const place = at === undefined ? {} : { at };
    return { ...diagnostic, ...place, ...(text === undefined ? {} : { notes: [{ ...messageOf(text), ...place }] }) };
  };
  for (const [flag, generic] of [
    ["verify-roundtrip", true],
    ["verify-roundtrip-custom", false],
  ] as const) {
    if (!isOn(uses, flag)) continue;
    const wanted = op.print({ generic: true, ...flags });
    const text = op.print({ generic, ...flags });
    const again = parseModule(adapter.context, text, { file: "<round trip>", implicitModule: false });
    if (!again.ok) return [...again.diagnostics, onOp(notReadAgain(op.name))];
    const found = again.op.print({ generic: true, ...flags });
    if (found !== wanted) return [onOp(readDifferently(op.name, wanted, found))];
  }
  return undefined;
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

interface StoredRun {
  readonly pipeline?: string;
  readonly disableThreading?: boolean;
  readonly verifyEach?: boolean;
}

type StoredRunResult = Result<StoredRun, { readonly diagnostic: Diagnostic }>;

function readStoredRun(source: Source): StoredRunResult {
  const text = new TextDecoder().decode(source.bytes.subarray(0, source.end));
  const read = readReproducer(text, source.file);
  return read.ok ? { ok: true, ...read.reproducer } : { ok: false, diagnostic: inWhole(source, read.diagnostic) };
}

function eraseStoredRun({ store: { resources } }: Operation): void {
  const isReproducer = ({ section, group }: (typeof resources)[number]): boolean =>
    section === "external_resources" && group === "mlir_reproducer";
  const index = resources.findIndex(isReproducer);
  if (index >= 0) resources.splice(index, 1);
}

/** Returns the error that is earlier in the text, because mlir-opt stops at the first error. */
function firstOf(left: Diagnostic, right: Diagnostic): Diagnostic {
  const lineOf = ({ at }: Diagnostic): number => at?.line ?? 0;
  return lineOf(right) < lineOf(left) ? right : left;
}

function inWhole({ origin }: Source, diagnostic: Diagnostic): Diagnostic {
  const { at } = diagnostic;
  return at === undefined || origin.line === 0
    ? diagnostic
    : { ...diagnostic, at: { ...at, line: at.line + origin.line - 1 } };
}

/** Manager, or an error. `isStored` is whether the position of the error is in the pipeline of a reproducer. */
type ManagerResult = Result<
  { readonly manager: PassManager<Operation> },
  { readonly diagnostic: Diagnostic; readonly isStored?: boolean }
>;

/**
 * Makes the manager for `--pass-pipeline`, or for the pass flags in the order of the command line. Nests passes that do
 * not run on the operation `anchor`. If a reproducer contains a pipeline, appends the passes that flags select to this
 * pipeline, and does not nest these passes. `--pass-pipeline` replaces the pipeline of the reproducer.
 */
function buildManager(
  adapter: MlirAdapter,
  registry: PassRegistry<Operation>,
  uses: readonly FlagUse[],
  anchor: string,
  stored: string | undefined,
): ManagerResult {
  const start: ManagerResult =
    stored === undefined
      ? { ok: true, manager: new PassManager(adapter, { anchor, nesting: "implicit" }) }
      : fromText(adapter, registry, stored);
  if (!start.ok) return { ...start, isStored: true };
  const text = uses.findLast(({ name }) => name === "pass-pipeline" || name === "p")?.value;
  const passes = uses.filter(({ kind }) => kind === "pass");
  if (text === undefined) return addFlags(start.manager, registry, passes);
  if (passes.length > 0) return { ok: false, diagnostic: pipelineAndPasses() };
  return fromText(adapter, registry, text);
}

function fromText(adapter: MlirAdapter, registry: PassRegistry<Operation>, text: string): ManagerResult {
  const parsed = parsePipelineText(text);
  if (!parsed.ok) return parsed;
  const manager = new PassManager(adapter, { anchor: parsed.pipeline.anchor, isOutermost: true });
  const diagnostic = addToPipeline(parsed.pipeline, manager, registry);
  return diagnostic === undefined ? { ok: true, manager } : { ok: false, diagnostic };
}

function addFlags(
  manager: PassManager<Operation>,
  registry: PassRegistry<Operation>,
  passes: readonly FlagUse[],
): ManagerResult {
  for (const { name, value = "" } of passes) {
    const registered = registry.find(name);
    const diagnostic = registered === undefined ? undefined : addRegistered(manager, registered, value, registry);
    if (diagnostic !== undefined) return { ok: false, diagnostic };
  }
  return { ok: true, manager };
}
