import { defineFramework, PassType, syncBailHook } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
import { arithExpand, cse, symbolDce } from "@passwright/plugin-transforms";
import { privatize } from "./passes/privatize.ts";
import { templatePass } from "./passes/template-pass.ts";

export default defineFramework({
  name: "template-framework",
  ir: mlir,
  anchor: "builtin.module",
  extensionPoints: {
    "arith.end": { since: "0.1", doc: "arithmetic is simplified and not yet expanded" },
  },
  hooks: {
    isEntry: {
      ...syncBailHook<[name: string], boolean>("name"),
      doc: "whether code outside of the module calls the function; undefined if the plugin does not know",
    },
  },
  levels: ["O1", "O0"],
  passes: [templatePass],
  pipeline(builder, { hooks }) {
    builder.addPass(privatize(hooks.isEntry));
    const functions = builder.nest("func.func");
    functions.addPass(templatePass, { when: { level: "O1" } });
    functions.addPass(cse, {
      types: [PassType.EarlyOptimization],
      when: { level: "O1" },
      reason: "equal computations are merged",
    });
    functions.addExtensionPoint("arith.end");
    functions.addPass(arithExpand);
    builder.addPass(symbolDce);
  },
});
