import { describeLong } from "@passwright/development";
import { expect } from "chai";
import type { Diagnostic } from "@passwright/core";
import { createWasmAdapter, wasm, WasmModule } from "@passwright/plugin-binaryen";
import { compileProgram, programs } from "./compile-program.ts";
import { parse, runOn } from "./run-text.ts";
import { readModule, textOf } from "./schedule.ts";

const TWO = `(module
 (func $used (export "main") (result i32)
  (nop)
  (i32.const 1))
 (func $"of ) \\"all\\" (" (drop (i32.const 2))))`;

describeLong("the adapter of WebAssembly", () => {
  before(() => wasm.load());

  it("prints the same text that it read", async () => {
    for (const program of programs) {
      const module = readModule(await compileProgram(program));
      const text = wasm.print(module, {});
      expect(parse(text).toText()).to.equal(text);
      expect(wasm.clone(module)).to.not.equal(module);
      expect(wasm.print(wasm.clone(module), {})).to.equal(text);
    }
  });

  it("prints functions as in their module, with any name", () => {
    const module = parse(TWO);
    expect(module.functions.map((func) => wasm.print(func, {})).join("")).to.equal(
      '(func $used (result i32)\n (nop)\n (i32.const 1)\n)\n(func $"of ) \\"all\\" ("\n (drop\n  (i32.const 2)\n )\n)\n',
    );
  });

  it("finds functions of any name: quotes, parentheses, other scripts, line ends, and words of the text format", () => {
    const names = ['x (import "y', "(func", ";; no comment", "a b", "\u00e4 \u{1f600}", "a\nb", 'q"\\)', "(;"];
    const escaped = (name: string): string => name.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\0a");
    const funcs = names.map((name, index) => `(func $"${escaped(name)}" (drop (i32.const ${index})))`);
    const module = parse(`(module (import "i" "(func" (func $"f (" (param i32))) ${funcs.join(" ")})`);
    expect(module.functions.map(({ name }) => name)).to.deep.equal(names);
    module.functions.forEach((func, index) => expect(wasm.print(func, {})).to.contain(`(i32.const ${index})`));
    expect(parse(wasm.print(module, {})).functions.map(({ name }) => name)).to.deep.equal(names);
    const read = readModule(module.toBinary({ debugInfo: true }));
    expect(read.functions.map(({ name }) => name)).to.deep.equal(names);
    expect(runOn(module, "wasm.module(size-report{top=8})").printed).to.contain("a\\0ab\n").and.not.to.contain("a\nb");
  });

  it("handles an empty module and an empty function", () => {
    for (const [text, count] of [
      ["(module)", 0],
      ["(module (func))", 1],
    ] as const) {
      const module = parse(text);
      expect(module.functions.length).to.equal(count);
      const pipeline = "wasm.module(wasm.func(vacuum,precompute),inlining,size-report,wasm.func(dce))";
      expect(textOf(runOn(module, pipeline).diagnostics), text).to.equal("");
      expect(wasm.verify(module, { recursive: true }, () => undefined)).to.equal(true);
      expect(readModule(module.toBinary()).functions.length).to.equal(count);
    }
  });

  it("has one object for each function, invalid once the function is removed", () => {
    const { module } = runOn(parse(TWO), "wasm.module(vacuum)");
    const [used, unused] = module.functions;
    if (used === undefined || unused === undefined) throw new Error("two functions");
    expect(module.function("used")).to.equal(used);
    runOn(module, "wasm.module(remove-unused-module-elements)");
    expect(module.functions).to.deep.equal([used]);
    expect([used.isLive, unused.isLive, wasm.parentOf?.(unused)]).to.deep.equal([true, false, undefined]);
    expect(() => unused.ref).to.throw('function `of ) "all" (` was removed from its module');
  });

  it("has a fingerprint that changes with the function, the module, its features and its attributes", () => {
    const module = parse(TWO);
    const [used, other] = module.functions;
    if (used === undefined || other === undefined) throw new Error("two functions");
    const before = [wasm.fingerprint(module), wasm.fingerprint(used), wasm.fingerprint(other)];
    expect([module, used, other].map((op) => wasm.fingerprint(op))).to.deep.equal(before);
    runOn(module, "wasm.module(wasm.func(vacuum))");
    const after = [wasm.fingerprint(module), wasm.fingerprint(used), wasm.fingerprint(other)];
    expect(after.map((value, index) => value === before[index])).to.deep.equal([false, false, false]);
    module.attributes.set("note", "1");
    expect(wasm.fingerprint(module)).to.not.equal(after[0]);
    expect(wasm.takeAttribute?.(module, "note")).to.equal("1");
    expect(wasm.fingerprint(module)).to.equal(after[0]);
  });

  it("runs on the functions that a module defines, not on those that it imports", () => {
    const module = parse('(module (import "e" "f" (func $f)) (func $g (call $f)))');
    expect(module.functions.map(({ name }) => name)).to.deep.equal(["g"]);
    expect(module.function("f")).to.equal(undefined);
  });

  it("allows the common features, all if a module needs more, or exactly the given ones", async () => {
    const usual = parse("(module (func (result i32) (i32.extend8_s (i32.const 1))))");
    const more = parse("(module (func (result v128) (v128.const i32x4 0 1 2 3)))");
    expect(more.binaryen.getFeatures()).to.be.greaterThan(usual.binaryen.getFeatures());
    const few = createWasmAdapter({ features: ["MutableGlobals"] });
    const parsed = few.parse(usual.toText(), { file: "in.wat" });
    if (!parsed.ok) throw new Error(textOf(parsed.diagnostics));
    const found: Diagnostic[] = [];
    expect(few.verify(parsed.op, { recursive: true }, (diagnostic) => void found.push(diagnostic))).to.equal(false);
    expect(found[0]?.message).to.contain("all used features should be allowed");
  });

  it("reports invalid functions one by one", () => {
    const module = parse(
      "(module (func $one (result i32) (i64.const 1)) (func $two (result f32) (i64.const 2)) (func $three))",
    );
    const found: Diagnostic[] = [];
    expect(wasm.verify(module, { recursive: true }, (diagnostic) => void found.push(diagnostic))).to.equal(false);
    expect(found.map(({ message }) => message.replace(/:.*/, ""))).to.include.members([
      "in function one",
      "in function two",
    ]);
    expect(module).to.be.instanceOf(WasmModule);
  });
});
