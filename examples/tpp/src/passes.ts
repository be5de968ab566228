import { PassType } from "@passwright/sdk";
import type { PassDeclaration } from "@passwright/sdk";

const declare = (name: string, types: readonly string[], rest: Partial<PassDeclaration> = {}): PassDeclaration => ({
  name,
  types,
  ...rest,
});

const llvm = ["lowering.llvm"];

/** Declarations of MLIR's passes in the pipeline, which is enough for planning; `mlir-opt` has their code. */
export const passes: readonly PassDeclaration[] = [
  declare("canonicalize", [PassType.Cleanup], { provides: ["canonical"], preserves: ["clean"], poorTarget: true }),
  declare("cse", [PassType.Cleanup], { provides: ["clean"], preserves: ["canonical"], poorTarget: true }),
  declare("linalg-generalize-named-ops", [PassType.Normalization], { preserves: [] }),
  declare("linalg-fuse-elementwise-ops", [PassType.EarlyOptimization], { requires: ["clean"], invalidates: ["clean"] }),
  declare("one-shot-bufferize", [PassType.Bufferization], { provides: ["bufferized"] }),
  declare("convert-linalg-to-loops", ["lowering.loops"], {
    requires: ["bufferized", "canonical"],
    invalidates: ["canonical"],
    provides: ["loops"],
  }),
  declare("convert-linalg-to-parallel-loops", ["lowering.loops"], {
    requires: ["bufferized", "canonical"],
    invalidates: ["canonical"],
    provides: ["loops"],
  }),
  declare("gpu-map-parallel-loops", [PassType.HardwareOptimization], { requires: ["loops"], anchor: "func.func" }),
  declare("convert-parallel-loops-to-gpu", ["lowering.gpu"], { requires: ["loops"] }),
  declare("gpu-kernel-outlining", ["lowering.gpu"], { anchor: "builtin.module" }),
  declare("expand-strided-metadata", llvm),
  declare("lower-affine", llvm),
  declare("convert-scf-to-cf", llvm, { invalidates: ["loops"] }),
  declare("convert-cf-to-llvm", llvm),
  declare("finalize-memref-to-llvm", llvm),
  declare("convert-func-to-llvm", llvm),
  declare("convert-arith-to-llvm", llvm),
  declare("reconcile-unrealized-casts", llvm),
];
