import { definePass, PassType, string } from "@passwright/sdk";
import type { Operation } from "@passwright/ir";

/**
 * Prints a line with the label, followed by the operation, to the output of the pass manager
 * (`mlir/lib/Transforms/PrintIR.cpp`). Precondition: any IR. Does not change the IR.
 */
export const printIr = definePass({
  name: "print-ir",
  ir: "mlir",
  displayName: "PrintIRPass",
  summary: "Print IR on the debug stream",
  types: [PassType.Unknown],
  options: { label: string("", "Label") },
  runOnOperation(op: Operation, pass) {
    const { label } = pass.options;
    const flags = op.context.printFlags;
    const text = op.print({ ...flags, localScope: true });
    pass.print(`// -----// IR Dump${label === "" ? "" : ` ${label}`} //----- //\n${text}\n`);
    pass.markAllAnalysesPreserved();
  },
});
