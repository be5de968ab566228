import { definePass, PassType } from "@passwright/sdk";
import type { WasmFunction } from "../ir/wasm-module.ts";
import { pattern, readPattern } from "./pattern.ts";

/**
 * Replaces the bodies of selected functions with a trap. Use this pass only for functions that are never called. A
 * later `remove-unused-module-elements` then removes functions that only these bodies called. The pass selects
 * functions by their names in the name section.
 */
export const snip = definePass({
  name: "snip",
  summary: "replaces the bodies of functions with a trap, chosen by name",
  anchor: "wasm.func",
  types: [PassType.EarlyOptimization],
  options: { pattern },
  statistics: { snipped: "functions whose bodies were replaced" },
  create(options) {
    const chosen = readPattern("snip", options.pattern);
    return {
      runOnOperation(func: WasmFunction, pass) {
        if (!chosen.test(func.name)) return pass.markAllAnalysesPreserved();
        func.body = func.module.binaryen.unreachable();
        pass.statistics.snipped.add();
      },
    };
  },
});
