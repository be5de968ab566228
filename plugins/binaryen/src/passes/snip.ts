import { definePass, PassType } from "@passwright/sdk";
import { callBinaryen } from "../binaryen.ts";
import { nativeFailure } from "../errors.ts";
import { type WasmFunction } from "../ir/wasm-module.ts";
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
        const { ref, module, name } = func;
        if (!chosen.test(name)) return pass.markAllAnalysesPreserved();
        const answer = callBinaryen((binaryen) => binaryen.Function.setBody(ref, module.binaryen.unreachable()));
        if (answer.ok) return void pass.statistics.snipped.add();
        pass.emitError(nativeFailure(["snip"], answer.reason).message);
        pass.signalPassFailure();
      },
    };
  },
});
