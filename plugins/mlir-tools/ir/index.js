import { installed } from "../bundle/index.js";

/**
 * IR for `ir: "@passwright/plugin-mlir-tools/ir"` in a config: the installed `mlir-opt` reads texts that only it can
 * read.
 */
export default installed.ir;
