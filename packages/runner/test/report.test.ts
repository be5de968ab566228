import { expect } from "chai";
import { countResults } from "@passwright/runner";

describe("reports of order experiments", () => {
  it("count the pairs of each result", () => {
    const pair = (result: "commute" | "conflict") => ({ first: "a", second: "b", result, inputs: {} });
    const counts = countResults({ pairs: [pair("commute"), pair("conflict"), pair("commute")] });
    expect(counts).to.deep.equal({
      conflict: 1,
      "fails in one order": 0,
      unstable: 0,
      cosmetic: 0,
      commute: 2,
      "not exercised": 0,
      "not tried": 0,
    });
  });
});
