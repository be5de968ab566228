import { mlirTool } from "./tool.ts";
import type { MlirTool } from "./tool.ts";

/** Tool for the installed `mlir-opt`. Configs use the passes of this tool. */
export const installed: MlirTool = mlirTool({
  program: ["mlir-opt", "mlir-opt-22"],
  env: "PASSWRIGHT_MLIR_OPT",
  prefix: "mlir-",
});
