import { OpBuilder, sourceLocationOf } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { bool, definePass } from "@passwright/sdk";

export const testModulePass = definePass({
  name: "test-module-pass",
  anchor: "builtin.module",
  displayName: "(anonymous namespace)::TestModulePass",
  summary: "Test a module pass in the pass manager",
  runOnOperation() {},
});

export const testFunctionPass = definePass({
  name: "test-function-pass",
  anchor: "func.func",
  displayName: "(anonymous namespace)::TestFunctionPass",
  summary: "Test a function pass in the pass manager",
  runOnOperation() {},
});

export const testInterfacePass = definePass({
  name: "test-interface-pass",
  interface: "FunctionOpInterface",
  displayName: "(anonymous namespace)::TestInterfacePass",
  summary: "Test an interface pass (running on FunctionOpInterface) in the pass manager",
  runOnOperation(_op, pass) {
    pass.emitRemark("Executing interface pass on operation");
  },
});

export const testPassFailure = definePass({
  name: "test-pass-failure",
  displayName: "(anonymous namespace)::TestFailurePass",
  summary: "Test a pass in the pass manager that always fails",
  options: { "gen-diagnostics": bool(false, "Generate a diagnostic message") },
  runOnOperation(op: Operation, pass) {
    if (pass.options["gen-diagnostics"]) pass.emitAt(sourceLocationOf(op.location), "error", "illegal operation");
    pass.signalPassFailure();
  },
});

/**
 * Diagnostic that represents a crash in C++. After a diagnostic with this code, Passwright does not report a second
 * error, because a crash does not print an error message.
 */
const crash = { code: "PWC0408", severity: "error", message: "crashed" } as const;

export const testPassCrash = definePass({
  name: "test-pass-crash",
  displayName: "(anonymous namespace)::TestCrashRecoveryPass",
  summary: "Test a pass in the pass manager that always crashes",
  runOnOperation() {
    throw Object.assign(new Error("crashed"), { diagnostic: crash });
  },
});

export const testPassCreateInvalidIr = definePass({
  name: "test-pass-create-invalid-ir",
  interface: "FunctionOpInterface",
  displayName: "(anonymous namespace)::TestInvalidIRPass",
  summary: "Test pass that adds an invalid operation in a function body",
  dependentDialects: ["test"],
  options: {
    "emit-invalid-ir": bool(true, "Emit invalid IR"),
    "signal-pass-failure": bool(false, "Trigger a pass failure"),
  },
  runOnOperation(op: Operation, pass) {
    if (pass.options["signal-pass-failure"]) pass.signalPassFailure();
    const body = op.regions[0]?.front;
    if (!pass.options["emit-invalid-ir"] || body === undefined) return;
    const builder = OpBuilder.atStart(body);
    builder.location = undefined;
    builder.create("test.any_attr_of_i32_str");
  },
});

export const testPassInvalidParent = definePass({
  name: "test-pass-invalid-parent",
  interface: "FunctionOpInterface",
  displayName: "(anonymous namespace)::TestInvalidParentPass",
  summary: "Test a pass in the pass manager that makes the parent operation invalid",
  dependentDialects: ["test"],
  runOnOperation(op: Operation) {
    const body = op.regions[0]?.front;
    if (body === undefined) return;
    const callee = op.context.parseAttribute("@some_unknown_func");
    OpBuilder.atStart(body).create("test.call", { attributes: { callee }, location: op.location });
  },
});

export const testStatsPass = definePass({
  name: "test-stats-pass",
  displayName: "(anonymous namespace)::TestStatisticPass",
  summary: "Test pass statistics",
  statistics: {
    "num-ops": "Number of operations counted",
    "num-ops2": "Number of operations counted one more time",
  },
  runOnOperation(op: Operation, pass) {
    op.walk(() => {
      pass.statistics["num-ops"].add();
      pass.statistics["num-ops2"].add();
    });
  },
});
