import { definePass, PassType } from "@passwright/sdk";
import { OpBuilder } from "@passwright/ir";

/** Makes functions private if a plugin knows that only the module calls them. Other functions are unchanged. */
export const privatize = (isEntry) =>
  definePass({
    name: "template-framework-privatize",
    summary: "make functions private that only the module calls",
    anchor: "builtin.module",
    types: [PassType.Normalization],
    runOnOperation(module) {
      module.walk((op) => {
        if (op.name !== "func.func" || isEntry.call(op.symbolName) !== false) return;
        op.setAttr("sym_visibility", OpBuilder.before(op).getStringAttr("private"));
      });
    },
  });
