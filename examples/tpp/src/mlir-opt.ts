import { mlirTool } from "@passwright/plugin-mlir-tools";

/** The installed `mlir-opt`. `passwright plan` works even if `mlir-opt` is not installed. */
export const mlirOpt = mlirTool({ program: ["mlir-opt", "mlir-opt-22"], env: "PASSWRIGHT_MLIR_OPT" });
