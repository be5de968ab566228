import { bool, float, int, list, oneOf, parseOptions, string, takeOptions } from "@passwright/core";
import type { OptionSpecs } from "@passwright/core";
import { expect } from "chai";

const specs: OptionSpecs = {
  size: int(4, "tile size"),
  names: list(string("", ""), "names"),
  ratio: float(0.5, "how much"),
  mode: oneOf(["fast", "good"], "good", "how"),
  quiet: bool(false, "say nothing"),
};

function show(result: ReturnType<typeof parseOptions>): string {
  if (!result.ok) return JSON.stringify(result.problem);
  return `${JSON.stringify(result.options.values)} given ${[...result.options.given].join(",")}`;
}

describe("options", () => {
  it("from text and from values are the same", () => {
    const fromText = parseOptions(specs, "quiet names=a,b size=0x10 mode=fast");
    const fromValues = takeOptions(specs, { quiet: true, names: ["a", "b"], size: 16, mode: "fast" });
    const expected = '{"size":16,"names":["a","b"],"ratio":0.5,"mode":"fast","quiet":true} given quiet,names,size,mode';
    expect([fromText, fromValues].map(show)).to.deep.equal([expected, expected]);
  });

  it("have their defaults where nothing is given", () => {
    expect(show(parseOptions(specs, ""))).to.equal(
      '{"size":4,"names":[],"ratio":0.5,"mode":"good","quiet":false} given ',
    );
  });

  it("stop at the first error, and report whether the name or the value is invalid", () => {
    const texts = ["size=x speed=1", "speed=1 size=x", "mode", "constructor=1"];
    expect(texts.map((text) => show(parseOptions(specs, text))).join("\n")).to.equal(
      [
        `{"option":"size","message":"'x' value invalid for integer argument!","isUnknown":false}`,
        '{"option":"speed","message":"unknown option `speed`","isUnknown":true}',
        '{"option":"mode","message":"requires a value!","isUnknown":false}',
        '{"option":"constructor","message":"unknown option `constructor`","isUnknown":true}',
      ].join("\n"),
    );
  });
});
