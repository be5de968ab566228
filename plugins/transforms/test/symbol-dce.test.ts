import { expect } from "chai";
import { describeWithMlirOpt, Random, samples } from "@passwright/development";
import { symbolDce } from "@passwright/plugin-transforms";
import {
  expectAsMlirOpt,
  expectAsMlirOptOnCorpus,
  expectAsMlirOptOnRandom,
  expectVerdictsAsMlirOpt,
} from "./as-mlir-opt.ts";
import { NestedSymbols } from "./nested-symbols.ts";
import { runPass } from "./run-pass.ts";

type Visibility = "private" | "nested" | "public";

function module(body: string, name?: string, visibility: Visibility = "public"): string {
  const properties = name === undefined ? "" : ` <{sym_name = "${name}"${visible(visibility)}}>`;
  return `"builtin.module"()${properties} ({\n${body === "" ? "^bb0:" : body}\n}) : () -> ()`;
}

function func(name: string, visibility: Visibility, body = "", attributes = ""): string {
  return `"func.func"() <{function_type = () -> (), sym_name = "${name}"${visible(visibility)}}> ({
    ${body} "func.return"() : () -> () })${attributes === "" ? "" : ` {${attributes}}`} : () -> ()`;
}

function visible(visibility: Visibility): string {
  return visibility === "public" ? "" : `, sym_visibility = "${visibility}"`;
}

const three = [func("one", "private"), func("two", "nested"), func("three", "public")].join("\n");
const call = (callee: string): string => `"func.call"() <{callee = @${callee}}> : () -> ()`;

const cases: Readonly<Record<string, string>> = {
  "each visibility in the top module": module(three),
  "each visibility in nested modules of each visibility": module(
    [module(three), module(three, "a", "private"), module(three, "b", "nested"), module(three, "c")].join("\n"),
  ),
  "a chain of calls, alive and dead": module(
    [
      func("a", "public", call("b")),
      func("b", "private", call("c")),
      func("c", "private"),
      func("d", "private", call("e")),
      func("e", "private"),
    ].join("\n"),
  ),
  "nested references, whole, broken, and in arrays and dictionaries": module(
    [
      module(three, "m", "private"),
      module(three, "n", "private"),
      module(three, "o", "private"),
      func("f", "public", "", "hint = @m::@one, other = @n::@nothing, deep = [{x = @o::@two}]"),
    ].join("\n"),
  ),
  "an unregistered operation between symbols that refers to one": module(
    [func("a", "private"), func("b", "private"), '"toy.use"() {at = @a} : () -> ()'].join("\n"),
  ),
};

describe("symbol-dce", () => {
  it("counts the symbols that it erased, those inside of others too", () => {
    const { statistics } = runPass(symbolDce, module([module(three, "a", "private"), func("f", "public")].join("\n")));
    expect(statistics).to.deep.equal({ "num-dce'd": 4 });
  });

  it("refuses an operation that is not a symbol table", () => {
    const { result } = runPass(symbolDce, module(func("f", "public")), { anchor: "func.func" });
    expect(result.succeeded).to.equal(false);
    expect(result.diagnostics.map(({ message }) => message)).to.deep.equal([
      "'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table",
    ]);
  });

  it("refuses to look through an operation that might be a symbol table", () => {
    const { result } = runPass(
      symbolDce,
      module(func("f", "public", '"toy.table"() ({ "toy.use"() : () -> () }) : () -> ()')),
    );
    expect(result.succeeded).to.equal(false);
    expect(result.diagnostics.map(({ message }) => message)).to.deep.equal([
      "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses",
    ]);
  });
});

describeWithMlirOpt("symbol-dce, against mlir-opt", () => {
  it("agrees on each case", () => expectAsMlirOpt(symbolDce, Object.values(cases), { names: Object.keys(cases) }));
  it("agrees on random programs", () =>
    expectAsMlirOptOnRandom(symbolDce, { seed: 1, count: 60, functions: 9, operationsPerFunction: 12 }));
  it("agrees on more random programs", () => expectAsMlirOptOnCorpus("symbol-dce", { registeredOnly: true }));

  for (const pipeline of [
    "symbol-dce",
    "builtin.module(symbol-dce)",
    "any(symbol-dce)",
    "symbol-privatize,symbol-dce",
  ]) {
    it(`has the verdict and the result of mlir-opt on random nestings of symbol tables: ${pipeline}`, () => {
      const count = samples(1000);
      const programs = Array.from({ length: count }, (_, seed) =>
        new NestedSymbols(new Random(seed), seed % 4 === 0 ? 0.5 : 0).program(),
      );
      const failed = expectVerdictsAsMlirOpt(pipeline, programs);
      expect(failed, "failed").to.be.lessThan(count / 2);
    });
  }
});
