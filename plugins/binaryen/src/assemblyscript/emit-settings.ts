import { bool, definePass, int } from "@passwright/sdk";
import type { WasmModule } from "../ir/wasm-module.ts";

/**
 * Sets how the module is written as a binary. The settings affect the size of the binary, but do not change the module
 * itself.
 */
export const emitSettings = definePass({
  name: "emit-settings",
  summary: "sets how the module is written as a binary",
  anchor: "wasm.module",
  idempotent: true,
  options: {
    "debug-info": bool(false, "with the names of functions and locals"),
    "stack-ir": bool(false, "optimize instructions again when they are written"),
    optimize: int(2, "how much to optimize for speed, 0 to 4", { min: 0, max: 4 }),
    shrink: int(1, "how much to optimize for size, 0 to 2", { min: 0, max: 2 }),
  },
  runOnOperation(module: WasmModule, { options }) {
    const { "debug-info": debugInfo, "stack-ir": stackIr, optimize, shrink } = options;
    module.emit = { debugInfo, stackIr, optimize, shrink };
  },
});
