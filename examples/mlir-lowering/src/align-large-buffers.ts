import { OpBuilder } from "@passwright/ir";
import type { Operation, Type } from "@passwright/ir";
import { definePass, int, PassType } from "@passwright/sdk";

/**
 * Aligns large buffers to memory pages. mlir-opt's bufferization can set only one alignment for all buffers, so this
 * pass runs between two passes of mlir-opt.
 */
export const alignLargeBuffers = definePass({
  name: "align-large-buffers",
  summary: "Aligns large buffers to pages",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  requires: ["bufferized"],
  preserves: ["canonical", "clean", "bufferized"],
  idempotent: true,
  options: {
    from: int(64, "the size in bytes from which on a buffer is large", { min: 1 }),
    to: int(4096, "its alignment in bytes", { min: 1 }),
  },
  statistics: { aligned: "buffers that were aligned" },
  runOnOperation(func: Operation, pass) {
    const { from, to } = pass.options;
    func.walk((op) => {
      if (op.name !== "memref.alloc" || (sizeInBytes(op.getResult(0).type) ?? 0) < from) return;
      const builder = OpBuilder.before(op);
      op.setAttr("alignment", builder.getIntegerAttr(builder.getI64Type(), to));
      pass.statistics.aligned.add(1);
    });
    pass.markAllAnalysesPreserved();
  },
});

/** Returns the size of a memref in bytes. Returns `undefined` if the shape of the memref is not static. */
function sizeInBytes({ data }: Type): number | undefined {
  if (data.kind !== "memref") return undefined;
  const width = bitsOf(data.elementType);
  if (width === undefined || data.shape.some((size) => size < 0)) return undefined;
  return data.shape.reduce((total, size) => total * Number(size), Math.ceil(width / 8));
}

function bitsOf({ data }: Type): number | undefined {
  if (data.kind === "integer") return data.width;
  return data.kind === "float" ? Number(/\d+/.exec(data.name)?.[0]) : undefined;
}
