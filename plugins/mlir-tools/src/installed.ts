import { mlirTool } from "./tool.ts";
import type { MlirTool } from "./tool.ts";

/** Tool for the installed `mlir-opt`, whose passes are available in configs. */
export const installed: MlirTool = mlirTool({
  program: ["mlir-opt", "mlir-opt-22"],
  env: "PASSWRIGHT_MLIR_OPT",
  prefix: "mlir-",
});
