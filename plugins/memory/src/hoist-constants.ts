import { definePass, PassType } from "@passwright/sdk";
import type { Attribute, Operation } from "@passwright/ir";

/**
 * Moves the constants of a function to its front, and keeps one of each. Before: anything. After: the entry block starts
 * with the constants, in the order in which they stood, each different from the others. Constants that somebody attached
 * further attributes to are left alone.
 */
export const hoistConstants = definePass({
  name: "hoist-constants",
  summary: "gather the constants of a function at its front, one of each",
  anchor: "func.func",
  types: [PassType.Normalization],
  statistics: { merged: "constants that were there already" },
  runOnOperation(func: Operation, pass) {
    const entry = func.regions[0]?.front;
    if (entry === undefined) return;
    const constants: Operation[] = [];
    func.walk((op) => {
      if (op.name === "arith.constant" && op.discardableAttrs === undefined) constants.push(op);
    });
    // The attribute knows its type, so equal attributes are equal constants.
    const first = new Map<Attribute, Operation>();
    let last: Operation | undefined;
    for (const op of constants) {
      const value = op.getAttr("value") as Attribute;
      const known = first.get(value);
      if (known !== undefined) {
        op.replaceAllUsesWith(known);
        op.erase();
        pass.statistics.merged.add();
        continue;
      }
      first.set(value, op);
      if (last !== undefined) op.moveAfter(last);
      else if (entry.front !== undefined && entry.front !== op) op.moveBefore(entry.front);
      last = op;
    }
  },
});
