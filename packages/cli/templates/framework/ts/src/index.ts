import { defineFramework, PassType } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
import { arithExpand, cse, symbolDce } from "@passwright/plugin-transforms";
import { templatePass } from "./passes/template-pass.ts";

export default defineFramework({
  name: "template-framework",
  ir: mlir,
  anchor: "builtin.module",
  extensionPoints: {
    "arith.end": { since: "0.1", doc: "arithmetic is simplified and not yet expanded" },
  },
  levels: ["O1", "O0"],
  passes: [templatePass],
  pipeline(builder) {
    const functions = builder.nest("func.func");
    functions.addPass(templatePass, { when: { level: "O1" } });
    functions.addPass(cse, { types: [PassType.EarlyOptimization], when: { level: "O1" } });
    functions.addExtensionPoint("arith.end");
    functions.addPass(arithExpand);
    builder.addPass(symbolDce);
  },
});
