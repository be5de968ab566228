import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkFile, fileCheck, skeletons, testPlugin } from "@passwright/testing";
import type { CheckFileOptions } from "@passwright/testing";
import { defineDialect, mlir } from "@passwright/ir";
import { definePass, definePlugin } from "@passwright/sdk";
import { checkGolden, makeTemporaryFolder } from "@passwright/development";
import strength from "passwright-plugin-strength";

const input = new URL("../test/inputs/strength.mlir", import.meta.url);
const passes = [strength] as unknown as NonNullable<CheckFileOptions["passes"]>;
const show = (diagnostics: readonly Diagnostic[]): string => diagnostics.map(renderDiagnostic).join("\n\n");

describe("checkFile", () => {
  const folder = makeTemporaryFolder();

  function check(text: string, options: CheckFileOptions = { passes, generic: true }): string {
    const path = join(folder, "input.mlir");
    writeFileSync(path, text);
    return show(checkFile(path, options).diagnostics);
  }

  it("runs the pipeline that the file names, a pass, or a function", () => {
    expect(show(checkFile(input, { passes, generic: true }).diagnostics)).to.equal("");
    const [pass] = strength.passes;
    expect(show(checkFile(input, { run: pass as NonNullable<typeof pass>, generic: true }).diagnostics)).to.equal("");
    expect(check("// CHECK: A", { run: (text) => text.toUpperCase().replaceAll("CHECK", "") })).to.equal("");
  });

  it("finds the pipeline in any kind of comment", () => {
    const [pass] = strength.passes;
    const pipeline = `builtin.module(func.func(${pass?.declaration.name}))`;
    const text = readFileSync(input, "utf8").replace(/^.*PIPELINE:.*\n/m, "");
    for (const line of [
      `// PIPELINE: ${pipeline}`,
      `-- PIPELINE: ${pipeline}`,
      `# PIPELINE:${pipeline} `,
      `PIPELINE: ${pipeline}`,
      `/* PIPELINE: ${pipeline} */`,
      `<!-- PIPELINE: ${pipeline} -->`,
    ]) {
      const parse: typeof mlir.parse = (source, options) => mlir.parse?.(source.replace(line, ""), options) as never;
      expect(check(`${line}\n${text}`, { passes, generic: true, ir: { ...mlir, parse } as never }), line).to.equal("");
    }
    expect(check(`// MY-PIPELINE: ${pipeline}\n${text}`)).to.contain("error[PWT0705]");
  });

  it("names the root operation in the help about a missing pipeline", () => {
    const nameOf: typeof mlir.nameOf = (op) => ({ ...mlir.nameOf(op), text: "script" });
    expect(check("// CHECK: a", { ir: { ...mlir, nameOf } as never })).to.equal(
      "error[PWT0705]: file input.mlir does not specify a pipeline\n" +
        "help: add a comment with `PIPELINE: script(my-pass)` to the file, or set `run`",
    );
  });

  it("reads the dialects of the plugins", () => {
    const dialect = defineDialect({ name: "jar", ops: { lid: { assemblyFormat: "attr-dict" } } });
    const pass = definePass({ name: "close-jars", runOnOperation: () => undefined });
    const jars = definePlugin({ name: "jars", passes: [pass], dialects: [dialect] });
    const text = "// PIPELINE: builtin.module(close-jars)\n// CHECK: jar.lid\njar.lid\n";
    expect(check(text, { passes: [jars] as unknown as NonNullable<CheckFileOptions["passes"]> })).to.equal("");
    const other = { ...jars, dialects: [defineDialect({ name: "jar", ops: {} })] };
    expect(check(text, { passes: [other] as unknown as NonNullable<CheckFileOptions["passes"]> })).to.equal(
      "error[PWI0006]: another definition of dialect `jar` is already registered\nhelp: register only one dialect for each namespace in a context",
    );
  });

  it("reports the full error", async () => {
    const text = readFileSync(input, "utf8");
    const { findings } = await testPlugin({
      plugin: new URL("../../../plugins/strength", import.meta.url),
      inputs: ['"func.func"('],
      skeletons: skeletons.filter(({ name }) => name === "tiny"),
    });
    const texts = [
      show(fileCheck({ checks: "nothing", input: "a", checksFile: "a.mlir" }).diagnostics),
      check(text.replace("arith.shli", "arith.shrsi")),
      check(text.replace("CHECK-LABEL", "CHECK-NEXT")),
      check(text.replace("%{{.*}}", "%{{(}}")),
      check("// CHECK: a", { run: () => "" }),
      check("// CHECK: a"),
      check(text.replace("strength-reduce)", "strength-reduction)")),
      show(fileCheck({ checks: "CHECK: %[[A]] = %[[B]]", input: "%0 = %1\n" }).diagnostics),
      show(fileCheck({ checks: "CHECK: a\nCHECK-NOT: b\nCHECK: c", input: "a\nb\nc\n" }).diagnostics),
      show(findings),
    ];
    checkGolden(`${texts.join("\n\n")}\n`, "check-file.txt", import.meta.url);
  });
});
