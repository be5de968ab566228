import { bool, definePass, int } from "@passwright/sdk";
import type { WasmModule } from "../ir/wasm-module.ts";

/** Says how the module is written as a binary, and so what its size is. Nothing of the module itself changes. */
export const emitSettings = definePass({
  name: "emit-settings",
  summary: "says how the module is to be written as a binary",
  anchor: "wasm.module",
  idempotent: true,
  options: {
    "debug-info": bool(false, "with the names of functions and locals"),
    "stack-ir": bool(false, "optimise instructions once more while they are written"),
    optimize: int(2, "how much to optimise for speed, 0 to 4", { min: 0, max: 4 }),
    shrink: int(1, "how much to optimise for size, 0 to 2", { min: 0, max: 2 }),
  },
  runOnOperation(module: WasmModule, { options }) {
    const { "debug-info": debugInfo, "stack-ir": stackIr, optimize, shrink } = options;
    module.emit = { debugInfo, stackIr, optimize, shrink };
  },
});
