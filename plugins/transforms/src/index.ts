import { definePlugin } from "@passwright/sdk";
import { arithExpand } from "./arith-expand/arith-expand.ts";
import { canonicalize } from "./canonicalize.ts";
import { compositeFixedPoint } from "./composite/composite-fixed-point.ts";
import { cse } from "./cse/cse.ts";
import { stripDebugInfo } from "./debug-info/strip-debuginfo.ts";
import { inline } from "./inline/inline.ts";
import { loopInvariantCodeMotion } from "./loops/loop-invariant-code-motion.ts";
import { printIr } from "./printing/print-ir.ts";
import { printOpStats } from "./printing/print-op-stats.ts";
import { viewOpGraph } from "./printing/view-op-graph.ts";
import { sccp } from "./sccp/sccp.ts";
import { symbolDce } from "./symbol-dce/symbol-dce.ts";
import { symbolPrivatize } from "./symbol-privatize.ts";

export {
  arithExpand,
  canonicalize,
  compositeFixedPoint,
  cse,
  inline,
  loopInvariantCodeMotion,
  printIr,
  printOpStats,
  sccp,
  stripDebugInfo,
  symbolDce,
  symbolPrivatize,
  viewOpGraph,
};

export default definePlugin({
  passes: [
    arithExpand,
    canonicalize,
    compositeFixedPoint,
    cse,
    inline,
    loopInvariantCodeMotion,
    printIr,
    printOpStats,
    sccp,
    stripDebugInfo,
    symbolDce,
    symbolPrivatize,
    viewOpGraph,
  ],
});
