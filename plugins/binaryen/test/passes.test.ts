import { expect } from "chai";
import { collectStatistics, renderStatistics } from "@passwright/instrument";
import { moduleSize, wasm } from "@passwright/plugin-binaryen";
import type { WasmModule, WasmOp } from "@passwright/plugin-binaryen";
import { compileProgram, programs } from "./compile-program.ts";
import { parse, runOn } from "./run-text.ts";
import { readModule } from "./schedule.ts";
import { itLong } from "@passwright/development";

const PROGRAM = `(module
 (memory $memory 1)
 (export "memory" (memory $memory))
 (export "area" (func $area))
 (export "debug/check" (func $debug/check))
 (func $area (param i32) (result i32) (i32.mul (local.get 0) (local.get 0)))
 (func $debug/check (param i32) (if (local.get 0) (then (call $debug/fail))))
 (func $debug/fail (i32.store (i32.const 8) (i32.const 1)) (unreachable)))`;

function sizeOf(module: WasmModule): ReturnType<typeof moduleSize.compute> {
  const none = (): never => {
    throw new Error("it depends on no analysis");
  };
  return moduleSize.compute(module, { getAnalysis: none, getCachedParentAnalysis: none, getChildAnalysis: none });
}

function statisticsOf({ manager }: ReturnType<typeof runOn>): string {
  return renderStatistics(collectStatistics<WasmOp>(manager, wasm), { display: "list" });
}

describe("keep-exports", () => {
  before(() => wasm.load());

  it("removes the exports that do not match, and code that only they use", () => {
    const ran = runOn(parse(PROGRAM), "wasm.module(keep-exports{pattern=^area$},remove-unused-module-elements)");
    expect(ran.text).to.equal(`(module
 (type $0 (func (param i32) (result i32)))
 (export "area" (func $area))
 (func $area (param $0 i32) (result i32)
  (i32.mul
   (local.get $0)
   (local.get $0)
  )
 )
)
`);
    expect(statisticsOf(ran)).to.match(/2 removed\s+- exports removed/);
  });
});

describe("snip", () => {
  before(() => wasm.load());

  it("replaces the bodies of the functions that match by a trap", () => {
    const pipeline = "wasm.module(wasm.func(snip{pattern=^debug/check},vacuum),remove-unused-module-elements)";
    const ran = runOn(parse(PROGRAM), pipeline);
    expect(ran.diagnostics).to.deep.equal([]);
    expect(ran.text)
      .to.contain(" (func $debug/check (param $0 i32)\n  (unreachable)\n )")
      .and.not.contain("$debug/fail");
    expect(statisticsOf(ran)).to.match(/1 snipped/);
  });
});

describe("size-report", () => {
  before(() => wasm.load());

  itLong("adds up to the code section, for any module", async () => {
    for (const program of programs) {
      const module = readModule(await compileProgram(program));
      const { bytes, functions } = sizeOf(module);
      expect(bytes).to.equal(module.toBinary().length);
      expect(functions.length).to.equal(module.functions.length);
      expect(functions.every((one) => one.bytes > 1)).to.equal(true);
      // A change of a function's body affects only the size of this function.
      const [first] = module.functions;
      const { module: snipped } = runOn(module, `wasm.module(wasm.func(snip{pattern=^${first?.name}$}))`);
      const after = sizeOf(snipped).functions;
      expect(after.slice(1)).to.deep.equal(functions.slice(1));
      expect(after[0]?.bytes).to.be.lessThan(functions[0]?.bytes ?? 0);
    }
  });

  it("prints the largest functions, and counts", () => {
    const { printed, ...ran } = runOn(parse(PROGRAM), "wasm.module(size-report{top=2})");
    expect(printed).to.equal("99  bytes in all\n29  in 3 functions\n11  debug/fail\n10  debug/check\n");
    expect(statisticsOf({ printed, ...ran })).to.match(/99 bytes/);
  });
});
