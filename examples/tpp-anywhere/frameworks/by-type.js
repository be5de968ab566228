import { canonicalize, cse, symbolDce } from "@passwright/plugin-transforms";
import { defineFramework, PassType } from "@passwright/sdk";
import { bufferization, ir, lowering } from "./passes.js";

/**
 * Compiler that bufferizes inside the nested pipeline of functions, with the pass `plan-memory`. Only the declared type
 * of this pass shows that the pass bufferizes.
 */
export default defineFramework({
  name: "by-type",
  ir,
  anchor: "builtin.module",
  pipeline(b) {
    b.addPass(symbolDce);
    const functions = b.nest("func.func");
    functions.addPass(cse, { types: [PassType.EarlyOptimization] });
    functions.addPass(bufferization("plan-memory", { types: [PassType.Bufferization] }));
    functions.addPass(canonicalize);
    b.addPass(lowering("emit-calls", { types: ["lowering.llvm"] }));
    b.addPass(symbolDce);
  },
});
