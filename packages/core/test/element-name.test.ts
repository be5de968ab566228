import { definePass } from "@passwright/core";
import { expect } from "chai";

describe("names of passes", () => {
  it("may hold letters, digits, dashes, underscores and dots", () => {
    const names = ["cse", "loop-invariant-code-motion", "a.b_c-d", "Z9", "2d"];
    const passes = names.map((name) => definePass({ name, runOnOperation: (_op: object) => undefined }));
    expect(passes.map(({ declaration }) => declaration.name)).to.deep.equal(names);
  });
});
