import { definePlugin } from "@passwright/sdk";
import { installed } from "./installed.ts";

export { type ToolValue } from "./discovery/option-spec.ts";
export { installed };
export { MlirTool, mlirTool, type MlirToolSettings, type ToolPassDeclaration } from "./tool.ts";

/** The plugin for those who write pipelines in a config: all passes of the `mlir-opt` that is installed, as `mlir-…`. */
export default definePlugin({
  passes: installed.passes(),
  ...(installed.lacks === undefined ? {} : { lacks: installed.lacks }),
});
