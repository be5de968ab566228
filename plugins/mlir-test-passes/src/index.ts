import { definePlugin } from "@passwright/sdk";
import { testDynamicPipeline } from "./dynamic-pipeline.ts";
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
import { testDialect } from "./test-dialect.ts";

export default definePlugin({
  passes: [
    testDynamicPipeline,
    testFunctionPass,
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
    testStatsPass,
  ],
  pipelines,
  dialects: [testDialect],
});
