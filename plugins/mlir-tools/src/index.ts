import { definePlugin } from "@passwright/sdk";
import { installed } from "./installed.ts";

export { type ToolValue } from "./discovery/option-spec.ts";
export { installed };
export { MlirTool, mlirTool, type MlirToolSettings, type ToolPassDeclaration } from "./tool.ts";

/** Plugin that provides all passes of the installed `mlir-opt`. The passes are named `mlir-…` in configs. */
export default definePlugin({
  passes: installed.passes(),
  ...(installed.lacks === undefined ? {} : { lacks: installed.lacks }),
});
