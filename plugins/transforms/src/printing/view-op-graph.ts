import { bool, definePass, int, PassType } from "@passwright/sdk";
import { AsmState } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { textOf } from "@passwright/ir/store";
import { OpGraphWriter } from "./op-graph.ts";
import type { DrawnSoFar } from "./op-graph.ts";

/** Approximate size of the chunks that are written, in characters. The value is an estimate. */
const PIECE = 1 << 20;

/**
 * Prints a Graphviz graph to the output of the pass manager. The graph shows the operation, its nested operations and
 * the data flow. Precondition: any IR. Does not change the IR.
 */
export const viewOpGraph = definePass({
  name: "view-op-graph",
  ir: "mlir",
  displayName: "ViewOpGraph",
  summary: "Print Graphviz visualization of an operation",
  types: [PassType.Unknown],
  options: {
    "max-label-len": int(20, "Limit attribute/type length to number of chars", { type: "uint" }),
    "print-attrs": bool(true, "Print attributes of operations"),
    "print-control-flow-edges": bool(false, "Print control flow edges"),
    "print-data-flow-edges": bool(true, "Print data flow edges"),
    "print-result-types": bool(true, "Print result types of operations"),
  },
  create(options) {
    const drawn: DrawnSoFar = { last: 0, edges: [] };
    return {
      runOnOperation(op: Operation, pass) {
        let text = "";
        const writer = new OpGraphWriter(
          op.store,
          new AsmState(op, op.context.printFlags),
          options,
          (line) => {
            text += `${line}\n`;
            if (text.length < PIECE) return;
            pass.print(textOf(text));
            text = "";
          },
          drawn,
        );
        writer.draw(op);
        pass.print(textOf(text));
        pass.markAllAnalysesPreserved();
      },
    };
  },
});
