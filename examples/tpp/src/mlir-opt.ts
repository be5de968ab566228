import { mlirTool } from "@passwright/plugin-mlir-tools";

/** Installed `mlir-opt`. Not needed for planning. */
export const mlirOpt = mlirTool({ program: ["mlir-opt", "mlir-opt-22"], env: "PASSWRIGHT_MLIR_OPT" });
