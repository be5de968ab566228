import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printIr } from "@passwright/instrument";
import type { IrPrintingOptions } from "@passwright/instrument";
import { describeWithMlirOpt, runMlirOpt, sampleOf } from "@passwright/development";
import { expect } from "chai";
import { block, NESTED, openSession, runWith, TWO } from "./session.ts";

function dumps(pipeline: string, options: IrPrintingOptions, text = TWO): string {
  const session = openSession(text, pipeline);
  let written = "";
  runWith(session, printIr(session.adapter, { ...options, write: (dump) => void (written += dump) }));
  return written;
}

function files(pipeline: string, options: IrPrintingOptions, text = NESTED): [path: string, text: string][] {
  const session = openSession(text, pipeline);
  const written = new Map<string, string>();
  runWith(session, printIr(session.adapter, { ...options, writeFile: (path, dump) => void written.set(path, dump) }));
  return [...written].sort();
}

describe("IR printing", () => {
  it("prints before and after the chosen passes", () => {
    expect(dumps("builtin.module(func.func(cse,test-stats))", { before: ["cse"], after: ["test-stats"] })).to.equal(
      block(`
        // -----// IR Dump Before CSE (cse) //----- //
        func.func @foo() {
          %c0_i32 = arith.constant 0 : i32
          return
        }

        // -----// IR Dump After TestStats (test-stats) //----- //
        func.func @foo() {
          return
        }

        // -----// IR Dump Before CSE (cse) //----- //
        func.func @bar() {
          return
        }

        // -----// IR Dump After TestStats (test-stats) //----- //
        func.func @bar() {
          return
        }

      `),
    );
  });

  it("prints only after passes that changed the IR, also after a failure", () => {
    const text = dumps("builtin.module(func.func(cse),test-pass-failure)", { after: "all", onlyWhenChanged: true });
    expect(text.match(/^\/\/.*/gm)).to.deep.equal([
      "// -----// IR Dump After CSE (cse) //----- //",
      "// -----// IR Dump After (anonymous namespace)::TestFailurePass Failed (test-pass-failure) //----- //",
    ]);
  });

  it("prints invalid IR in generic form", () => {
    expect(dumps("builtin.module(func.func(test-invalid-ir))", { afterFailure: true })).to.contain(
      block(`
        // -----// IR Dump After TestInvalidIr Failed (test-invalid-ir) //----- //
        "func.func"() <{function_type = () -> (), sym_name = "foo"}> ({
          %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
        }) : () -> ()

      `),
    );
  });

  it("prints invalid IR in custom form with `assumeVerified`", () => {
    const print = { assumeVerified: true };
    expect(dumps("builtin.module(func.func(test-invalid-ir))", { afterFailure: true, print })).to.contain(
      block(`
        // -----// IR Dump After TestInvalidIr Failed (test-invalid-ir) //----- //
        func.func @foo() {
          %c0_i32 = arith.constant 0 : i32
        }

      `),
    );
  });

  it("reports IR that cannot be printed", () => {
    const session = openSession(TWO, "builtin.module(func.func(cse))");
    let written = "";
    const adapter = {
      ...session.adapter,
      print: (): string => {
        throw new Error("the operation is gone");
      },
    };
    const result = runWith(session, printIr(adapter, { before: "all", write: (dump) => void (written += dump) }));
    expect(result.succeeded).to.equal(true);
    expect(written).to.contain("IR Dump Before CSE (cse) //----- //\n// not printed: Error: the operation is gone\n\n");
  });

  it("keeps files inside the folder for any symbol", () => {
    const text = 'func.func @"../../x"() {\n  return\n}\n';
    expect(files("builtin.module(func.func(cse))", { after: "all" }, text).map(([path]) => path)).to.deep.equal([
      "builtin_module_no-symbol-name/func_func_.._.._x/0_0_cse.mlir",
    ]);
  });

  it("requires `print`, and `fingerprint` for `onlyWhenChanged`", () => {
    const { print: _, ...cannotPrint } = openSession(TWO, "any()").adapter;
    expect(() => printIr(cannotPrint, { after: "all" })).to.throw(
      "IR printing needs `print`, which the adapter of IR `mlir` does not have",
    );
    const { fingerprint: _f, ...cannotCompare } = openSession(TWO, "any()").adapter;
    expect(() => printIr(cannotCompare, { after: "all", onlyWhenChanged: true })).to.throw("needs `fingerprint`");
  });
});

const PIPELINES = [
  "builtin.module(cse,symbol-dce)",
  "builtin.module(func.func(cse,cse),cse)",
  "builtin.module(cse,cse,func.func(cse),builtin.module(cse,func.func(cse,cse),symbol-dce),cse)",
  "builtin.module(func.func(cse,test-pass-failure),cse)",
  "builtin.module(builtin.module(func.func(cse)),test-pass-failure)",
  "any(any(any(cse)))",
];

const WAYS: readonly (readonly [flags: readonly string[], options: IrPrintingOptions])[] = [
  [["--mlir-print-ir-before-all"], { before: "all" }],
  [["--mlir-print-ir-after-all"], { after: "all" }],
  [["--mlir-print-ir-before=cse", "--mlir-print-ir-after=cse"], { before: ["cse"], after: ["cse"] }],
  [["--mlir-print-ir-after-all", "--mlir-print-ir-after-change"], { after: "all", onlyWhenChanged: true }],
  [["--mlir-print-ir-after-failure"], { afterFailure: true }],
  [
    ["--mlir-print-ir-after-failure", "--mlir-print-ir-before-all", "--mlir-print-ir-module-scope"],
    { afterFailure: true, before: "all", moduleScope: true },
  ],
  [["--mlir-print-ir-after-all", "--mlir-print-op-generic"], { after: "all", print: { generic: true } }],
  [["--mlir-print-ir-after-all", "--mlir-print-ir-module-scope"], { after: "all", moduleScope: true }],
];

describeWithMlirOpt("IR printing beside mlir-opt", () => {
  for (const [flags, options] of WAYS) {
    it(flags.join(" "), () => {
      for (const pipeline of sampleOf(PIPELINES)) {
        for (const text of [TWO, NESTED]) {
          const args = [`--pass-pipeline=${pipeline}`, "--mlir-disable-threading", ...flags, "-o", "/dev/null"];
          // Skips `any` for a text with a single operation, because mlir-opt adds a module only around several
          // operations.
          if (pipeline.startsWith("any") && text === NESTED) continue;
          const theirs = runMlirOpt(args, text).stderr;
          expect(dumps(pipeline, options, text), args.join(" ")).to.equal(theirs);
        }
      }
    });
  }

  it("--mlir-print-ir-tree-dir", () => {
    for (const pipeline of PIPELINES) {
      if (pipeline.startsWith("any")) continue;
      const folder = mkdtempSync(join(tmpdir(), "dumps-"));
      try {
        const flags = ["--mlir-print-ir-before=symbol-dce", "--mlir-print-ir-after-all", "-o", "/dev/null"];
        const tree = [`--pass-pipeline=${pipeline}`, "--mlir-disable-threading", `--mlir-print-ir-tree-dir=${folder}`];
        runMlirOpt([...tree, ...flags], NESTED);
        const theirs = readdirSync(folder, { recursive: true, encoding: "utf8" })
          .filter((path) => path.endsWith(".mlir"))
          .sort()
          .map((path) => [path, readFileSync(join(folder, path), "utf8")]);
        expect(files(pipeline, { before: ["symbol-dce"], after: "all" }), pipeline).to.deep.equal(theirs);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
  });
});
