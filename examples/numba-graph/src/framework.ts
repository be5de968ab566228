import { defineFramework, PassType } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
import { arithExpand, canonicalize, cse, symbolDce } from "@passwright/plugin-transforms";
import { cfgToScf } from "./cfg-to-scf.ts";
import { checkCalls, markKernels, numpyToLinalg, pythonToStd } from "./passes.ts";

/**
 * numba-mlir's graph, as the RFC writes it. Pipelines are builders, so that plugins insert into them by name; for MLIR's own
 * passes (`lift-cf-to-scf`, `one-shot-bufferize`) a plugin that has them does.
 */
export default defineFramework({
  name: "numba",
  ir: mlir,
  anchor: "builtin.module",
  targets: ["cpu", "gpu"],
  passTypes: { Python: "what Python leaves is lowered" },
  graph(graph) {
    const frontend = graph.makeBuilder();
    frontend.addPass(checkCalls, { types: [PassType.Ingress] });
    graph.registerPipeline("frontend", {}, frontend);

    const cfg = graph.makeBuilder();
    cfg.nest("func.func").addPass(cfgToScf, { types: [PassType.Normalization] });
    graph.registerPipeline("cfg-to-scf", { predecessors: ["frontend"], successors: ["optimization"] }, cfg);

    const python = graph.makeBuilder();
    python.nest("func.func").addPass(pythonToStd, { types: ["Python"] });
    graph.registerPipeline("python-to-std", { predecessors: ["cfg-to-scf"], successors: ["optimization"] }, python);

    const numpy = graph.makeBuilder();
    numpy.addPass(numpyToLinalg, { types: ["Python"] });
    numpy.addExtensionPoint("linalg.end");
    graph.registerPipeline(
      "numpy-to-linalg",
      {
        predecessors: ["python-to-std"],
        successors: ["bufferization", "optimization"],
        jumpTargets: [{ to: "cfg-to-scf", max: 32 }],
      },
      numpy,
    );

    // Numbers need no buffers: the pipeline is a place for those who have tensors.
    const bufferization = graph.makeBuilder();
    bufferization.addExtensionPoint("bufferization.begin");
    graph.registerPipeline("bufferization", { successors: ["optimization"] }, bufferization);

    const optimization = graph.makeBuilder();
    const functions = optimization.nest("func.func");
    functions.addPass(canonicalize);
    functions.addPass(cse);
    optimization.addPass(symbolDce);
    graph.registerPipeline("optimization", {}, optimization);

    const gpu = graph.makeBuilder();
    gpu.addPass(markKernels, { types: [PassType.HardwareOptimization] });
    graph.registerPipeline("lower-to-gpu", { predecessors: ["optimization"], successors: ["lower-to-llvm"] }, gpu);
    graph.registerPipeline("stay-on-cpu", { predecessors: ["optimization"], successors: ["lower-to-llvm"] });

    const llvm = graph.makeBuilder();
    llvm.nest("func.func").addPass(arithExpand, { types: ["lowering.llvm"] });
    graph.registerPipeline("lower-to-llvm", { predecessors: ["optimization"] }, llvm);

    // The branch that the RFC draws, and that its lists of names cannot say.
    graph.registerChoice("codegen", {
      branches: [{ when: { target: "gpu" }, pipeline: "lower-to-gpu" }],
      else: "stay-on-cpu",
    });
  },
});
