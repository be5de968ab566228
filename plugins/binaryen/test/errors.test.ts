import { spawnSync } from "node:child_process";
import { expect } from "chai";
import { UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkGolden, childEnvironment } from "@passwright/development";
import { assemblyscript, nativePass, wasm } from "@passwright/plugin-binaryen";
import { assemble } from "@passwright/sdk";
import { makeManager, parse, runOn } from "./run-text.ts";
import { textOf } from "./schedule.ts";

/**
 * Runs code in a separate process, and returns the output. In this process, a module with the given text replaces
 * `binaryen`. Without a text, `binaryen` is missing.
 */
function withoutBinaryen(code: string, replacement: string | undefined): string {
  const hook = `export async function resolve(name, context, next) {
    if (name !== "binaryen") return next(name, context);
    const text = ${JSON.stringify(replacement ?? null)};
    if (text === null) throw new Error("Cannot find package 'binaryen'");
    return { url: "data:text/javascript," + encodeURIComponent(text), shortCircuit: true };
  }`;
  const script = `import { register } from "node:module";
    import { renderDiagnostic } from "@passwright/core";
    register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hook)}));
    const { wasm, WasmModule, nativePass } = await import("@passwright/plugin-binaryen");
    const show = (body) => { try { return body(); } catch (thrown) { return renderDiagnostic(thrown.diagnostic); } };
    ${code}`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: childEnvironment(),
    cwd: import.meta.dirname,
  });
  return stdout + stderr;
}

function ofText(text: string): readonly Diagnostic[] {
  const parsed = wasm.parse(text, { file: "in.wat" });
  return parsed.ok ? [] : parsed.diagnostics;
}

function ofPipeline(text: string): readonly Diagnostic[] {
  const manager = makeManager(text);
  return "run" in manager ? [] : manager;
}

describe("the options of AssemblyScript's pipeline", () => {
  for (const [option, value] of [
    ["converge", "yes"],
    ["debug", 1],
    ["gc", "true"],
  ] as const)
    it(`refuse ${option} ${JSON.stringify(value)}`, () => {
      const { diagnostics } = assemble(assemblyscript, { option: { [option]: value } });
      expect(textOf(diagnostics)).to.equal(
        `error[PWL0410]: option \`${option}\` must be true or false, not ${JSON.stringify(value)}
  --> framework assemblyscript
help: change the value of option \`${option}\``,
      );
    });
});

describe("errors", () => {
  before(() => wasm.load());

  it("show the next step", () => {
    const sections: (readonly [code: string, text: string])[] = [
      ["PWW0001", withoutBinaryen("console.log(renderDiagnostic(await wasm.load()));", undefined)],
      [
        "PWW0001 after it was not loaded",
        withoutBinaryen(
          `await wasm.load(); console.log(show(() => wasm.parse("(module)", { file: "in.wat" })));`,
          undefined,
        ),
      ],
      ["PWW0002", withoutBinaryen(`console.log(show(() => wasm.parse("(module)", { file: "in.wat" })));`, undefined)],
      [
        "PWW0003",
        withoutBinaryen(
          `await wasm.load();
           const parse = () => wasm.parse("(module)", { file: "in.wat" });
           show(parse);
           console.log(show(parse));`,
          `export default {
             parseText() { throw new WebAssembly.RuntimeError("Aborted(Assertion failed: key). Build with -sASSERTIONS"); },
           };`,
        ),
      ],
      ["PWW0101", textOf(ofPipeline("wasm.module(no-inline)"))],
      ["PWW0102", textOf(ofPipeline("wasm.module(gto)"))],
      [
        "PWW0103",
        textOf(
          runOn(parse("(module (func $f (drop (i32.add (i32.const 1) (i32.const 2)))))"), "wasm.module(dfo)")
            .diagnostics,
        ),
      ],
      ["PWW0104", textOf(ofPipeline("wasm.module(keep-exports{pattern=[})"))],
      ["PWW0104 without one", textOf(ofPipeline("wasm.module(wasm.func(snip))"))],
      ["PWW0201", textOf(ofText('(module\n  (func $f (export "ä") (result i32) (i32.ad)))'))],
      [
        "PWW0202",
        textOf(
          (() => {
            const read = wasm.binary.parse(new Uint8Array([0, 97, 115, 109, 9]), { file: "in.wasm" });
            return read.ok ? [] : read.diagnostics;
          })(),
        ),
      ],
      [
        "PWW0203",
        textOf(
          (() => {
            const found: Diagnostic[] = [];
            wasm.verify(
              parse("(module (func $f (result i32) (i64.const 1)))"),
              { recursive: true },
              (one) => void found.push(one),
            );
            return found;
          })(),
        ),
      ],
      [
        "PWW0301",
        textOf(
          (() => {
            const module = parse("(module (func $f))");
            const [func] = module.functions;
            if (func !== undefined) module.erase(func);
            try {
              return [func?.ref as never];
            } catch (thrown) {
              return [(thrown as { diagnostic: Diagnostic }).diagnostic];
            }
          })(),
        ),
      ],
    ];
    checkGolden(
      sections.map(([code, text]) => `== ${code}\n${text.trim()}\n`).join("\n"),
      "errors.txt",
      import.meta.url,
    );
  });

  it("are thrown by `nativePass` for an unknown name", () => {
    const thrown = (name: string): string => {
      try {
        return nativePass(name).declaration.name;
      } catch (error) {
        return error instanceof UsageError ? textOf([error.diagnostic]) : String(error);
      }
    };
    expect(["vacuum", "vaccum", "keep-exports"].map(thrown).join("\n")).to.equal(`vacuum
error[PWC0203]: \`vaccum\` is not a pass of Binaryen
help: did you mean \`vacuum\`?
error[PWC0203]: \`keep-exports\` is not a pass of Binaryen
help: choose a name from \`nativePassTable\``);
  });

  it("are reported before the run for an unknown pass of Binaryen", () => {
    expect(textOf(ofPipeline("wasm.module(vacuum,optimise)"))).to.contain(
      "'optimise' does not refer to a registered pass or pass pipeline",
    );
    expect(textOf(ofPipeline("wasm.module(wasm.func(directize))"))).to.contain("restricted to 'wasm.module'");
  });
});
