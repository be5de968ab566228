export { describeWithMlirOpt } from "./describe-with-mlir-opt.ts";
export { checkGolden } from "./golden.ts";
export {
  childEnvironment,
  findFileCheck,
  findMlirOpt,
  type ProcessResult,
  runMlirOpt,
  runMlirOptAsync,
} from "./mlir-opt.ts";
export { runMlirOptOnEach } from "./mlir-opt-batch.ts";
export { describeProgram, forEachProgram, generateProgram, type Program, type ProgramOptions } from "./program.ts";
export { Random } from "./random.ts";
