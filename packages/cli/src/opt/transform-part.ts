import { type Diagnostic, type PassManager, type PassRegistry, printPipelinePretty } from "@passwright/core";
import { createMlirAdapter, type Operation, parseModule, type Source } from "@passwright/ir";
import { recordThrown } from "../record-thrown.ts";
import { type Terminal } from "../terminal.ts";
import { buildManager } from "./build-manager.ts";
import { type FlagUse, isOn, verifyLevelOf } from "./parse-flags.ts";

/** What a text is transformed with. */
export interface Environment {
  readonly registry: PassRegistry<Operation>;
  readonly terminal: Terminal;
  readonly debug: boolean;
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

/**
 * Parses, runs and prints one text, in a context and with a pass manager of its own, as mlir-opt does for each part of a
 * split input. Problems are reported; then there is no text.
 */
export async function transformPart(
  source: Source,
  uses: readonly FlagUse[],
  { registry, terminal, debug, report }: Environment,
): Promise<string | undefined> {
  const adapter = createMlirAdapter();
  adapter.context.allowUnregistered = isOn(uses, "allow-unregistered-dialect");
  adapter.context.printOpOnDiagnostic =
    verifyLevelOf(uses) === undefined && isOn(uses, "mlir-print-op-on-diagnostic", true);
  const parsed = parseModule(adapter.context, source);
  if (!parsed.ok) return void report(parsed.diagnostics);
  const { op } = parsed;
  const invalid: Diagnostic[] = [];
  if (!adapter.verify(op, { recursive: true }, (found) => invalid.push(found))) return void report(invalid);
  const built = buildManager(adapter, registry, uses, adapter.nameOf(op).text);
  if (!built.ok) return void report([built.diagnostic]);
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

/** `Pass Manager with 2 passes:` and the pipeline, as mlir-opt dumps it: an empty one has an empty line in it. */
function dumpText(manager: PassManager<Operation>): string {
  return `Pass Manager with ${manager.elements.length} passes:\n${printPipelinePretty(manager)}\n\n`;
}
