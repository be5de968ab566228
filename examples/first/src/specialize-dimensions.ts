import { definePass, PassType } from "@passwright/sdk";
import type { Callable, PassDefinition } from "@passwright/sdk";
import { OpBuilder } from "@passwright/ir";
import type { Operation } from "@passwright/ir";

/** Dimension of a function's argument. Plugins can know the size of this dimension. */
export interface Dimension {
  readonly function: string;
  readonly argument: number;
  /** Index of the dimension, from 0. */
  readonly index: number;
}

/**
 * Returns the dimension that the operation `dim` reads. Returns `undefined` unless this dimension belongs to an
 * argument of `func`.
 */
function dimensionOf(func: Operation, dim: Operation): Dimension | undefined {
  const [memref, position] = dim.operands;
  const constant = position?.definingOp?.getAttr("value")?.data;
  const isArgument = memref?.kind === "argument" && memref.parentBlock === func.regions[0]?.front;
  if (!isArgument || constant?.kind !== "integer") return undefined;
  return { function: func.symbolName ?? "", argument: memref.index, index: Number(constant.value) };
}

/**
 * Replaces `memref.dim` operations with sizes that plugins know. Calls the hook for each `memref.dim` that reads a
 * dimension of an argument, and does not check the size that the hook returns. Types do not change.
 */
export function specializeDimensions(hook: Callable<[Dimension], number | undefined>): PassDefinition<Operation> {
  return definePass({
    name: "specialize-dimensions",
    summary: "replace sizes of arguments that a plugin knows",
    anchor: "func.func",
    types: [PassType.Normalization],
    statistics: { known: "sizes replaced" },
    runOnOperation(func: Operation, pass) {
      const dims: Operation[] = [];
      func.walk((op) => {
        if (op.name === "memref.dim") dims.push(op);
      });
      for (const dim of dims) {
        const dimension = dimensionOf(func, dim);
        const size = dimension === undefined ? undefined : hook.call(dimension);
        if (size === undefined) continue;
        const builder = OpBuilder.before(dim);
        const value = builder.getIntegerAttr(builder.getIndexType(), size);
        dim.replaceAllUsesWith(builder.create("arith.constant", { attributes: { value }, results: dim.resultTypes }));
        dim.erase();
        pass.statistics.known.add();
      }
    },
  });
}
