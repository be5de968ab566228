import { cse, symbolDce } from "@passwright/plugin-transforms";
import { defineGraphFramework, PassType } from "@passwright/sdk";
import { bufferization, ir, lowering } from "./passes.js";

/** Compiler that is a graph of three pipelines. Plugins extend `main`, the pipeline between `front` and `back`. */
export default defineGraphFramework({
  name: "graph",
  ir,
  anchor: "builtin.module",
  pipeline(b) {
    b.addPass(bufferization("to-buffers", { types: [PassType.Bufferization] }));
    b.addPass(lowering("to-calls", { types: ["lowering.llvm"] }));
  },
  graph(graph, { builder }) {
    graph.registerPipeline("front", { successors: ["main"] }, (pm) => pm.nest("func.func").addPass(cse.create()));
    graph.registerPipeline("main", { successors: ["back"] }, builder);
    graph.registerPipeline("back", {}, (pm) => pm.addPass(symbolDce.create()));
  },
});
