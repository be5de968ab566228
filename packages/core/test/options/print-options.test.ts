import { bool, float, int, list, oneOf, parseOptions, printOptions, string } from "@passwright/core";
import type { OptionSpecs } from "@passwright/core";
import { expect } from "chai";
import { block } from "../trace.ts";

const specs: OptionSpecs = {
  size: int(4, "tile size"),
  names: list(string("", ""), "names"),
  ratio: float(0.5, "how much"),
  Mode: oneOf(["fast", "good"], "good", "how"),
  also: list(int(0, ""), "numbers"),
};

function print(text: string): string {
  const parsed = parseOptions(specs, text);
  return parsed.ok ? printOptions(specs, parsed.options) : parsed.problem.message;
}

describe("printOptions", () => {
  it("prints all options in byte order, and of lists that were never set only the spaces around them", () => {
    const texts = ["", "names=", "names=a,b also=1", "size=7 Mode=fast"];
    expect(texts.map((text) => print(text)).join("\n")).to.equal(
      block(`
        {Mode=good   ratio=5.000000e-01 size=4}
        {Mode=good  names={} ratio=5.000000e-01 size=4}
        {Mode=good also={1} names={a,b} ratio=5.000000e-01 size=4}
        {Mode=fast   ratio=5.000000e-01 size=7}
      `),
    );
  });

  it("prints nothing, not even braces, without options", () => {
    expect(printOptions({}, { values: {}, given: new Set() })).to.equal("");
  });

  it("takes values that no text holds for a bug: they are refused when options are made", () => {
    const options = { values: { on: true, text: "{" }, given: new Set(["text"]) };
    expect(() => printOptions({ on: bool(true, ""), text: string("", "") }, options)).to.throw(/bug in Passwright/);
  });
});
