export { describeReadme } from "./describe-readme.ts";
export { describeWithMlirOpt } from "./describe-with-mlir-opt.ts";
export { describeSlow, itSlow } from "./describe-slow.ts";
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
export { runMlirRunner } from "./mlir-runner.ts";
export { type Outcome, runProgram } from "./run-program.ts";
export { mutate } from "./mutate.ts";
export { perturb, perturbCustom } from "./perturb.ts";
export { samples } from "./samples.ts";
export { makeTemporaryFolder } from "./temporary-folder.ts";
export { shrinkLines } from "./shrink.ts";
export { Random } from "./random.ts";
export { type MarkdownExample, markdownExamples } from "./markdown-examples.ts";
export { type FoldableProgram, generateFoldableProgram } from "./foldable-program.ts";
