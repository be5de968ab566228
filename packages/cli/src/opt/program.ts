import { resolve } from "node:path";
import { diagnosticIn } from "@passwright/core";
import type { Diagnostic, PassRegistry, Result, OptionSpecs, Registered } from "@passwright/core";
import { DEFAULT_SPLIT_MARKER, DiagnosticVerifier, Source, splitInput } from "@passwright/ir";
import type { Operation, SplitInput, DialectDefinition } from "@passwright/ir";
import { readInputOrPipe } from "../input/inputs.ts";
import { SourceLines } from "../input/source-lines.ts";
import { checkOutput, OutputFile } from "../output/output.ts";
import { ownVersion } from "../own-folder.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { OPT_FLAGS, PROGRAM } from "./flag-table.ts";
import type { OptFlag } from "./flag-table.ts";
import { isOn, parseFlags, severitiesOf, valueOf, verifyLevelOf } from "./flags.ts";
import type { FlagUse } from "./flags.ts";
import type { LoadedPasses } from "./load-passes.ts";
import { asMlirDiagnostic, mlirDiagnosticText } from "./mlir-diagnostics.ts";
import type { OptThreads, ThreadsGiven } from "./opt-threads.ts";
import { transformPart } from "./transform-part.ts";
import type { Environment } from "./transform-part.ts";

const INFORMATION: readonly (readonly [string, (loaded: Loaded) => string])[] = [
  ["help", helpText],
  ["help-hidden", helpText],
  ["version", () => `${PROGRAM} ${ownVersion()}`],
  ["show-dialects", dialectListText],
  ["list-passes", passListText],
];

export interface OptHost {
  loadPasses(named: readonly string[], cwd: string): Promise<LoadedPasses>;
  startThreads(uses: readonly FlagUse[], given: ThreadsGiven): Promise<OptThreads | undefined>;
}

/** Runs `passwright-opt`: passes on the embedded IR with mlir-opt's flags, formats and exit codes. */
export async function runOpt(
  argv: readonly string[],
  terminal: Terminal,
  { loadPasses, startThreads }: OptHost,
): Promise<ExitCode> {
  // `--debug` shows stacks of errors. In mlir-opt, this flag prints debug output of C++ code.
  const rest = argv.filter((argument) => argument !== "--debug" && argument !== "-debug");
  const debug = rest.length < argv.length;
  // Loads plugins first, because their passes add flags.
  const plugins = pluginsIn(rest);
  const { registry, dialects, diagnostics } = await loadPasses(plugins, terminal.cwd);
  if (diagnostics.length > 0) {
    printDiagnostics(diagnostics, terminal, debug);
    return 1;
  }
  const { uses, operands, errors } = parseFlags(rest, flagsWith(registry));
  const shown = INFORMATION.find(([flag]) => isOn(uses, flag));
  if (shown !== undefined) {
    terminal.out(`${shown[1]({ registry, dialects })}\n`);
    return 0;
  }
  if (errors.length > 0) {
    terminal.err(`${errors.join("\n")}\n`);
    return 1;
  }
  const file = valueOf(uses, "o") ?? "-";
  const threads = await startThreads(uses, { plugins, cwd: terminal.cwd, input: operands[0] ?? "-", registry });
  const environment = { registry, dialects, terminal, debug, ...(threads === undefined ? {} : { threads }) };
  // If `-o` names a file, either the complete output is written or nothing. Standard output receives the output
  // immediately, in the correct order relative to texts that passes print.
  const pieces = file === "-" ? undefined : new OutputFile(file, terminal.cwd);
  const output = pieces === undefined ? terminal.out : (bytes: Uint8Array): void => pieces.write(bytes);
  let succeeded = false;
  try {
    succeeded = await transform(operands[0] ?? "-", file, uses, { ...environment, output });
  } finally {
    if (!succeeded) pieces?.discard();
  }
  await threads?.close();
  const written = succeeded ? pieces?.commit() : undefined;
  if (written?.ok === false) terminal.err(`cannot open output file '${file}': ${written.reason}\n`);
  return succeeded && written?.ok !== false ? 0 : 1;
}

async function transform(
  input: string,
  output: string,
  uses: readonly FlagUse[],
  environment: Omit<Environment, "report">,
): Promise<boolean> {
  const { terminal } = environment;
  const file = input === "-" ? "<stdin>" : input;
  const source = await readInput(input, file, terminal);
  if (source === undefined) return false;
  const writable = output === "-" ? undefined : checkOutput(output, terminal.cwd);
  if (writable?.ok === false) {
    terminal.err(`cannot open output file '${output}': ${writable.reason}\n`);
    return false;
  }
  const text = source.bytes.subarray(0, source.end);
  const lines = new SourceLines(file, () => text);
  const print = (diagnostic: Diagnostic): void => terminal.err(mlirDiagnosticText(diagnostic));
  const level = verifyLevelOf(uses);
  const verifier =
    level === undefined
      ? undefined
      : new DiagnosticVerifier(file, new TextDecoder("utf-8", { ignoreBOM: true }).decode(text), print, level);
  const severities = severitiesOf(uses);
  const report = (found: readonly Diagnostic[]): void => {
    for (const one of lines.addTo(found.filter(({ severity }) => severities.has(severity)))) {
      const { before, diagnostic } = asMlirDiagnostic(one);
      terminal.err(before);
      if (diagnostic === undefined) continue;
      if (verifier === undefined) print(diagnostic);
      else verifier.handle(diagnostic);
    }
  };
  const parts = partsOf(source, uses);
  if (!parts.ok) {
    terminal.err(`${PROGRAM}: for the --split-input-file option: ${parts.reason}!\n`);
    return false;
  }
  parts.nearMisses.forEach(print);
  const marker = new TextEncoder().encode(`${valueOf(uses, "output-split-marker") ?? DEFAULT_SPLIT_MARKER}\n`);
  let succeeded = true;
  for (const [index, part] of parts.parts.entries()) {
    if (index > 0) environment.output(marker);
    // oxlint-disable-next-line no-await-in-loop -- the outputs of the parts must be in order
    if (!(await transformPart(part, uses, { ...environment, report }))) succeeded = false;
  }
  return verifier?.finish() ?? succeeded;
}

async function readInput(input: string, name: string, terminal: Terminal): Promise<Source | undefined> {
  if (input === "-") return Source.fromBytes(await terminal.readInput(), name);
  const read = await readInputOrPipe(resolve(terminal.cwd, input));
  if (read.ok) return Source.fromBytes(read.bytes, name, read.length);
  terminal.err(`cannot open input file '${input}': ${read.reason}\n`);
  return undefined;
}

/** Finds the plugins to load before flags are parsed, because plugins add flags. */
function pluginsIn(argv: readonly string[]): string[] {
  return argv.flatMap((argument, index) => {
    const match = /^--?load-(?:pass|dialect)-plugin(?:=([^]*))?$/.exec(argument);
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

/** Splits a text for `--split-input-file`. Without the flag, the whole text is one part. */
export function partsOf(source: Source, uses: readonly FlagUse[]): Result<SplitInput, { readonly reason: string }> {
  const use = uses.findLast(({ name }) => name === "split-input-file");
  if (use === undefined) return { ok: true, parts: [source], nearMisses: [] };
  try {
    return { ok: true, ...splitInput(source, use.value === "" ? undefined : use.value) };
  } catch (thrown) {
    return { ok: false, reason: diagnosticIn(thrown).message };
  }
}

type Row = readonly [left: string, doc: string];

type Loaded = Pick<LoadedPasses, "registry" | "dialects">;

const GENERIC = new Set(["help", "help-hidden", "version"]);

/** Returns the text of `--help`: flags, passes and pipelines with their options, in LLVM's layout. */
function helpText({ registry, dialects }: Loaded): string {
  const flags = Object.entries(OPT_FLAGS).sort(byName);
  const general = flags.filter(([name]) => !GENERIC.has(name)).flatMap(flagRows);
  const generic = flags.filter(([name]) => GENERIC.has(name)).flatMap(flagRows);
  const passes = elementRows(registry, "pass", "      ");
  const pipelines = elementRows(registry, "pipeline", "      ");
  const width = widthOf([...general, ...generic, ...passes, ...pipelines]);
  return [
    "OVERVIEW: Passwright modular optimizer driver",
    "",
    `Available Dialects: ${namesOf(dialects).join(", ")}`,
    "USAGE: passwright-opt [options] <input file>",
    "",
    "OPTIONS:",
    "",
    "General options:",
    "",
    ...lines(general, width),
    "",
    "  Compiler passes to run",
    "    Passes:",
    ...lines(passes, width),
    ...(pipelines.length === 0 ? [] : ["    Pass Pipelines:", ...lines(pipelines, width)]),
    "",
    "Generic Options:",
    "",
    ...lines(generic, width),
  ].join("\n");
}

function passListText({ registry }: Loaded): string {
  const rows = elementRows(registry, "pass", "  ");
  return ["Passes:", ...lines(rows, widthOf(rows))].join("\n");
}

function dialectListText({ dialects }: Loaded): string {
  return `Available Dialects: ${namesOf(dialects).join(",")}`;
}

function namesOf(dialects: readonly DialectDefinition[]): string[] {
  return dialects.map(({ name }) => name).sort();
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function flagRows([name, { kind, placeholder, doc, values = {} }]: readonly [string, OptFlag]): Row[] {
  const required = placeholder === undefined ? "" : `=<${placeholder}>`;
  const value = kind === "optional" ? `[${required}]` : required;
  const row: Row = [`  ${name.length === 1 ? "-" : "--"}${name}${value}`, `- ${doc}`];
  return [row, ...Object.entries(values).map(([word, what]): Row => [`    =${word || "<empty>"}`, `-   ${what}`])];
}

function elementRows(registry: PassRegistry<Operation>, kind: Registered<Operation>["kind"], indent: string): Row[] {
  return registry.entries().flatMap(([name, entry]): Row[] => {
    if (entry.kind !== kind) return [];
    const { summary = "", options = {} } =
      entry.kind === "pass" ? { ...entry.definition.declaration, options: entry.definition.options } : entry.pipeline;
    return [[`${indent}--${name}`, `-   ${summary}`], ...optionRows(options, `${indent}  `)];
  });
}

function optionRows(specs: OptionSpecs, indent: string): Row[] {
  return Object.entries(specs)
    .sort(byName)
    .map(([name, { placeholder, doc }]): Row => {
      const value = placeholder === "" ? "" : `=${placeholder}`;
      return [`${indent}--${name}${value}`, `- ${doc}`];
    });
}

function widthOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(([left]) => left.length));
}

function lines(rows: readonly Row[], width: number): string[] {
  return rows.map(([left, doc]) => `${left.padEnd(width)} ${doc}`);
}
