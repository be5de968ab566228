import { definePass, PassType } from "@passwright/sdk";
import { OpBuilder } from "@passwright/ir";

/** Makes functions private of which a plugin says that nobody outside calls them; what nobody answers for stays as it is. */
export const privatize = (isEntry) =>
  definePass({
    name: "template-framework-privatize",
    summary: "functions that nobody outside calls are private",
    anchor: "builtin.module",
    types: [PassType.Normalization],
    runOnOperation(module) {
      module.walk((op) => {
        if (op.name !== "func.func" || isEntry.call(op.symbolName) !== false) return;
        op.setAttr("sym_visibility", OpBuilder.before(op).getStringAttr("private"));
      });
    },
  });
