import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { childEnvironment } from "@passwright/development";
import { nativePassTable, wasm } from "@passwright/plugin-binaryen";
import { parse, runOn } from "./run-text.ts";

const wasmOpt = join(dirname(createRequire(import.meta.url).resolve("binaryen")), "bin/wasm-opt");

describe("the table of Binaryen's passes", () => {
  before(() => wasm.load());

  it("has exactly the names of wasm-opt", () => {
    const { stdout } = spawnSync(process.execPath, [wasmOpt, "--help"], { encoding: "utf8", env: childEnvironment() });
    const [, passes = ""] = /^Optimization passes:$(.*?)^Optimization options:$/ms.exec(stdout) ?? [];
    const names = [...passes.matchAll(/^ {2}--(\S+)/gm)].map(([, name]) => name as string);
    expect(nativePassTable.map(({ name }) => name)).to.deep.equal(names.sort());
  });

  it("lists which passes run on a function, and the requirements of the others", () => {
    const text = '(module (memory 1) (func $f (export "f") (param i32) (result i32) (i32.load (local.get 0))))';
    for (const { name, onFunctions, needs, argument } of nativePassTable) {
      if (argument !== undefined || /flat|dwarf|souper|rereloop|dfo|i64-to-i32/.test(name)) continue;
      const settings = needs === undefined ? "" : `{settings=${needs}}`;
      const pipeline = onFunctions ? `wasm.func(${name}${settings})` : `${name}${settings}`;
      const { diagnostics } = runOn(parse(text), `wasm.module(${pipeline})`, { verifyEach: false });
      expect(
        diagnostics.map(({ message }) => message),
        name,
      ).to.deep.equal([]);
    }
  });
});
