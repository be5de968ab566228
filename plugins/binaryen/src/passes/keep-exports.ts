import { definePass, PassType } from "@passwright/sdk";
import { getBinaryen } from "../binaryen.ts";
import type { WasmModule } from "../ir/wasm-module.ts";
import { pattern, readPattern } from "./pattern.ts";

/**
 * Removes all exports whose names do not match a pattern. Later passes can then remove code that only the removed
 * exports used. In contrast, Binaryen's pass `remove-exports` removes the exports that match. Precondition: none.
 * Postcondition: the module has only matching exports.
 */
export const keepExports = definePass({
  name: "keep-exports",
  summary: "removes all exports whose names do not match",
  anchor: "wasm.module",
  types: [PassType.EarlyOptimization],
  idempotent: true,
  options: { pattern },
  statistics: { removed: "exports removed" },
  create(options) {
    const kept = readPattern("keep-exports", options.pattern);
    return {
      runOnOperation({ binaryen: module }: WasmModule, pass) {
        const { getExportInfo } = getBinaryen();
        const all = Array.from({ length: module.getNumExports() }, (_, index) => module.getExportByIndex(index));
        const going = all.map((ref) => getExportInfo(ref).name).filter((name) => !kept.test(name));
        if (going.length === 0) pass.markAllAnalysesPreserved();
        for (const name of going) module.removeExport(name);
        pass.statistics.removed.add(going.length);
      },
    };
  },
});
