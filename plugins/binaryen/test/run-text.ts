import { parsePipeline, PassManager, PassRegistry } from "@passwright/core";
import type { Diagnostic, PassDefinition } from "@passwright/core";
import { keepExports, nativePasses, sizeReport, snip, wasm, WasmModule } from "@passwright/plugin-binaryen";
import type { WasmOp } from "@passwright/plugin-binaryen";
import { textOf } from "./schedule.ts";

const registry = new PassRegistry<WasmOp>();
for (const pass of [...nativePasses, keepExports, snip, sizeReport]) {
  registry.registerPass(pass as PassDefinition<WasmOp>, { name: "@passwright/plugin-binaryen" });
}

/** Result of a run: the module as text, the output of passes, and errors. */
export interface Ran {
  readonly module: WasmModule;
  readonly text: string;
  readonly printed: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly manager: PassManager<WasmOp>;
}

export type Manager = PassManager<WasmOp>;

export function parse(text: string): WasmModule {
  const parsed = wasm.parse(text, { file: "in.wat" });
  if (!parsed.ok || !(parsed.op instanceof WasmModule)) throw new Error(parsed.ok ? "" : textOf(parsed.diagnostics));
  return parsed.op;
}

/** Makes a manager from a textual pipeline. Returns diagnostics if the text is invalid. */
export function makeManager(
  pipeline: string,
  options: { readonly verifyEach?: boolean; readonly output?: (text: string) => void } = {},
): PassManager<WasmOp> | readonly Diagnostic[] {
  const parsed = parsePipeline(pipeline, registry);
  if (!parsed.ok) return [parsed.diagnostic];
  const manager = Object.assign(new PassManager<WasmOp>(wasm, { anchor: "wasm.module" }), options);
  return manager.append(parsed.manager);
}

export function runOn(module: WasmModule, pipeline: string, options: { readonly verifyEach?: boolean } = {}): Ran {
  const printed: string[] = [];
  const manager = makeManager(pipeline, { ...options, output: (text) => void printed.push(text) });
  if (!(manager instanceof PassManager)) throw new Error(textOf(manager));
  const { diagnostics } = manager.run(module);
  return { module, text: module.toText(), printed: printed.join(""), diagnostics, manager };
}
