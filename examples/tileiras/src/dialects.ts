import { createMlirAdapter, Context, defineDialect, dialects, integerAttribute, stringAttribute } from "@passwright/ir";
import type { DialectDefinition, MlirAdapter, OpDefinition } from "@passwright/ir";

/**
 * Definition that the function operations of all stages share. Functions are isolated from above, so pass managers can
 * be anchored on functions.
 */
const functionLike: OpDefinition = {
  traits: ["IsolatedFromAbove", "Symbol", "NoTerminator", "SingleBlock"],
  attributes: { sym_name: { constraint: stringAttribute } },
  operands: [],
  results: [],
  regions: 1,
  successors: 0,
};

const gpu: DialectDefinition = defineDialect({
  name: "gpu",
  ops: {
    module: {
      traits: ["IsolatedFromAbove", "SymbolTable", "Symbol", "NoTerminator", "SingleBlock"],
      attributes: {
        sym_name: { constraint: stringAttribute },
        slots: { optional: true, constraint: integerAttribute(32) },
      },
      operands: [],
      results: [],
      regions: 1,
      successors: 0,
    },
    func: functionLike,
  },
});

/** Dialect of operations on tiles. Each operation occupies the memory unit or the tensor unit for some cycles. */
const tile: DialectDefinition = defineDialect({
  name: "nv_tileaa",
  ops: {
    func: functionLike,
    load: { regions: 0, effects: [] },
    mma: { traits: ["Pure"], regions: 0 },
    store: { regions: 0, results: [] },
  },
});

const llvm: DialectDefinition = defineDialect({ name: "llvm", ops: { func: functionLike } });

/** Adapter of the MLIR IR, with the dialects of the three stages. */
export const adapter: MlirAdapter = createMlirAdapter(new Context({ dialects: [...dialects, gpu, tile, llvm] }));
