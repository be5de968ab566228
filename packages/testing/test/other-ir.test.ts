import { expect } from "chai";
import { testPlugin } from "@passwright/testing";

describe("an IR that is not the embedded one", () => {
  it("is tried as far as its adapter goes", async () => {
    const { findings } = await testPlugin({
      plugin: new URL("../test/toy/reads-siblings", import.meta.url),
      framework: "../framework",
      inputs: ['["file", ["unit", ["thing"]], ["unit"]]'],
    });
    expect(
      findings.map(({ code, step, notes = [] }) => [code, step, ...notes.map(({ message }) => message)]),
    ).to.deep.equal([
      [
        "PWT0302",
        "count-neighbours",
        "first: unit#2(thing())",
        "without the operations beside it: unit#0(thing())",
        "seen on 'unit' of input #1",
      ],
    ]);
  });
});
