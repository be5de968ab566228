import { definePass, PassType } from "@passwright/sdk";
import type { Callable, PassDefinition } from "@passwright/sdk";
import { OpBuilder } from "@passwright/ir";
import type { Operation } from "@passwright/ir";

/** Makes functions private if a plugin reports that only the module calls them. Other functions are unchanged. */
export function privatize(isEntry: Callable<[name: string], boolean | undefined>): PassDefinition<Operation> {
  return definePass({
    name: "template-framework-privatize",
    summary: "make functions private that only the module calls",
    anchor: "builtin.module",
    types: [PassType.Normalization],
    runOnOperation(module: Operation) {
      module.walk((op) => {
        const name = op.name === "func.func" ? op.symbolName : undefined;
        if (name === undefined || isEntry.call(name) !== false) return;
        op.setAttr("sym_visibility", OpBuilder.before(op).getStringAttr("private"));
      });
    },
  });
}
