import { definePass, string } from "@passwright/sdk";
import type { WasmModule } from "../ir/wasm-module.ts";
import { moduleSize } from "../passes/module-size.ts";

/** Name of the attribute that stores the size of the module after the previous round. */
const SIZE = "converge.size";

/**
 * Requests another round as long as the last round made the module smaller, as `asc --converge` does. The second round
 * always runs, to determine whether more rounds are useful.
 */
export const converge = definePass({
  name: "converge",
  summary: "repeats a pipeline as long as the module gets smaller",
  anchor: "wasm.module",
  options: { to: string("optimize", "the pipeline to repeat") },
  statistics: { rounds: "requested rounds" },
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
