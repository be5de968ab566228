import { definePass, PassType } from "@passwright/sdk";
import type { Attribute, Operation } from "@passwright/ir";

/**
 * Moves the constants of a function to its start, and merges equal constants. Precondition: none. Postcondition: the
 * entry block starts with distinct constants, in their original order. Constants with additional attributes are left
 * unchanged.
 */
export const hoistConstants = definePass({
  name: "hoist-constants",
  summary: "move the constants of a function to its start and merge equal ones",
  anchor: "func.func",
  types: [PassType.Normalization],
  statistics: { merged: "merged constants" },
  runOnOperation(func: Operation, pass) {
    const entry = func.regions[0]?.front;
    if (entry === undefined) return;
    const constants: Operation[] = [];
    func.walk((op) => {
      if (op.name === "arith.constant" && op.discardableAttrs === undefined) constants.push(op);
    });
    // Compares only the attribute `value`. The attribute includes the type, so constants with equal attributes are
    // equal.
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
