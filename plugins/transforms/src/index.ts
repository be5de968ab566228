import { definePlugin } from "@passwright/sdk";
import { arithExpand } from "./arith-expand/arith-expand.ts";
import { canonicalize } from "./canonicalize.ts";
import { compositeFixedPoint } from "./composite/composite-fixed-point.ts";
import { controlFlowSink } from "./control-flow-sink.ts";
import { cse } from "./cse/cse.ts";
import { stripDebugInfo } from "./debug-info/strip-debuginfo.ts";
import { inline } from "./inline/inline.ts";
import { loopInvariantCodeMotion } from "./loops/loop-invariant-code-motion.ts";
import { mem2reg } from "./memory-slots/mem2reg.ts";
import { sroa } from "./memory-slots/sroa.ts";
import { printIr } from "./printing/print-ir.ts";
import { printOpStats } from "./printing/print-op-stats.ts";
import { viewOpGraph } from "./printing/view-op-graph.ts";
import { removeDeadValues } from "./remove-dead-values/remove-dead-values.ts";
import { sccp } from "./sccp/sccp.ts";
import { symbolDce } from "./symbol-dce/symbol-dce.ts";
import { symbolPrivatize } from "./symbol-privatize.ts";
import { topologicalSort } from "./topological-sort.ts";

export {
  arithExpand,
  canonicalize,
  compositeFixedPoint,
  controlFlowSink,
  cse,
  inline,
  loopInvariantCodeMotion,
  mem2reg,
  printIr,
  printOpStats,
  removeDeadValues,
  sccp,
  sroa,
  stripDebugInfo,
  symbolDce,
  symbolPrivatize,
  topologicalSort,
  viewOpGraph,
};

/** Plugin with MLIR's general passes, such as canonicalize and cse. */
export default definePlugin({
  passes: [
    arithExpand,
    canonicalize,
    compositeFixedPoint,
    controlFlowSink,
    cse,
    inline,
    loopInvariantCodeMotion,
    mem2reg,
    printIr,
    printOpStats,
    removeDeadValues,
    sccp,
    sroa,
    stripDebugInfo,
    symbolDce,
    symbolPrivatize,
    topologicalSort,
    viewOpGraph,
  ],
});
