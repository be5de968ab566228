import { installed } from "../bundle/index.js";

/**
 * IR for `ir: "@passwright/plugin-mlir-tools/ir"` in a config. Texts that the embedded IR cannot parse are parsed with
 * the installed `mlir-opt`.
 */
export default installed.ir;
