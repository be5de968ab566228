import { mlirTool } from "@passwright/plugin-mlir-tools";

/** The installed `mlir-opt`. A plan can be made without `mlir-opt`. */
export const mlirOpt = mlirTool({ program: ["mlir-opt", "mlir-opt-22"], env: "PASSWRIGHT_MLIR_OPT" });
