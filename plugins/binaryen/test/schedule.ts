import { PassCatalogue } from "@passwright/builder";
import type { Choice } from "@passwright/builder";
import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import { PipelineGraph } from "@passwright/graph";
import type { PipelineSchedule } from "@passwright/graph";
import { assemblyscript, wasm, WasmModule } from "@passwright/plugin-binaryen";
import type { WasmOp } from "@passwright/plugin-binaryen";

const owner = { name: "@passwright/plugin-binaryen" };

/** Makes the framework's pipeline graph for a choice of level and options, as the loader does. */
export function makeGraph(choice: Choice): PipelineGraph<WasmOp> {
  const catalogue = new PassCatalogue<WasmOp>();
  for (const definition of assemblyscript.passes ?? []) {
    if ("create" in definition) catalogue.add({ declaration: definition.declaration, definition, owner });
  }
  const { name } = assemblyscript;
  const graph = new PipelineGraph<WasmOp>(wasm as IrAdapter<WasmOp>, {
    anchor: "wasm.module",
    framework: { name },
    catalogue,
    choice,
  });
  assemblyscript.graph?.(graph, { choice, hooks: {}, builder: graph.makeBuilder() });
  return graph;
}

export function makeSchedule(graph: PipelineGraph<WasmOp>): PipelineSchedule<WasmOp> {
  const { schedule, diagnostics } = graph.createPipelineSchedule();
  if (schedule === undefined) throw new Error(textOf(diagnostics));
  return schedule;
}

export function readModule(bytes: Uint8Array, file = "in.wasm"): WasmModule {
  const parsed = wasm.binary.parse(bytes, { file });
  if (!parsed.ok || !(parsed.op instanceof WasmModule)) throw new Error(parsed.ok ? "" : textOf(parsed.diagnostics));
  return parsed.op;
}

export function textOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => renderDiagnostic(diagnostic)).join("\n");
}
