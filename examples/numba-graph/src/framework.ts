import { defineGraphFramework, PassType } from "@passwright/sdk";
import { installed } from "@passwright/plugin-mlir-tools";
import { arithExpand, canonicalize, cse, symbolDce } from "@passwright/plugin-transforms";
import { cfgToScf } from "./cfg-to-scf.ts";
import { checkCalls, markKernels, numpyToLinalg, pythonToStd } from "./passes.ts";

const cleanup = { types: [PassType.Cleanup] };

/** MLIR's passes from structured control flow to the LLVM dialect. */
const TO_LLVM = [
  "convert-scf-to-cf",
  "convert-arith-to-llvm",
  "convert-cf-to-llvm",
  "convert-func-to-llvm",
  "reconcile-unrealized-casts",
] as const;

/**
 * Framework with the graph of numba-mlir, as in the RFC. Pipelines are builders, so that plugins can insert into them
 * by name. With `option: { mlir-opt: true }`, MLIR's own passes are used if they exist, and the result is in the LLVM
 * dialect.
 */
export default defineGraphFramework({
  name: "numba",
  ir: installed.ir,
  anchor: "builtin.module",
  targets: ["cpu", "gpu"],
  passTypes: { Python: "what Python leaves is lowered" },
  graph(graph, { choice }) {
    const hasMlirOpt = choice.option?.["mlir-opt"] === true;
    const frontend = graph.makeBuilder();
    frontend.addPass(checkCalls, { types: [PassType.Ingress] });
    graph.registerPipeline("frontend", {}, frontend);

    const cfg = graph.makeBuilder();
    const normalization = { types: [PassType.Normalization] };
    if (hasMlirOpt) cfg.addPass(installed.pass("lift-cf-to-scf"), normalization);
    else cfg.nest("func.func").addPass(cfgToScf, normalization);
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

    // Empty, because numbers do not need buffers. Plugins with tensors can insert passes into this pipeline.
    const bufferization = graph.makeBuilder();
    bufferization.addExtensionPoint("bufferization.begin");
    graph.registerPipeline("bufferization", { successors: ["optimization"] }, bufferization);

    const optimization = graph.makeBuilder();
    const functions = optimization.nest("func.func");
    functions.addPass(hasMlirOpt ? installed.pass("canonicalize", cleanup) : canonicalize);
    functions.addPass(hasMlirOpt ? installed.pass("cse", cleanup) : cse);
    optimization.addPass(hasMlirOpt ? installed.pass("symbol-dce", cleanup) : symbolDce);
    graph.registerPipeline("optimization", {}, optimization);

    const gpu = graph.makeBuilder();
    gpu.addPass(markKernels, { types: [PassType.HardwareOptimization] });
    graph.registerPipeline("lower-to-gpu", { predecessors: ["optimization"], successors: ["lower-to-llvm"] }, gpu);
    graph.registerPipeline("stay-on-cpu", { predecessors: ["optimization"], successors: ["lower-to-llvm"] });

    const llvm = graph.makeBuilder();
    if (hasMlirOpt) for (const name of TO_LLVM) llvm.addPass(installed.pass(name), { types: ["lowering.llvm"] });
    else llvm.nest("func.func").addPass(arithExpand, { types: ["lowering.llvm"] });
    graph.registerPipeline("lower-to-llvm", { predecessors: ["optimization"] }, llvm);

    // Corresponds to the branch in the diagram of the RFC. The lists of names in the RFC cannot express this branch.
    graph.registerChoice("codegen", {
      branches: [{ when: { target: "gpu" }, pipeline: "lower-to-gpu" }],
      else: "stay-on-cpu",
    });
  },
});
