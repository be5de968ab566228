import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { describeWithMlirOpt, runMlirOpt, sampleOf } from "@passwright/development";
import { outcomeText, runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";

/** Makes a text with an error at its end, where the parser reports `expected non-function type`. */
const wrong = (directive: string, before = "", after = ""): string => `${before}func.func @a( {${directive}\n${after}`;

const invalid = `func.func @a() -> i32 { return }`;

const inputs: readonly string[] = [
  wrong(" // expected-error {{expected non-function type}}"),
  wrong(" // expected-error {{non-function}}   "),
  wrong(" // expected-error{{non-function}}\r"),
  wrong(" // expected-error {{non-function}} and more"),
  wrong(" // expected-error 2 {{non-function}}"),
  wrong(" // expected-error {{non-function}} expected-error {{another}}"),
  wrong(" // expected-warning {{non-function}}"),
  wrong(" // expected-note {{non-function}}"),
  wrong(" // expected-remark {{elsewhere}}"),
  wrong(" // expected-error {{}}"),
  wrong(" // expected-error-re {{expected {{[a-z]+}}-function type}}"),
  wrong(" // expected-error-re {{{{^}}expected{{.*}}type{{$}}}}"),
  wrong(" // expected-error-re {{{{[[:alpha:]]+}} non{{-|_}}f}}"),
  wrong(" // expected-error-re {{non.function}}"),
  wrong(" // expected-error-re {{{{(non|un)}}-function}}"),
  wrong(" // expected-error-re {{expected{{(}}type}}"),
  wrong(" // expected-error-re {{expected{{[}}type}}"),
  wrong(" // expected-error-re {{expected{{*}}type}}"),
  wrong(" // expected-error-re {{expected{{type}}"),
  wrong(" // expected-error-re {{expected \\w+{{.*}}}}"),
  wrong(" // expected-error-re {{{{expecte\\d.*}}}}"),
  wrong("", "// expected-error@+1 {{non-function}}\n"),
  wrong("", "// expected-error@+2 {{non-function}}\n"),
  wrong("", "// expected-error@below {{non-function}}\n"),
  wrong("", "// expected-error@below {{non-function}}\n// expected-error@+1 {{expected non}}\n"),
  wrong("", "// expected-error@below {{non-function}}\n\n"),
  wrong("", "", "// expected-error@-1 {{non-function}}\n"),
  wrong("", "", "// expected-error@above {{non-function}}\n"),
  wrong("", "", "// expected-error@above {{non-function}}\n// expected-error@above {{type}}"),
  wrong("", "", "// expected-error @-1 {{non-function}}\n"),
  wrong("", "// expected-error@above {{non-function}}\n"),
  wrong("", "", "// expected-error@below {{never}}"),
  wrong("\t// expected-error\t{{non-function}}"),
  wrong("", "\t// expected-error@+9 {{ä never}}\n"),
  wrong("", "// expected-error@somewhere {{non-function}}\n"),
  `${invalid} // expected-error {{has 0 operands}}\n`,
  `// expected-error@+1 {{has 0 operands}}\n${invalid}\n// -----\n// expected-error@+1 {{has 0}}\n${invalid}\n`,
  `// expected-error@+3 {{has 0 operands}}\nfunc.func @b() { return }\n// -----\n${invalid}\n`,
  `func.func @a() -> i32 attributes {a = "äöü"} { return } // expected-remark {{here}}\n`,
  `func.func @"ä€"() { return %x } // expected-remark {{here}}\n`,
  `func.func @b() { return }\n// -----\n${invalid}\n// -----\n${invalid} // expected-remark {{op}}`,
  "func.func @a() { return }\n",
  '%x = "t.a"() : () -> i1 // expected-note {{prior use here}}\n"t.b"(%x) : (i2) -> () // expected-error-re {{{{.*}}}}\n',
  "",
];

describeWithMlirOpt("--verify-diagnostics beside mlir-opt", () => {
  for (const input of sampleOf(inputs)) {
    it(`compares ${JSON.stringify(input)}`, async () => {
      for (const flag of ["--verify-diagnostics", "--verify-diagnostics=only-expected"]) {
        const args = ["--split-input-file", flag, "--allow-unregistered-dialect"];
        const theirs = runMlirOpt(args, input);
        const ours = await runProgram(mainOpt, args, { cwd: makeProject({}), input });
        expect(outcomeText(ours)).to.equal(outcomeText({ code: theirs.code, out: theirs.stdout, err: theirs.stderr }));
      }
    });
  }

  const pipelines = ["--pass-pipeline=any(nope)", "--pass-pipeline=wrong(cse)", "--cse=x=1", "--cse"];
  for (const pipeline of sampleOf(pipelines)) {
    it(`compares errors with ${pipeline}`, async () => {
      for (const input of ["module {}\n", "module {} // expected-error {{wrong}}\n"]) {
        const args = ["--verify-diagnostics", pipeline];
        const theirs = runMlirOpt(args, input);
        const ours = await runProgram(mainOpt, args, { cwd: makeProject({}), input });
        expect(outcomeText(ours)).to.equal(outcomeText({ code: theirs.code, out: theirs.stdout, err: theirs.stderr }));
      }
    });
  }

  it("takes the levels that mlir-opt takes", async () => {
    for (const value of ["", "all", "only-expected", "foo"]) {
      const args = [`--verify-diagnostics=${value}`];
      const { code, stderr } = runMlirOpt(args, "module {}");
      const ours = await runProgram(mainOpt, args, { cwd: makeProject({}), input: "module {}" });
      expect(ours.code, value).to.equal(code);
      expect(ours.err.replace("passwright-opt", "")).to.equal(stderr.replace(/^[^:]*mlir-opt[^:]*/, ""));
    }
  });
});

describe("--verify-diagnostics", () => {
  // mlir-opt 22 reports this error twice with the flag, and once without it.
  it("compares diagnostics without a place with @unknown", async () => {
    const input = "// expected-error@unknown {{never}}\n// expected-error@unknown {{nope}}\n";
    const args = ["--verify-diagnostics", "--pass-pipeline=any(nope)"];
    const { err, code } = await runProgram(mainOpt, args, { cwd: makeProject({}), input });
    expect(err).to.equal(`<unknown>:0: error: expected error "never" was not produced\n`);
    expect(code).to.equal(1);
  });
});
