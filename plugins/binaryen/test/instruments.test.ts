import { expect } from "chai";
import { definePass } from "@passwright/core";
import { printIr, writeReproducers } from "@passwright/instrument";
import { wasm } from "@passwright/plugin-binaryen";
import type { WasmFunction, WasmOp } from "@passwright/plugin-binaryen";
import { makeManager, parse, runOn } from "./run-text.ts";
import type { Manager } from "./run-text.ts";
import { textOf } from "./schedule.ts";

const PROGRAM = `(module
 (func $used (export "main") (result i32)
  (nop)
  (i32.const 1))
 (func $unused (nop)))`;

function managerOf(pipeline: string): Manager {
  const manager = makeManager(pipeline);
  if (!("run" in manager)) throw new Error(textOf(manager));
  return manager;
}

describe("instrumentations on WebAssembly", () => {
  before(() => wasm.load());

  it("print the IR after passes that changed it, functions separately", () => {
    const manager = managerOf("wasm.module(wasm.func(dce,vacuum),remove-unused-module-elements)");
    let text = "";
    manager.addInstrumentation(
      printIr<WasmOp>(wasm, { after: "all", onlyWhenChanged: true, write: (part) => void (text += part) }),
    );
    expect(manager.run(parse(PROGRAM)).succeeded).to.equal(true);
    expect(text).to.equal(`// -----// IR Dump After vacuum (vacuum) //----- //
(func $used (result i32)
 (i32.const 1)
)

// -----// IR Dump After remove-unused-module-elements (remove-unused-module-elements) //----- //
(module
 (type $0 (func (result i32)))
 (export "main" (func $used))
 (func $used (result i32)
  (i32.const 1)
 )
)


`);
  });

  it("write reproducers that fail again in the same way", () => {
    const manager = managerOf("wasm.module(vacuum{optimize=3},dfo{settings=fast-math})");
    const written: string[] = [];
    const open = (): ReturnType<Parameters<typeof writeReproducers>[1]["open"]> => ({
      ok: true,
      description: "crash.wat",
      write: (text) => void written.push(text),
    });
    manager.addInstrumentation(writeReproducers<WasmOp>(wasm, { open, local: true }));
    const failed = manager.run(
      parse("(module (memory 1) (func $f (nop) (i32.store (i32.const 0) (i32.load (i32.load (i32.const 4))))))"),
    );
    expect(failed.succeeded).to.equal(false);
    const pipeline = /the IR before `(.*)` is written/.exec(textOf(failed.diagnostics))?.[1] ?? "";
    expect(pipeline).to.match(/^wasm\.module\(dfo\{.*settings=\{?fast-math/);
    const again = runOn(parse(written.join("")), pipeline);
    expect(again.diagnostics.map(({ code, step }) => [code, step])).to.deep.equal([["PWW0103", "dfo"]]);
  });

  it("name the function pass after which the module is invalid, as far as Binaryen knows", () => {
    const manager = managerOf("wasm.module(wasm.func(vacuum))");
    const [nested] = manager.elements;
    if (nested?.kind !== "nested") throw new Error("a nested manager");
    nested.manager.addPass(
      definePass({
        name: "spoil",
        anchor: "wasm.func",
        runOnOperation(func: WasmFunction) {
          const { binaryen } = func.module;
          if (func.name === "used") func.body = binaryen.i64.const(1n);
        },
      }) as never,
    );
    const { succeeded, diagnostics } = manager.run(parse(PROGRAM));
    expect(succeeded).to.equal(false);
    expect(diagnostics[0]?.message).to.contain("in function used: ");
  });
});
