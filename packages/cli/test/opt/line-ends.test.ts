import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { describeWithMlirOpt, makeTemporaryFolder, runMlirOptAsync } from "@passwright/development";
import { outcomeText, runProgram } from "../fake-terminal.ts";

const inWindows = (text: string): string => text.replaceAll("\n", "\r\n");

/** Inputs, each with flags. */
const cases: { readonly [title: string]: readonly [text: string, ...flags: readonly string[]] } = {
  "a module with comments and texts": [
    `// A comment
#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    // inside
    "test.op"(%0) {text = "a\\n\\tb", map = #map} : (i32) -> ()
    return %0 : i32
  }
}
`,
    "--allow-unregistered-dialect",
    "--cse",
    "--mlir-print-debuginfo",
  ],
  "an unknown value": ["func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\n"],
  "a text without an end": ['func.func @f() {\n  "x.y"() {a = "no end\n} : () -> ()\n}\n'],
  "a module without an end": ["func.func @f() {\n  return\n"],
  "an error at the end of a line": ["func.func @f(%a: i32) {\n  // before\n  %0 = arith.addi %a :\n   i32\n}\n"],
  "several modules": [
    "func.func @f() { return }\n// -----\nfunc.func @g() { retrn }\n// -----\n\nfunc.func @h( { }\n",
    "--split-input-file",
  ],
  "expected diagnostics": [
    "func.func @f() {\n  // expected-error@+1 {{custom op}}\n  retrn\n}\n// -----\nfunc.func @g( // expected-error {{no}}\n",
    "--split-input-file",
    "--verify-diagnostics",
  ],
  resources: [
    '"a.b"() {x = dense_resource<r> : tensor<1xi32>} : () -> ()\n{-#\n  dialect_resources: {\n    builtin: {\n      r: "0x0400000001000000"\n    }\n  }\n#-}\n',
    "--allow-unregistered-dialect",
  ],
  "a pipeline in several lines": [
    "func.func @f() { return }\n",
    "--pass-pipeline=builtin.module(\r\n  func.func(\r\n    cse,\r\n    canonicalize{max-iterations=3\r\n}))",
  ],
  "an error in a pipeline in several lines": [
    "func.func @f() { return }\n",
    "--pass-pipeline=builtin.module(\r\n  func.func(\r\n    cse,\r\n    nothing))",
  ],
};

describeWithMlirOpt("passwright-opt with line ends of Windows", () => {
  const cwd = makeTemporaryFolder();
  for (const [title, [text, ...flags]] of Object.entries(cases)) {
    it(`does the same as mlir-opt: ${title}`, async () => {
      writeFileSync(join(cwd, "input.mlir"), inWindows(text));
      const { code, stdout, stderr } = await runMlirOptAsync(["input.mlir", ...flags], "", { cwd });
      const ours = await runProgram(mainOpt, ["input.mlir", ...flags], { cwd });
      expect(outcomeText(ours)).to.equal(outcomeText({ code, out: stdout, err: stderr }));
    });
  }
});
