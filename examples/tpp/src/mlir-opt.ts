import { mlirTool } from "@passwright/plugin-mlir-tools";

/** The installed `mlir-opt`. Planning does not need it. */
export const mlirOpt = mlirTool({ program: ["mlir-opt", "mlir-opt-22"], env: "PASSWRIGHT_MLIR_OPT" });
