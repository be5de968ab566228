import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { makeTemporaryFolder } from "@passwright/development";
import { checkFile, fileCheck } from "@passwright/testing";

const inWindows = (text: string): string => text.replaceAll("\n", "\r\n");

const input = "a\n\nb\nc  x\n";

/** Checks of {@link input}, with the beginning of their error. */
const cases: { readonly [checks: string]: string } = {
  "CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b{{$}}\nCHECK-NEXT: {{^}}c x\n": "",
  "CHECK-LABEL: a{{$}}\nCHECK-NOT: {{.}}z\nCHECK-DAG: c x\nCHECK-DAG: b\n": "",
  "CHECK: [[A:.*]]\nCHECK-NOT: [[A]]\nCHECK: b\n": "",
  "CHECK: a\n\nCHECK-NEXT: b\n":
    "error[PWT0703]: the text of `CHECK-NEXT:` is not on the line after the previous match\n  --> checks:3:1",
  "CHECK: a\nCHECK: z\n": "error[PWT0703]: the text of `CHECK:` is not found in the output\n  --> checks:2:1",
  "\nCHECK-COUNT-x: a\n": "error[PWT0702]: ",
};

describe("checks and texts with line ends of Windows", () => {
  for (const [checks, error] of Object.entries(cases)) {
    it(`have the same result: ${JSON.stringify(checks)}`, () => {
      const resultOf = (...[one, other]: readonly [string, string]): string =>
        fileCheck({ checks: one, input: other }).diagnostics.map(renderDiagnostic).join("\n");
      const expected = resultOf(checks, input);
      expect(expected.slice(0, error.length)).to.equal(error);
      expect(expected === "").to.equal(error === "");
      expect(resultOf(inWindows(checks), input)).to.equal(expected);
      expect(resultOf(checks, inWindows(input))).to.equal(expected);
      expect(resultOf(inWindows(checks), inWindows(input))).to.equal(expected);
    });
  }
});

describe("a file with CHECK lines and line ends of Windows", () => {
  const folder = makeTemporaryFolder();
  const check = (text: string): string => {
    const path = join(folder, "input.mlir");
    writeFileSync(path, text);
    return checkFile(path, { run: (given) => given.replaceAll(/^.*CHECK.*$/gm, "") })
      .diagnostics.map(renderDiagnostic)
      .join("\n");
  };

  it("has the same result", () => {
    const text = "// CHECK: func.func @f\n// CHECK-NEXT: return\nfunc.func @f() {\n  return\n}\n";
    expect(check(text)).to.equal("");
    expect(check(inWindows(text))).to.equal("");
    const wrong = text.replace("CHECK-NEXT: return", "CHECK-NEXT: retrn");
    expect(check(wrong)).to.contain("input.mlir:2:4");
    expect(check(inWindows(wrong))).to.equal(check(wrong));
  });

  it("has a pipeline in its first line", () => {
    const text = "// PIPELINE: builtin.module(nothing)\n// CHECK: f\nfunc.func @f() {\n  return\n}\n";
    const path = join(folder, "pipeline.mlir");
    const shown = [text, inWindows(text)].map((one) => {
      writeFileSync(path, one);
      return checkFile(path).diagnostics.map(renderDiagnostic).join("\n");
    });
    expect(shown[0]).to.contain("nothing");
    expect(shown[1]).to.equal(shown[0]);
  });
});
