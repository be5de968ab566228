import { list, parseOptions, printOptions, string, takeOptions } from "@passwright/core";
import type { OptionSpecs } from "@passwright/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { samples } from "@passwright/development";
import { block } from "../trace.ts";

const specs: OptionSpecs = { a: string("", ""), b: string("", ""), list: list(string("", ""), "") };

/** Returns the spellings of values, or the reasons why none exist. */
function spell(input: { readonly [name: string]: unknown }): string {
  const taken = takeOptions(specs, input);
  return taken.ok ? printOptions(specs, taken.options) : taken.problem.message;
}

describe("the spelling of strings", () => {
  it("is MLIR's where that is read back", () => {
    const inputs = ["", "x", "a b", 'a"b c"d', "a{b c}d", "it's", "a,b", "a=b", "{a},{b}"].map((a) => ({ a }));
    expect(inputs.map((input) => spell(input)).join("\n")).to.equal(
      block(`
        {a= b= }
        {a=x b= }
        {a={a b} b= }
        {a=a"b c"d b= }
        {a=a{b c}d b= }
        {a=it's b= }
        {a=a,b b= }
        {a=a=b b= }
        {a={a},{b} b= }
      `),
    );
  });

  it("is another where MLIR's is read as something else", () => {
    const inputs = [
      { a: '"quoted"' },
      { a: "{braced}" },
      { a: "it's", b: "its owner's" },
      { a: '" x' },
      { list: ["a,b", "c d"] },
      { list: [""] },
      { list: ["{x}"] },
      { list: ['"x"', "'y'"] },
      { list: ["a(b", "c"] },
      { list: ["'\"", "b"] },
    ];
    expect(inputs.map((input) => spell(input)).join("\n")).to.equal(
      block(`
        {a={"quoted"} b= }
        {a={{braced}} b= }
        {a="it's" b="its owner's" }
        {a='" x' b= }
        {a= b= list={{a,b},{c d}}}
        {a= b= list={{}}}
        {a= b= list={{{x}}}}
        {a= b= list={{"x"},{'y'}}}
        {a= b= list={"a(b",c}}
        {a= b= list='" list={b}}
      `),
    );
  });

  it("is refused where there is none", () => {
    const inputs = [{ a: "a}" }, { a: "{" }, { a: "} {" }, { a: " x" }, { a: "x\n" }, { list: ["ok", "{"] }];
    expect(inputs.map((input) => spell(input)).join("\n")).to.equal(
      ['"a}"', '"{"', '"} {"', '" x"', '"x\\n"', '["ok","{"]']
        .map(
          (value) =>
            `the text of a pipeline cannot contain ${value}: braces must be balanced, and spaces are not allowed at the ends`,
        )
        .join("\n"),
    );
  });

  it("is parsed as the same string, or refused, for any strings", () => {
    const odd = fc.string({ unit: fc.constantFrom(..."ab{}()[]'\",= \t\n\u00a0é") });
    const value = fc.oneof(odd, fc.string());
    const input = fc.record({ a: value, b: value, list: fc.array(value) }, { requiredKeys: [] });
    let written = 0;
    fc.assert(
      fc.property(input, (wanted) => {
        const taken = takeOptions(specs, wanted);
        if (!taken.ok) return;
        written++;
        const text = printOptions(specs, taken.options);
        const read = parseOptions(specs, text.slice(1, -1));
        if (!read.ok) throw new Error(`${text}: ${read.problem.message}`);
        expect(read.options.values, text).to.deep.equal(taken.options.values);
        expect(read.options.given.has("list")).to.equal(taken.options.given.has("list"));
        expect(printOptions(specs, read.options)).to.equal(text);
      }),
      { numRuns: samples(2000), seed: 7 },
    );
    expect(written).to.be.greaterThan(0.15 * samples(2000));
  });

  it("is never refused for a single string with matching braces, no space at its ends and one kind of quotes", () => {
    const bits = fc.array(fc.constantFrom("a", "b c", "{x}", "(", ")", "[", ",", "=", '"', "{}", "{ }"), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(bits, (parts) => {
        const text = parts.join("");
        expect(spell({ a: text }).startsWith("{a=") || text.trim() !== text).to.equal(true);
      }),
      { numRuns: samples(1000), seed: 7 },
    );
  });
});
