import { mlirTool } from "@passwright/plugin-mlir-tools";

/** The one that is installed. Planning does without it. */
export const mlirOpt = mlirTool({ program: ["mlir-opt", "mlir-opt-22"], env: "PASSWRIGHT_MLIR_OPT" });
