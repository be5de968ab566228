import { expect } from "chai";
import { shrinkLines } from "@passwright/development";

describe("shrinkLines", () => {
  it("leaves the lines that make it fail", () => {
    const lines = Array.from({ length: 50 }, (_, i) => `line ${i}`);
    const fails = (text: string): boolean => text.includes("line 7\n") && text.includes("line 31");
    expect(shrinkLines(lines.join("\n"), fails)).to.equal("line 7\nline 31");
  });

  it("gives up after so many tries", () => {
    let tries = 0;
    const fails = (): boolean => {
      tries++;
      return false;
    };
    expect(shrinkLines("a\nb\nc\nd", fails, 2)).to.equal("a\nb\nc\nd");
    expect(tries).to.equal(2);
  });
});
