import type { Operation } from "@passwright/ir";
import { defineFramework } from "@passwright/sdk";
import type { PassDefinition } from "@passwright/sdk";
import { alignLargeBuffers } from "./align-large-buffers.ts";
import { mlirOpt } from "./mlir-opt.ts";
import { nativePasses } from "./native-passes.ts";

const passes: readonly PassDefinition<Operation>[] = [...nativePasses, alignLargeBuffers as PassDefinition<Operation>];

/** Framework that lowers linalg on tensors to the LLVM dialect. `mlir-runner` can execute the result. */
export default defineFramework({
  name: "linalg-compiler",
  ir: mlirOpt.ir,
  anchor: "builtin.module",
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
    b.addPass("one-shot-bufferize");
    b.addPass("align-large-buffers");
    b.addBundle("tidy", ["canonicalize", "cse"], { reason: "bufferization leaves copies" });
    b.addPass("convert-linalg-to-loops", { anchor: "func.func" });
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
      { kind: "contiguous" },
    );
  },
});
