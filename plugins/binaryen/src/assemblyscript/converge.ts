import { definePass, string } from "@passwright/sdk";
import type { WasmModule } from "../ir/wasm-module.ts";
import { moduleSize } from "../passes/module-size.ts";

/** The note with the size after the round before. */
const SIZE = "converge.size";

/**
 * Asks for another round as long as the last one made the module smaller, as `asc --converge` does: there is always a second
 * one, which tells whether it pays.
 */
export const converge = definePass({
  name: "converge",
  summary: "goes back as long as the module gets smaller",
  anchor: "wasm.module",
  options: { to: string("optimize", "the pipeline to go back to") },
  statistics: { rounds: "rounds that were asked for" },
  runOnOperation(module: WasmModule, pass) {
    const { bytes } = pass.getAnalysis(moduleSize);
    pass.markAllAnalysesPreserved();
    const before = module.attributes.get(SIZE);
    if (before !== undefined && bytes >= Number(before)) return void module.attributes.delete(SIZE);
    module.attributes.set(SIZE, String(bytes));
    pass.statistics.rounds.add();
    pass.requestJump(pass.options.to, before === undefined ? `${bytes} bytes` : `${before} → ${bytes} bytes`);
  },
});
