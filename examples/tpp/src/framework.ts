import { defineFramework, PassType } from "@passwright/sdk";
import { mlirOpt } from "./mlir-opt.ts";
import { passes } from "./passes.ts";

/** Framework that lowers linalg on tensors to the LLVM dialect for the CPU, or to kernels for the GPU. */
export default defineFramework({
  name: "tensor-compiler",
  ir: mlirOpt.ir,
  anchor: "builtin.module",
  targets: ["cpu", "gpu"],
  extensionPoints: {
    "tensor.end": { since: "0.1", doc: "tensors are optimised and not yet memrefs" },
  },
  properties: {
    canonical: { kind: "fragile", doc: "nothing is left for canonicalize to do" },
    clean: { kind: "fragile", doc: "no two operations compute the same" },
    bufferized: { kind: "structural", doc: "there are no tensors" },
    loops: { kind: "structural", doc: "computation is in structured loops" },
  },
  cleanups: ["canonicalize", "cse"],
  passes,
  pipeline(b) {
    const functions = b.nest("func.func");
    functions.addPass("linalg-generalize-named-ops");
    functions.addPass("linalg-fuse-elementwise-ops");
    b.addExtensionPoint("tensor.end");
    b.addPass("one-shot-bufferize", {
      options: { "bufferize-function-boundaries": true, "function-boundary-type-conversion": "identity-layout-map" },
    });
    b.addBundle("tidy", ["canonicalize", "cse"], { reason: "bufferization leaves copies" });
    b.when({ target: "cpu" }).addPass("convert-linalg-to-loops", { anchor: "func.func" });
    const gpu = b.when({ target: "gpu" });
    gpu.addPass("convert-linalg-to-parallel-loops", { anchor: "func.func" });
    gpu.addPass("gpu-map-parallel-loops");
    gpu.addPass("convert-parallel-loops-to-gpu", { types: ["lowering.gpu", PassType.HardwareOptimization] });
    gpu.addPass("gpu-kernel-outlining");
    b.addBundle(
      "lower-to-llvm",
      [
        "expand-strided-metadata",
        "lower-affine",
        "convert-scf-to-cf",
        "convert-cf-to-llvm",
        "finalize-memref-to-llvm",
        "convert-func-to-llvm",
        "convert-arith-to-llvm",
        "reconcile-unrealized-casts",
      ],
      { kind: "contiguous", when: { target: "cpu" } },
    );
  },
});
