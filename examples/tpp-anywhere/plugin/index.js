import { defineDialect, OpBuilder } from "@passwright/ir";
import { definePass, definePlugin, PassType } from "@passwright/sdk";

/** Dialect of the kernels. The plugin adds this dialect to the IR of the framework. */
const tpp = defineDialect({ name: "tpp", ops: { fma: { summary: "multiplies two operands and adds the third" } } });

/** Returns the operations in a function that have the given name. */
function operations(func, name) {
  const found = [];
  func.walk((op) => void (op.name === name && found.push(op)));
  return found;
}

/** Works on tensors: replaces `tile.add(tile.mul(a, b), c)` by `tpp.fma(a, b, c)`. */
const findKernels = definePass({
  name: "tpp-find-kernels",
  summary: "Finds multiplications followed by additions",
  anchor: "func.func",
  types: [PassType.EarlyOptimization],
  dependentDialects: ["tpp"],
  runOnOperation(func) {
    for (const add of operations(func, "tile.add")) {
      const [product, sum] = add.operands;
      const mul = product.definingOp;
      if (mul?.name !== "tile.mul" || !product.hasOneUse) continue;
      const operands = [...mul.operands, sum];
      add.replaceAllUsesWith(OpBuilder.before(add).create("tpp.fma", { operands, results: add.resultTypes }));
      add.erase();
      mul.erase();
    }
  },
});

/**
 * Works on buffers: makes a kernel write its result into the buffer of the operand `sum`, if no other operation reads
 * that buffer.
 */
const reuseBuffers = definePass({
  name: "tpp-reuse-buffers",
  summary: "Makes kernels accumulate in place",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  runOnOperation(func) {
    for (const fma of operations(func, "tpp.fma")) {
      const [, , sum, out] = fma.operands;
      const [alloc, target] = [sum?.definingOp, out?.definingOp];
      // The buffer can be reused only if its other users are exactly one operation: the operation that writes the sum.
      const others = sum?.users.filter((user) => user !== fma) ?? [];
      if (alloc?.name !== "memref.alloc" || target?.name !== "memref.alloc" || others.length !== 1) continue;
      out.replaceAllUsesWith(sum);
      target.erase();
    }
  },
});

/** Runs before the first lowering: replaces kernels by calls of a library. */
const callKernels = definePass({
  name: "tpp-call-kernels",
  summary: "Calls the library of kernels",
  anchor: "builtin.module",
  types: [PassType.HardwareOptimization],
  runOnOperation(module) {
    const declared = new Set();
    for (const fma of operations(module, "tpp.fma")) {
      const types = fma.operands.map(({ type }) => type);
      // The library has one function for each size, such as `tpp_fma_32x32xf32`.
      const callee = `tpp_fma_${String(types[0])
        .replace(/^memref<|>$/g, "")
        .replaceAll(/\W/g, "_")}`;
      const builder = OpBuilder.before(fma);
      builder.create("func.call", { operands: fma.operands, attributes: { callee: builder.getSymbolRefAttr(callee) } });
      fma.erase();
      if (declared.has(callee)) continue;
      declared.add(callee);
      OpBuilder.atStart(module.regions[0].front).create("func.func", {
        regions: 1,
        attributes: {
          sym_name: builder.getStringAttr(callee),
          function_type: builder.getTypeAttr(builder.getFunctionType(types, [])),
          sym_visibility: builder.getStringAttr("private"),
        },
      });
    }
  },
});

/**
 * Returns the position to use if one-shot bufferization is missing. The position is relative to all passes that
 * bufferize.
 */
const orByType = (type) => ({ onMissing: { use: type } });

/**
 * Plugin that does the work of `registerDialectsAndPasses` in the proposal. The plugin does not depend on a framework.
 * If a pipeline has no one-shot bufferization, pass types show where tensors become buffers.
 */
export default definePlugin({
  name: "kernels",
  dialects: [tpp],
  passes: [findKernels, reuseBuffers, callKernels],
  setup(b) {
    b.addBefore("one-shot-bufferize", findKernels, {
      ...orByType({ beforeType: PassType.Bufferization }),
      reason: "kernels are found on tensors",
    });
    b.addAfter("one-shot-bufferize", reuseBuffers, {
      ...orByType({ afterType: PassType.Bufferization }),
      reason: "only buffers can be reused",
    });
    b.addBeforeType("lowering.llvm", callKernels, { reason: "lowerings do not know kernels" });
    b.rule(callKernels).strong.afterSome({ type: PassType.Bufferization }, { reason: "the library takes buffers" });
  },
});
