import { spawnSync } from "node:child_process";
import type { SpawnSyncReturns } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { checkGolden, childEnvironment, itLong, itSlow, runProgram } from "@passwright/development";
import type { Outcome } from "@passwright/development";

const example = fileURLToPath(new URL("..", import.meta.url));

const passwright = (argv: readonly string[], input = ""): Promise<Outcome> =>
  runProgram(main, argv, { cwd: example, input });

/** Runs a program. Returns the names of the program's exports, and the results of its function `area`. */
async function answers(text: string): Promise<{ readonly exports: readonly string[]; readonly areas: unknown[] }> {
  const { default: binaryen } = await import("binaryen");
  const bytes = binaryen.parseText(text).emitBinary();
  // Declares the type here, because only TypeScript's DOM library contains the types of WebAssembly.
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: {
      instantiate(
        bytes: Uint8Array,
        imports: object,
      ): Promise<{ readonly instance: { readonly exports: { readonly [name: string]: unknown } } }>;
    };
  };
  const { instance } = await WebAssembly.instantiate(bytes, { console: { log: () => undefined } });
  const area = instance.exports["area"] as (width: number, height: number) => number;
  const sides = [0, 1, 3, 4, -5, 65_536];
  const areas = sides.flatMap((width) => sides.map((height) => area(width, height)));
  return { exports: Object.keys(instance.exports), areas };
}

/** Runs the command in a process that cannot find the package `binaryen`. */
function withoutBinaryen(command: string, ...flags: readonly string[]): SpawnSyncReturns<string> {
  const hook = `export function resolve(name, context, next) {
    if (name === "binaryen") throw new Error("Cannot find package 'binaryen'");
    return next(name, context);
  }`;
  const url = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const preload = url(`import { register } from "node:module"; register(${JSON.stringify(url(hook))});`);
  const bin = fileURLToPath(new URL("../../packages/cli/bin/passwright.js", new URL("..", import.meta.url)));
  return spawnSync(process.execPath, ["--import", preload, bin, command, example, ...flags], {
    encoding: "utf8",
    env: childEnvironment(),
  });
}

describe("examples/binaryen", () => {
  it("runs AssemblyScript's pipeline with the insertions of a plugin and of the config", async () => {
    const { out, err, code } = await passwright(["run", ".", "--trace", "--stats"]);
    expect(code, err).to.equal(0);
    checkGolden(`${err}\n${out}`, "run.txt", import.meta.url);
  });

  itSlow("makes a program with the same results, at every level", async () => {
    const before = await answers(readFileSync(`${example}input.wat`, "utf8"));
    for (const level of ["O1", "O2s", "O3z"]) {
      const { out, err, code } = await passwright(["run", ".", "--level", level]);
      expect(code, err).to.equal(0);
      expect(await answers(out)).to.deep.equal({ ...before, exports: ["memory", "area"] });
    }
  });

  it("refuses modules with unknown imports after the last round", async () => {
    const text = `(module (import "fs" "unlink" (func $unlink (param i32)))
      (func (export "area") (call $unlink (i32.const 1))))`;
    const { err, code } = await passwright(["run", ".", "-"], text);
    expect(code).to.equal(1);
    expect(err).to.contain("error[PWC0501]: the host has no `unlink` of `fs`").and.contain("step check-imports");
  });

  itLong("reads and writes binaries, alone and into folders, and no two into one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "passwright-wasm-"));
    try {
      const { default: binaryen } = await import("binaryen");
      const source = binaryen.parseText(readFileSync(`${example}input.wat`, "utf8")).emitBinary();
      const [input, other, output] = ["a.wasm", "b.wasm", "out.wasm"].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      writeFileSync(input, source);
      writeFileSync(other, source);
      expect(await passwright(["run", ".", input, "-o", output])).to.deep.include({ code: 0 });
      const result = readFileSync(output);
      expect(result.subarray(0, 4).toString("latin1")).to.equal("\0asm");
      expect(result.length).to.be.lessThan(source.length);
      expect(await passwright(["run", ".", input, other, "-o", `${folder}/out/`])).to.deep.include({ code: 0 });
      expect(readFileSync(join(folder, "out/b.wasm")).equals(result)).to.equal(true);
      const both = await passwright(["run", ".", input, other, "-o", output]);
      expect(both.code).to.equal(1);
      expect(both.err).to.contain("error[PWR0106]: the results of");
      // Tests that the command converts binaries to text, and text to binaries.
      const text = await passwright(["run", ".", input]);
      expect(text.out).to.contain('(export "area" (func');
      writeFileSync(other, source.subarray(0, 20));
      expect((await passwright(["run", ".", other])).err).to.contain("error[PWW0202]");
      const limited = await passwright(["run", ".", input, "-o", `${folder}/limited.wasm`, "--time-limit", "50"]);
      expect(limited.err).to.not.contain("error");
      expect(readFileSync(join(folder, "limited.wasm")).equals(result)).to.equal(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is planned without Binaryen, and names the package to install for a run", () => {
    const graph = withoutBinaryen("graph", "--level", "O1");
    expect(graph.status, graph.stderr).to.equal(0);
    expect(graph.stdout).to.contain("keep-exports{pattern=^(memory|area)$},wasm.func(snip{pattern=^debug/})");
    const { status, stdout, stderr } = withoutBinaryen("run");
    expect({ status, stdout, stderr }).to.deep.equal({
      status: 1,
      stdout: "",
      stderr: `error[PWW0001]: a pipeline on WebAssembly needs the package \`binaryen\`, which cannot be loaded
   = Error: Cannot find package 'binaryen'
help: install it with \`npm install binaryen\`
`,
    });
  });
});
