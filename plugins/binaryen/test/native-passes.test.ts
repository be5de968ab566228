import { expect } from "chai";
import type { Instrumentation } from "@passwright/core";
import { nativePassTable, wasm } from "@passwright/plugin-binaryen";
import type { WasmOp } from "@passwright/plugin-binaryen";
import { Random, samples, itLong } from "@passwright/development";
import binaryen from "./binaryen.ts";
import { compileProgram } from "./compile-program.ts";
import { makeManager, parse, runOn } from "./run-text.ts";
import { readModule, textOf } from "./schedule.ts";

/** Passes that these tests leave out: passes that are slow, that print, or that require special modules. */
const LEFT_OUT =
  /souper|rereloop|dfo|i64-to-i32|print|metrics|^nm$|symbolmap|minify|learning|flatten|poppify|spill-pointers/;

describe("Binaryen's passes", () => {
  before(() => wasm.load());

  itLong("have the same result on functions, together or one by one, as Binaryen on the whole module", async () => {
    const bytes = await compileProgram("shapes");
    const names = nativePassTable
      .filter(({ name, onFunctions, needs }) => onFunctions && needs === undefined && !LEFT_OUT.test(name))
      .map(({ name }) => name);
    for (let seed = 1; seed <= samples(20); seed++) {
      const random = new Random(seed);
      const chosen = Array.from({ length: random.between(2, 6) }, () => random.pick(names));
      const expected = binaryen.readBinary(bytes);
      const module = readModule(bytes);
      expected.setFeatures(module.binaryen.getFeatures());
      expected.runPasses(chosen);
      const text = expected.emitText();
      const middle = random.between(1, chosen.length - 1);
      const nested = `wasm.func(${chosen.slice(0, middle).join()}),${chosen.slice(middle).join()}`;
      for (const pipeline of [chosen.join(), `wasm.func(${chosen.join()})`, nested]) {
        for (const options of [{ verifyEach: false }, { verifyEach: true }]) {
          const ran = runOn(readModule(bytes), `wasm.module(${pipeline})`, options);
          expect(textOf(ran.diagnostics), pipeline).to.equal("");
          expect(ran.text === text, pipeline).to.equal(true);
        }
      }
      expected.dispose();
    }
  });

  it("go to Binaryen in one call if nothing has to happen in between", async () => {
    const module = parse('(module (func $f (export "f") (result i32) (nop) (i32.add (i32.const 1) (i32.const 2))))');
    const calls: string[] = [];
    const { runPasses, runPassesOnFunction } = module.binaryen;
    module.binaryen.runPasses = (passes) => {
      calls.push(`module: ${passes.join()}`);
      runPasses.call(module.binaryen, passes);
    };
    module.binaryen.runPassesOnFunction = (func, passes) => {
      calls.push(`function: ${passes.join()}`);
      runPassesOnFunction.call(module.binaryen, func, passes);
    };
    const callsOf = (
      pipeline: string,
      options: { readonly verifyEach: boolean },
      instrumentation?: Instrumentation<WasmOp>,
    ): string[] => {
      calls.length = 0;
      const manager = makeManager(`wasm.module(${pipeline})`, options);
      if (!("run" in manager)) throw new Error(textOf(manager));
      if (instrumentation !== undefined) manager.addInstrumentation(instrumentation);
      expect(textOf(manager.run(module).diagnostics)).to.equal("");
      return [...calls];
    };
    const pipeline = "wasm.func(dce,vacuum),inlining,dce{optimize=3},precompute{optimize=3}";
    const alone = ["function: dce", "function: vacuum", "module: inlining", "module: dce", "module: precompute"];
    expect(callsOf(pipeline, { verifyEach: false })).to.deep.equal([
      "module: dce,vacuum,inlining",
      "module: dce,precompute",
    ]);
    expect(callsOf(pipeline, { verifyEach: true })).to.deep.equal(alone);
    expect(callsOf(pipeline, { verifyEach: false }, { beforePass: () => undefined })).to.deep.equal(alone);
    expect(callsOf("inlining,inlining{always-inline-max-size=9},dce", { verifyEach: false })).to.deep.equal([
      "module: inlining",
      "module: inlining,dce",
    ]);
  });

  it("run with their own options, which are reset afterwards", () => {
    const before = [binaryen.getOptimizeLevel(), binaryen.getFastMath(), binaryen.getPassArgument("no-inline")];
    const text = `(module
      (func $small (param f32) (result f32) (f32.add (local.get 0) (f32.const -0)))
      (func $main (export "main") (result f32) (call $small (f32.const 1))))`;
    const inlined = runOn(parse(text), "wasm.module(inlining)").text;
    expect(inlined).to.not.contain("call $small");
    const kept = runOn(parse(text), "wasm.module(no-inline{argument=sm*},inlining)").text;
    expect(kept).to.contain("call $small");
    const exact = '(module (func $f (export "f") (param f32) (result f32) (f32.mul (local.get 0) (f32.const 1))))';
    expect(runOn(parse(exact), "wasm.module(optimize-instructions)").text).to.contain("f32.mul");
    const fast = runOn(parse(exact), "wasm.module(optimize-instructions{settings=fast-math})").text;
    expect(fast).to.not.contain("f32.mul");
    expect([binaryen.getOptimizeLevel(), binaryen.getFastMath(), binaryen.getPassArgument("no-inline")]).to.deep.equal(
      before,
    );
  });

  it("print to the manager's output", () => {
    const { printed } = runOn(parse("(module (func $one) (func $two (nop)))"), "wasm.module(nm)");
    expect(printed).to.match(/one : \d+\n.*two : \d+\n/);
  });

  it("do not change the other functions if one fails", () => {
    const text = "(module (func $a (nop)) (func $b (nop)))";
    const { diagnostics } = runOn(parse(text), "wasm.module(extract-function{argument=none},vacuum)");
    expect(diagnostics.some(({ message }) => message.includes("could not find the function to extract"))).to.equal(
      true,
    );
  });
});
