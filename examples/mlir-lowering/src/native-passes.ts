import type { Operation } from "@passwright/ir";
import { bool, PassType, string } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";
import type { ToolPassDeclaration } from "@passwright/plugin-mlir-tools";
import { mlirOpt } from "./mlir-opt.ts";

const llvm: ToolPassDeclaration = { types: ["lowering.llvm"] };
const onModules: ToolPassDeclaration = { ...llvm, anchor: "builtin.module" };

/**
 * Declarations for mlir-opt's passes. The declarations add types, properties and anchors, because the help text of
 * mlir-opt does not contain them.
 */
const declarations: { readonly [name: string]: ToolPassDeclaration } = {
  canonicalize: {
    types: [PassType.Cleanup],
    provides: ["canonical"],
    preserves: ["clean", "bufferized", "loops"],
    poorTarget: true,
  },
  cse: {
    types: [PassType.Cleanup],
    provides: ["clean"],
    preserves: ["canonical", "bufferized", "loops"],
    poorTarget: true,
  },
  "linalg-generalize-named-ops": { types: [PassType.Normalization], preserves: [] },
  "linalg-fuse-elementwise-ops": {
    types: [PassType.EarlyOptimization],
    requires: ["clean"],
    invalidates: ["clean"],
  },
  "one-shot-bufferize": {
    types: [PassType.Bufferization],
    anchor: "builtin.module",
    provides: ["bufferized"],
    options: {
      "bufferize-function-boundaries": bool(true, "arguments and results of functions become memrefs, too"),
      "function-boundary-type-conversion": string("identity-layout-map", "how memrefs of arguments are laid out"),
    },
  },
  "convert-linalg-to-loops": {
    types: ["lowering.loops"],
    requires: ["bufferized", "canonical"],
    invalidates: ["canonical"],
    provides: ["loops"],
  },
  "expand-strided-metadata": llvm,
  "lower-affine": llvm,
  "convert-scf-to-cf": { ...llvm, invalidates: ["loops"] },
  "convert-cf-to-llvm": onModules,
  "finalize-memref-to-llvm": onModules,
  "convert-func-to-llvm": onModules,
  "convert-arith-to-llvm": llvm,
  "reconcile-unrealized-casts": llvm,
};

export const nativePasses: readonly PassDefinition<Operation>[] = Object.entries(declarations).map(
  ([name, declaration]) => mlirOpt.pass(name, declaration),
);
