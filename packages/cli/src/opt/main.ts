import { resolve } from "node:path";
import { type Diagnostic, type PassRegistry } from "@passwright/core";
import { DEFAULT_SPLIT_MARKER, DiagnosticVerifier, type Operation, Source } from "@passwright/ir";
import { readText } from "@passwright/loader";
import { printDiagnostics } from "../render/diagnostics.ts";
import { SourceLines } from "../source-lines.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";
import { checkOutput, writeOutput } from "../write-output.ts";
import { OPT_FLAGS, type OptFlag } from "./flag-table.ts";
import { dialectListText, helpText, type Loaded, passListText, versionText } from "./help.ts";
import { loadPasses } from "./load-passes.ts";
import { asMlirDiagnostic, mlirDiagnosticText, PROGRAM } from "./mlir-diagnostics.ts";
import { type FlagUse, isOn, parseFlags, valueOf, verifyLevelOf } from "./parse-flags.ts";
import { partsOf } from "./parts-of-input.ts";
import { type Environment, transformPart } from "./transform-part.ts";

/** Flags that only show something. */
const INFORMATION: readonly (readonly [string, (loaded: Loaded) => string])[] = [
  ["help", helpText],
  ["version", versionText],
  ["show-dialects", ({ dialects }) => dialectListText(dialects)],
  ["list-passes", ({ registry }) => passListText(registry)],
];

/** The `passwright-opt` program: mlir-opt's flags, formats and exit codes on the embedded IR. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { debug, rest } = takeDebug(argv);
  // Plugins come first, whatever their place on the command line: the flags of their passes have to be known.
  const { registry, dialects, diagnostics } = await loadPasses(pluginsIn(rest), terminal.cwd);
  if (diagnostics.length > 0) {
    const { causeOf } = await import("@passwright/loader");
    printDiagnostics(diagnostics, terminal, debug ? { causeOf } : {});
    return 1;
  }
  const { uses, operands, errors } = parseFlags(PROGRAM, rest, flagsWith(registry));
  const shown = INFORMATION.find(([flag]) => isOn(uses, flag));
  if (shown !== undefined) {
    terminal.out(`${shown[1]({ registry, dialects })}\n`);
    return 0;
  }
  if (errors.length > 0) {
    terminal.err(`${errors.join("\n")}\n`);
    return 1;
  }
  const output = valueOf(uses, "o") ?? "-";
  const result = await transform(operands[0] ?? "-", output, uses, { registry, dialects, terminal, debug });
  if (result === undefined) return 1;
  if (output === "-") terminal.out(result.text);
  else if (result.succeeded && !write(output, result.text, terminal)) return 1;
  return result.succeeded ? 0 : 1;
}

/** Reads one input, or the parts of it, and transforms each. Problems are reported; without a text there is nothing to print. */
async function transform(
  input: string,
  output: string,
  uses: readonly FlagUse[],
  environment: Omit<Environment, "report">,
): Promise<{ readonly text: string; readonly succeeded: boolean } | undefined> {
  const { terminal } = environment;
  const text = await readInput(input, terminal);
  if (text === undefined) return undefined;
  const writable = output === "-" ? undefined : checkOutput(output, terminal.cwd);
  if (writable?.ok === false) {
    terminal.err(`cannot open output file '${output}': ${writable.reason}\n`);
    return undefined;
  }
  const file = input === "-" ? "<stdin>" : input;
  const lines = new SourceLines(file, text);
  const print = (diagnostic: Diagnostic): void => terminal.err(mlirDiagnosticText(diagnostic));
  const level = verifyLevelOf(uses);
  const verifier = level === undefined ? undefined : new DiagnosticVerifier(file, text, print, level);
  const report = (found: readonly Diagnostic[]): void => {
    for (const one of lines.addTo(found)) {
      const { before, diagnostic } = asMlirDiagnostic(one, PROGRAM);
      terminal.err(before);
      if (diagnostic === undefined) continue;
      if (verifier === undefined) print(diagnostic);
      else verifier.handle(diagnostic);
    }
  };
  const parts = partsOf(Source.fromText(text, file), uses);
  if (!parts.ok) {
    terminal.err(`${PROGRAM}: for the --split-input-file option: ${parts.reason}!\n`);
    return undefined;
  }
  parts.nearMisses.forEach(print);
  const texts: (string | undefined)[] = [];
  for (const part of parts.parts) texts.push(await transformPart(part, uses, { ...environment, report }));
  const marker = valueOf(uses, "output-split-marker") ?? DEFAULT_SPLIT_MARKER;
  return {
    text: texts.map((printed) => printed ?? "").join(`${marker}\n`),
    succeeded: verifier?.finish() ?? !texts.includes(undefined),
  };
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

/** `--debug` is ours alone: mlir-opt's shows the debug output of C++. */
function takeDebug(argv: readonly string[]): { readonly debug: boolean; readonly rest: readonly string[] } {
  const rest = argv.filter((argument) => argument !== "--debug" && argument !== "-debug");
  return { debug: rest.length < argv.length, rest };
}

/** The values of `--load-pass-plugin` and `--load-dialect-plugin`, before the other flags can be told from mistakes. */
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
