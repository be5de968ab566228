import { checkedProperties as properties } from "./checks.ts";
import type { Skeleton, SkeletonStep } from "./skeleton.ts";

const pass = (name: string, ...types: string[]): SkeletonStep => ({ pass: name, types });
const nest = (anchor: string, ...steps: SkeletonStep[]): SkeletonStep => ({ nest: anchor, steps });
const point = (name: string, doc: string): SkeletonStep => ({ point: name, doc });
const bufferizes = (name: string): SkeletonStep => ({
  pass: name,
  types: ["Bufferization"],
  declares: { provides: ["bufferized"] },
});

/** Pipelines of typical compilers, without code. */
export const skeletons: readonly Skeleton[] = [
  {
    name: "cpu",
    doc: "linear algebra for CPUs, with one-shot bufferization in the middle",
    anchor: "builtin.module",
    properties,
    steps: [
      pass("import-model", "Ingress"),
      nest(
        "func.func",
        pass("canonicalize", "Normalization", "Cleanup"),
        pass("linalg-fuse-elementwise-ops", "EarlyOptimization"),
        pass("tile-loops", "EarlyOptimization"),
        point("tensor.end", "tensors are tiled and fused"),
      ),
      bufferizes("one-shot-bufferize"),
      nest(
        "func.func",
        pass("buffer-loop-hoisting", "LateOptimization"),
        point("checks.end", "earlier passes have used the run-time checks"),
        pass("convert-linalg-to-loops", "Lowering"),
        pass("arith-expand", "Lowering"),
        pass("cse", "Cleanup"),
      ),
      pass("convert-to-llvm", "lowering.llvm"),
    ],
  },
  {
    name: "sparse",
    doc: "like `cpu`, but with a bufferization pass that is not named one-shot-bufferize",
    anchor: "builtin.module",
    properties,
    steps: [
      pass("pre-sparsification-rewrite", "Normalization"),
      nest("func.func", pass("sparse-fusion", "EarlyOptimization")),
      bufferizes("sparsification-and-bufferization"),
      nest(
        "func.func",
        pass("sparse-vectorize", "HardwareOptimization"),
        pass("convert-vector-to-scf", "Lowering"),
        pass("cse", "Cleanup"),
      ),
      pass("convert-to-llvm", "lowering.llvm"),
    ],
  },
  {
    name: "gpu",
    doc: "host and device code in one module, kernels in nested modules",
    anchor: "builtin.module",
    properties,
    steps: [
      nest("func.func", pass("canonicalize", "Normalization", "Cleanup"), pass("tile-to-blocks", "EarlyOptimization")),
      bufferizes("one-shot-bufferize"),
      pass("gpu-kernel-outlining", "Lowering"),
      nest(
        "gpu.module",
        nest("gpu.func", pass("map-registers", "HardwareOptimization"), pass("arith-expand", "Lowering")),
        pass("convert-gpu-to-nvvm", "lowering.nvvm"),
        pass("cse", "Cleanup"),
      ),
      pass("gpu-to-llvm", "lowering.llvm"),
      pass("gpu-module-to-binary", "Lowering"),
    ],
  },
  {
    name: "llvm-like",
    doc: "a compiler for scalar code, similar to LLVM: early and late optimizations, no bufferization",
    anchor: "builtin.module",
    steps: [
      pass("verify-input", "Ingress"),
      nest(
        "func.func",
        pass("simplify-cfg", "Normalization"),
        pass("early-cse", "EarlyOptimization"),
        pass("instcombine", "EarlyOptimization", "Cleanup"),
        pass("licm", "LateOptimization"),
        pass("slp-vectorizer", "LateOptimization", "HardwareOptimization"),
      ),
      pass("global-dce", "Cleanup"),
      nest("func.func", pass("codegen-prepare", "Lowering")),
      pass("select-instructions", "lowering.machine"),
    ],
  },
  {
    name: "tiny",
    doc: "one pass",
    anchor: "builtin.module",
    steps: [pass("lower", "Lowering")],
  },
  {
    name: "deep",
    doc: "nested modules, with functions in the innermost modules",
    anchor: "builtin.module",
    steps: [
      nest(
        "builtin.module",
        nest(
          "builtin.module",
          nest("func.func", pass("fold-constants", "EarlyOptimization"), pass("unroll", "LateOptimization")),
          pass("inline", "EarlyOptimization"),
        ),
        point("unit.end", "each unit is optimized separately"),
      ),
      pass("link", "Lowering"),
      pass("symbol-dce", "Cleanup"),
    ],
  },
  {
    name: "lowerings",
    doc: "lowers in several stages, with optimizations between the stages",
    anchor: "builtin.module",
    steps: [
      nest("func.func", pass("convert-affine", "lowering.affine"), pass("loop-fusion", "LateOptimization")),
      nest("func.func", pass("convert-scf-to-cf", "lowering.scf"), pass("arith-expand", "lowering.arith")),
      pass("cse", "Cleanup"),
      nest("func.func", pass("schedule", "HardwareOptimization")),
      pass("convert-to-llvm", "lowering.llvm"),
    ],
  },
];
