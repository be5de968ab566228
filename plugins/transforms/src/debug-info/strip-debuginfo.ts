import { definePass, PassType } from "@passwright/sdk";
import type { Operation } from "@passwright/ir";
import { walkIds } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/**
 * Replaces all locations, including the locations of block arguments, by the unknown location
 * (`mlir/lib/Transforms/StripDebugInfo.cpp`). Precondition: any IR. Postcondition: all operations and block arguments
 * have the unknown location. The rest of the IR is unchanged.
 */
export const stripDebugInfo = definePass({
  name: "strip-debuginfo",
  ir: "mlir",
  displayName: "StripDebugInfo",
  summary: "Strip debug info from all operations",
  types: [PassType.Unknown],
  idempotent: true,
  runOnOperation(op: Operation) {
    const { store } = op;
    walkIds(store, op.id, (at) => {
      store.opLocation[at] = 0;
      stripArguments(store, at);
    });
  },
});

function stripArguments(store: Store, op: number): void {
  for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
    for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
      const first = store.blockFirstArgument[block]!;
      store.valueLocation.fill(0, first, first + store.blockArgumentCount[block]!);
    }
  }
}
