import { definePass, PassType } from "@passwright/sdk";
import type { WasmFunction } from "../ir/wasm-module.ts";
import { pattern, readPattern } from "./pattern.ts";

/**
 * Replaces the bodies of functions by a trap: of those that are never called, as far as the author knows and no compiler can
 * prove. What only they called goes with the next `remove-unused-module-elements`. Names are those of the name section.
 */
export const snip = definePass({
  name: "snip",
  summary: "replaces the bodies of functions by a trap, chosen by their names",
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
