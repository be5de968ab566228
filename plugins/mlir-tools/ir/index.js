import { installed } from "../bundle/index.js";

/** What `ir: "@passwright/plugin-mlir-tools/ir"` of a config means: texts that only the installed `mlir-opt` can read are read by it. */
export default installed.ir;
