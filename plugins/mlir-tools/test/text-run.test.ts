import { definePass, PassManager, renderDiagnostic } from "@passwright/core";
import type { TextRunResult } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { mlirTool } from "@passwright/plugin-mlir-tools";
import type { MlirTool } from "@passwright/plugin-mlir-tools";
import { describeWithMlirOpt, generateProgram, runMlirOpt, samples } from "@passwright/development";
import { expect } from "chai";
import { readFileSync, writeFileSync } from "node:fs";
import { addAll, mlirOpt, Workshop } from "./run-tool.ts";

/** Runs a pass manager on a text. Returns `undefined` if the passes need parsed operations. */
function runOnText(text: string, fill: (manager: PassManager<Operation>) => void): TextRunResult | undefined {
  const manager = new PassManager<Operation>(mlirOpt.ir, { anchor: "builtin.module" });
  fill(manager);
  return manager.runOnText(text, { file: "in.mlir" });
}

const TEXT = `module {
  func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = tensor.empty() : tensor<4xf32>
    return %arg0 : tensor<4xf32>
  }
}
`;

const nothing = definePass({ name: "nothing", runOnOperation: (_op: Operation) => undefined });

describeWithMlirOpt("a pipeline of one program", () => {
  it("runs on the text directly, with the output of the same command", () => {
    for (let seed = 0; seed < samples(10); seed++) {
      const { text } = generateProgram({ seed: 300 + seed, functions: 3, operationsPerFunction: 20 });
      const byHand = runMlirOpt(["--pass-pipeline=builtin.module(func.func(cse),canonicalize)"], text);
      const ours = runOnText(text, (manager) => {
        addAll(manager.nest("func.func"), mlirOpt, "cse");
        addAll(manager, mlirOpt, "canonicalize");
      });
      expect(ours).to.deep.equal({ succeeded: true, diagnostics: [], text: byHand.stdout.replace(/\n$/, "") });
    }
  });

  it("lets the program read a file itself, and may return its output as bytes", () => {
    const workshop = new Workshop();
    try {
      const path = workshop.file("in.mlir", TEXT);
      const run = (text: string | (() => string), file: string, passes: readonly string[] = ["cse"]): TextRunResult => {
        const manager = new PassManager<Operation>(mlirOpt.ir, { anchor: "builtin.module" });
        addAll(manager, mlirOpt, ...passes);
        return manager.runOnText(text, { file, path, takesBytes: true }) as TextRunResult;
      };
      const unread = (): string => {
        throw new Error("nobody needs to read it");
      };
      const { text } = run(unread, "in.mlir");
      expect(text).to.be.instanceOf(Uint8Array);
      const byHand = runMlirOpt(["--pass-pipeline=builtin.module(cse)"], TEXT).stdout;
      expect(Buffer.from(text as Uint8Array).toString()).to.equal(byHand.replace(/\n$/, ""));
      // Errors contain the file name that the user wrote.
      const { diagnostics } = run(() => TEXT, "-x/in.mlir", ["test-pass-failure"]);
      expect(diagnostics.map(({ step }) => step)).to.include("m-test-pass-failure");
      workshop.file("in.mlir", TEXT.replace("return %arg0", "return %arg1"));
      for (const name of ["-x/in.mlir", path]) {
        const [first] = run(() => "", name).diagnostics;
        expect(first?.at).to.include({ file: name, line: 4, column: 12 });
      }
    } finally {
      workshop.clear();
    }
  });

  it("needs operations if there is an instrumentation", () => {
    expect(runOnText(TEXT, (manager) => addAll(manager, mlirOpt, "cse"))?.succeeded).to.equal(true);
    expect(runOnText(TEXT, (manager) => addAll(manager.addPass(nothing), mlirOpt, "cse"))).to.equal(undefined);
    expect(runOnText(TEXT, (manager) => manager.nest("func.func").addPass(nothing))).to.equal(undefined);
    expect(
      runOnText(TEXT, (manager) => addAll(manager.addInstrumentation({ name: "somebody" }), mlirOpt, "cse")),
    ).to.equal(undefined);
    expect(runOnText(TEXT, () => undefined)).to.equal(undefined);
  });

  it("passes the output from one program to the next, as bytecode if both are the same", () => {
    const workshop = new Workshop();
    try {
      const log = workshop.file("log", "");
      const scripts = ["one", "two"].map((name) =>
        workshop.script(name, `echo "${name} $@" >> ${log}; exec ${mlirOpt.program?.path} "$@"`),
      );
      const toolsOf = (...programs: readonly (string | undefined)[]): MlirTool[] =>
        programs.map((program = "", index) =>
          mlirTool({ program, arguments: ["--allow-unregistered-dialect", `--mlir-disable-threading=${index === 0}`] }),
        );
      const same = toolsOf(scripts[0], scripts[0]);
      const different = toolsOf(scripts[0], scripts[1]);
      const run = (text: string, [first, second]: readonly MlirTool[], last = "canonicalize"): TextRunResult => {
        writeFileSync(log, "");
        const manager = new PassManager<Operation>(mlirOpt.ir, { anchor: "builtin.module" });
        addAll(manager.nest("func.func"), first as MlirTool, "cse");
        addAll(manager, second as MlirTool, last);
        return manager.runOnText(text, { file: "in.mlir" }) as TextRunResult;
      };
      const forms = (): readonly string[] =>
        readFileSync(log, "utf8").match(/--emit-bytecode|--mlir-print-debuginfo/g) ?? [];
      for (let seed = 0; seed < samples(10); seed++) {
        const { text } = generateProgram({ seed: 400 + seed, functions: 3, operationsPerFunction: 20 });
        const byHand = runMlirOpt(["--pass-pipeline=builtin.module(func.func(cse),canonicalize)"], text);
        const expected = { succeeded: true, diagnostics: [], text: byHand.stdout.replace(/\n$/, "") };
        expect(run(text, same)).to.deep.equal(expected);
        expect(forms()).to.deep.equal(["--emit-bytecode"]);
        expect(run(text, different)).to.deep.equal(expected);
        expect(forms()).to.deep.equal(["--mlir-print-debuginfo"]);
      }
      // The second program also reports positions in the original input.
      const unknown = TEXT.replace("tensor.empty() :", '"some.op"() : () ->').replace("return %arg0", "return %0");
      for (const tools of [same, different]) {
        const [said] = run(unknown, tools, "one-shot-bufferize").diagnostics;
        expect(said).to.deep.include({ message: "op was not bufferized", step: "one-shot-bufferize" });
        expect(said?.at).to.deep.equal({ file: "in.mlir", line: 3, column: 10 });
      }
    } finally {
      workshop.clear();
    }
  });

  it("reports errors at positions in the file, and names the pass", () => {
    const said = (text: string, ...names: readonly string[]): string => {
      const result = runOnText(text, (manager) => addAll(manager, mlirOpt, ...names));
      expect(result?.succeeded).to.equal(false);
      expect(result?.text).to.equal(undefined);
      return (result?.diagnostics ?? []).map(renderDiagnostic).join("\n");
    };
    expect(said(TEXT.replace("return %arg0", "return %arg1"), "cse")).to.equal(
      "error[PWC0501]: use of undeclared SSA value name\n  --> in.mlir:4:12, step m-cse",
    );
    expect(said(TEXT, "cse", "test-pass-failure", "canonicalize")).to.contain("step m-test-pass-failure");
    expect(said(TEXT, "cse", "canonicalise").split("\n").slice(0, 2).join("\n")).to.match(
      /^error\[PWM0107\]: pass `m-canonicalise` runs `canonicalise` of .*, which does not have this pass\n {2}--> step m-canonicalise$/,
    );
  });

  it("reports a program that is killed or exits silently", () => {
    const workshop = new Workshop();
    try {
      const codes = ["kill -KILL $$", "exit 3"].map((script, index) => {
        const tool = mlirTool({ program: workshop.script(`opt-${index}`, script) });
        const manager = new PassManager<Operation>(tool.ir, { anchor: "builtin.module" });
        addAll(manager, tool, "cse");
        const { diagnostics = [], ...rest } = manager.runOnText(TEXT, { file: "in.mlir" }) ?? {};
        expect(rest).to.deep.equal({ succeeded: false });
        return diagnostics.map(({ code }) => code);
      });
      expect(codes).to.deep.equal([["PWM0103"], ["PWM0105"]]);
    } finally {
      workshop.clear();
    }
  });
});
