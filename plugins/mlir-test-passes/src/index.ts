import { definePlugin } from "@passwright/sdk";
import { testDynamicPipeline } from "./dynamic-pipeline.ts";
import { testPrintLiveness } from "./liveness-pass.ts";
import {
  testFunctionPass,
  testInterfacePass,
  testModulePass,
  testPassCrash,
  testPassCreateInvalidIr,
  testPassFailure,
  testPassInvalidParent,
  testStatsPass,
} from "./manager-passes.ts";
import { testOptionsPass, testOptionsPassA, testOptionsPassB, testOptionsSuperPass } from "./option-passes.ts";
import { pipelines } from "./pipelines.ts";
import { testGreedyPatterns, testSingleFold } from "./rewrite-passes.ts";
import { testDialect } from "./test-dialect.ts";

export default definePlugin({
  passes: [
    testDynamicPipeline,
    testFunctionPass,
    testGreedyPatterns,
    testInterfacePass,
    testModulePass,
    testOptionsPass,
    testOptionsPassA,
    testOptionsPassB,
    testOptionsSuperPass,
    testPassCrash,
    testPassCreateInvalidIr,
    testPassFailure,
    testPassInvalidParent,
    testPrintLiveness,
    testSingleFold,
    testStatsPass,
  ],
  pipelines,
  dialects: [testDialect],
});
