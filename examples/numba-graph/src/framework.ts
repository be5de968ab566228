import { bool, defineGraphFramework, optionOfChoice, PassType } from "@passwright/sdk";
import { installed } from "@passwright/plugin-mlir-tools";
import { arithExpand, canonicalize, cse, symbolDce } from "@passwright/plugin-transforms";
import { cfgToScf } from "./cfg-to-scf.ts";
import { checkCalls, markKernels, numpyToLinalg, pythonToStd } from "./passes.ts";

const cleanup = { types: [PassType.Cleanup] };

/** MLIR's passes that lower structured control flow to the LLVM dialect. */
const TO_LLVM = [
  "convert-scf-to-cf",
  "convert-arith-to-llvm",
  "convert-cf-to-llvm",
  "convert-func-to-llvm",
  "reconcile-unrealized-casts",
] as const;

/**
 * Framework with the pipeline graph of numba-mlir, as in the RFC. Each pipeline has a builder, so that plugins can
 * refer to the pipeline by name and insert passes. With `option: { mlir-opt: true }` and an installed mlir-opt, the
 * graph also runs MLIR's own passes, and the result is in the LLVM dialect.
 */
export default defineGraphFramework({
  name: "numba",
  ir: installed.ir,
  anchor: "builtin.module",
  targets: ["cpu", "gpu"],
  passTypes: { Python: "what Python leaves is lowered" },
  graph(graph, { choice }) {
    const hasMlirOpt = optionOfChoice(choice, "mlir-opt", bool(false, "")) === true;
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

    // The bufferization pipeline is empty, because the framework works only on numbers, which do not need buffers.
    // Plugins that add tensors can insert passes here.
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

    // Registers the branch from the diagram of the RFC. The interface in the RFC consists of lists of names, which
    // cannot express this branch.
    graph.registerChoice("codegen", {
      branches: [{ when: { target: "gpu" }, pipeline: "lower-to-gpu" }],
      else: "stay-on-cpu",
    });
  },
});
