import { defineDialect, flatSymbolAttribute } from "@passwright/ir";
import type { DialectDefinition } from "@passwright/ir";

/**
 * Subset of MLIR's test dialect: the operations that passes in this package create. The passes create invalid IR: an
 * operation without its required attribute, and a call to an unknown function.
 */
export const testDialect: DialectDefinition = defineDialect({
  name: "test",
  allowUnknownOps: true,
  ops: {
    any_attr_of_i32_str: {
      attributes: { attr: {} },
      operands: [],
      results: [],
      regions: 0,
      successors: 0,
    },
    call: {
      interfaces: ["SymbolUserOpInterface"],
      attributes: { callee: { constraint: flatSymbolAttribute } },
      regions: 0,
      successors: 0,
      verifySymbolUses(op, find, complain) {
        const callee = op.getAttr("callee");
        if (callee === undefined || find(callee)?.name === "func.func") return;
        const name = callee.toString().replace(/^@/, "");
        complain(`'${name}' does not reference a valid function`);
      },
    },
  },
});
