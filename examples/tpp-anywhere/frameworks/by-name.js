import { cse } from "@passwright/plugin-transforms";
import { defineFramework, PassType } from "@passwright/sdk";
import { bufferization, ir, lowering } from "./passes.js";

/** Compiler that runs one-shot bufferization under the usual name of this pass. */
export default defineFramework({
  name: "by-name",
  ir,
  anchor: "builtin.module",
  pipeline(b) {
    b.nest("func.func").addPass(cse);
    b.addPass(bufferization("one-shot-bufferize", { types: [PassType.Bufferization] }));
    b.addPass(lowering("convert-tile-to-llvm", { types: ["lowering.llvm"] }));
  },
});
