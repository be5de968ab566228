import { resolve } from "node:path";
import { type Diagnostic, type PassManager, type PassRegistry, printPipelinePretty } from "@passwright/core";
import { createMlirAdapter, type Operation } from "@passwright/ir";
import { readText } from "@passwright/loader";
import { printDiagnostics } from "../render/diagnostics.ts";
import { recordThrown } from "../record-thrown.ts";
import { SourceLines } from "../source-lines.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";
import { checkOutput, writeOutput } from "../write-output.ts";
import { buildManager } from "./build-manager.ts";
import { OPT_FLAGS, type OptFlag } from "./flag-table.ts";
import { helpText, passListText, versionText } from "./help.ts";
import { loadPasses } from "./load-passes.ts";
import { mlirDiagnosticText } from "./mlir-diagnostics.ts";
import { type FlagUse, isOn, parseFlags } from "./parse-flags.ts";

const PROGRAM = "passwright-opt";

/** The `passwright-opt` program: mlir-opt's flags, formats and exit codes on the embedded IR. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { debug, rest } = takeDebug(argv);
  // Plugins come first, whatever their place on the command line: the flags of their passes have to be known.
  const { registry, diagnostics } = await loadPasses(pluginsIn(rest), terminal.cwd);
  if (diagnostics.length > 0) {
    const { causeOf } = await import("@passwright/loader");
    printDiagnostics(diagnostics, terminal, debug ? { causeOf } : {});
    return 1;
  }
  const { uses, operands, errors } = parseFlags(PROGRAM, rest, flagsWith(registry));
  if (isOn(uses, "help") || isOn(uses, "version") || isOn(uses, "list-passes")) {
    const text = isOn(uses, "help")
      ? helpText(registry)
      : isOn(uses, "version")
        ? versionText()
        : passListText(registry);
    terminal.out(`${text}\n`);
    return 0;
  }
  if (errors.length > 0) {
    terminal.err(`${errors.join("\n")}\n`);
    return 1;
  }
  const output = uses.findLast(({ name }) => name === "o")?.value ?? "-";
  const result = await transform(operands[0] ?? "-", output, uses, { registry, terminal, debug });
  if (result === undefined) return 1;
  if (output === "-") terminal.out(result);
  else if (!write(output, result, terminal)) return 1;
  return 0;
}

interface Environment {
  readonly registry: PassRegistry<Operation>;
  readonly terminal: Terminal;
  readonly debug: boolean;
}

/** Parses, runs and prints one input. Problems are reported; then there is no text. */
async function transform(
  input: string,
  output: string,
  uses: readonly FlagUse[],
  { registry, terminal, debug }: Environment,
): Promise<string | undefined> {
  const text = await readInput(input, terminal);
  if (text === undefined) return undefined;
  const writable = output === "-" ? undefined : checkOutput(output, terminal.cwd);
  if (writable?.ok === false) {
    terminal.err(`cannot open output file '${output}': ${writable.reason}\n`);
    return undefined;
  }
  const adapter = createMlirAdapter();
  const file = input === "-" ? "<stdin>" : input;
  const lines = new SourceLines(file, text);
  const report = (found: readonly Diagnostic[]): undefined => {
    for (const diagnostic of lines.addTo(found)) terminal.err(mlirDiagnosticText(diagnostic, PROGRAM));
  };
  const allowUnregistered = isOn(uses, "allow-unregistered-dialect");
  const parsed = adapter.parse(text, { file, allowUnregistered });
  if (!parsed.ok) return report(parsed.diagnostics);
  const { op } = parsed;
  const invalid: Diagnostic[] = [];
  if (!adapter.verify(op, { recursive: true }, (found) => invalid.push(found))) return report(invalid);
  const built = buildManager(adapter, registry, uses, adapter.nameOf(op).text);
  if (!built.ok) return report([built.diagnostic]);
  const { manager } = built;
  manager.verifyEach = isOn(uses, "verify-each", true);
  manager.output = (printed) => terminal.err(printed);
  manager.registry = registry;
  if (isOn(uses, "dump-pass-pipeline")) terminal.err(dumpText(manager));
  if (debug) recordThrown(manager, (stack) => terminal.err(`${stack}\n`));
  const { succeeded, diagnostics } = await manager.runAsync(op);
  report(diagnostics);
  if (!succeeded) return undefined;
  const printed = adapter.print(op, {
    generic: isOn(uses, "mlir-print-op-generic"),
    debugInfo: isOn(uses, "mlir-print-debuginfo"),
  });
  // mlir-opt ends what it prints with a newline, although an operation at the top ends with one already.
  return `${printed}\n`;
}

async function readInput(input: string, terminal: Terminal): Promise<string | undefined> {
  if (input === "-") return terminal.readInput();
  const read = readText(resolve(terminal.cwd, input));
  if (read.ok) return read.text;
  terminal.err(`cannot open input file '${input}': ${read.reason}\n`);
  return undefined;
}

function write(output: string, text: string, terminal: Terminal): boolean {
  const written = writeOutput(output, text, terminal.cwd);
  if (!written.ok) terminal.err(`cannot open output file '${output}': ${written.reason}\n`);
  return written.ok;
}

/** `Pass Manager with 2 passes:` and the pipeline, as mlir-opt dumps it: an empty one has an empty line in it. */
function dumpText(manager: PassManager<Operation>): string {
  return `Pass Manager with ${manager.elements.length} passes:\n${printPipelinePretty(manager)}\n\n`;
}

/** `--debug` is ours alone: mlir-opt's shows the debug output of C++. */
function takeDebug(argv: readonly string[]): { readonly debug: boolean; readonly rest: readonly string[] } {
  const rest = argv.filter((argument) => argument !== "--debug" && argument !== "-debug");
  return { debug: rest.length < argv.length, rest };
}

/** The values of `--load-pass-plugin`, before the other flags can be told from mistakes. */
function pluginsIn(argv: readonly string[]): string[] {
  return argv.flatMap((argument, index) => {
    const match = /^--?load-pass-plugin(?:=([^]*))?$/.exec(argument);
    if (match === null) return [];
    const value = match[1] ?? argv[index + 1];
    return value === undefined ? [] : [value];
  });
}

function flagsWith(registry: PassRegistry<Operation>): ReadonlyMap<string, OptFlag> {
  const passes = registry.entries().map(([name, entry]): [string, OptFlag] => {
    const doc = entry.kind === "pass" ? (entry.definition.declaration.summary ?? "") : entry.pipeline.summary;
    return [name, { kind: "pass", doc }];
  });
  return new Map([...passes, ...Object.entries(OPT_FLAGS)]);
}
