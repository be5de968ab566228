import type { Operation } from "@passwright/ir";
import type { ToolPassDeclaration } from "@passwright/plugin-mlir-tools";
import { bool, int, list, PassType, string } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";
import { mlirOpt } from "./mlir-opt.ts";

const llvm: ToolPassDeclaration = { types: ["lowering.llvm"] };
const onTensors: ToolPassDeclaration = {
  types: [PassType.EarlyOptimization],
  forbids: ["bufferized"],
  preserves: [],
};
const toLoops: ToolPassDeclaration = {
  types: ["lowering.loops"],
  requires: ["bufferized", "canonical"],
  invalidates: ["canonical"],
  provides: ["loops"],
};
const onBuffers: ToolPassDeclaration = {
  types: [PassType.LateOptimization],
  anchor: "func.func",
  requires: ["bufferized"],
};

/** Passes of the pipeline. */
const own: { readonly [name: string]: ToolPassDeclaration } = {
  canonicalize: { types: [PassType.Cleanup], provides: ["canonical"], preserves: ["clean"], poorTarget: true },
  cse: { types: [PassType.Cleanup], provides: ["clean"], preserves: ["canonical"], poorTarget: true },
  "linalg-generalize-named-ops": { types: [PassType.Normalization], preserves: [] },
  "linalg-fuse-elementwise-ops": {
    types: [PassType.EarlyOptimization],
    requires: ["clean"],
    invalidates: ["clean"],
  },
  "one-shot-bufferize": {
    types: [PassType.Bufferization],
    provides: ["bufferized"],
    options: {
      "bufferize-function-boundaries": bool(false, "arguments and results of functions become memrefs, too"),
      "function-boundary-type-conversion": string("infer-layout-map", "how memrefs of arguments are laid out"),
    },
  },
  "convert-linalg-to-loops": toLoops,
  "convert-linalg-to-parallel-loops": toLoops,
  "gpu-map-parallel-loops": { types: [PassType.HardwareOptimization], requires: ["loops"], anchor: "func.func" },
  "convert-parallel-loops-to-gpu": { types: ["lowering.gpu"], requires: ["loops"] },
  "gpu-kernel-outlining": { types: ["lowering.gpu"], anchor: "builtin.module" },
  "expand-strided-metadata": llvm,
  "lower-affine": llvm,
  "convert-scf-to-cf": { ...llvm, invalidates: ["loops"] },
  "convert-cf-to-llvm": llvm,
  "finalize-memref-to-llvm": llvm,
  "convert-func-to-llvm": llvm,
  "convert-arith-to-llvm": llvm,
  "reconcile-unrealized-casts": llvm,
};

/** Passes that are not in the pipeline. Even plugins that contain only a manifest can insert these passes. */
const offered: { readonly [name: string]: ToolPassDeclaration } = {
  "linalg-block-pack-matmul": {
    ...onTensors,
    options: { "block-factors": list(int(0, "size of a block"), "sizes of the blocks of m, n and k") },
  },
  "linalg-fold-unit-extent-dims": onTensors,
  "fold-memref-alias-ops": {
    types: [PassType.LateOptimization],
    requires: ["bufferized", "canonical"],
    invalidates: ["canonical"],
  },
  "memref-expand": { types: [PassType.LateOptimization], requires: ["bufferized"], preserves: ["clean"] },
  "buffer-hoisting": onBuffers,
  "promote-buffers-to-stack": onBuffers,
  "loop-invariant-code-motion": { types: [PassType.LateOptimization], requires: ["loops"], preserves: [] },
};

export const passes: readonly PassDefinition<Operation>[] = Object.entries({ ...own, ...offered }).map(
  ([name, declaration]) => mlirOpt.pass(name, declaration),
);
