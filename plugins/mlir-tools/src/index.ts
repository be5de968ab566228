import { definePlugin } from "@passwright/sdk";
import { installed } from "./installed.ts";

export { type ToolValue } from "./discovery/option-spec.ts";
export { installed };
export { MlirTool, mlirTool, type MlirToolSettings, type ToolPassDeclaration } from "./tool.ts";

/** Plugin for pipelines in configs: all passes of the installed `mlir-opt`, as `mlir-…`. */
export default definePlugin({
  passes: installed.passes(),
  ...(installed.lacks === undefined ? {} : { lacks: installed.lacks }),
});
