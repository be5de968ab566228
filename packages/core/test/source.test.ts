import { locate } from "@passwright/core";
import { expect } from "chai";

describe("locate", () => {
  const text = "\nab\n\ncd";

  it("counts lines and columns from 1, and keeps the text of the line", () => {
    const places = Array.from({ length: text.length + 2 }, (_, offset) => {
      const { line, column, lineText } = locate("f", text, offset);
      return `${offset}: ${line}:${column} ${JSON.stringify(lineText)}`;
    });
    expect(places.join("\n")).to.equal(
      [
        '0: 1:1 ""',
        '1: 2:1 "ab"',
        '2: 2:2 "ab"',
        '3: 2:3 "ab"',
        '4: 3:1 ""',
        '5: 4:1 "cd"',
        '6: 4:2 "cd"',
        '7: 4:3 "cd"',
        '8: 4:3 "cd"',
      ].join("\n"),
    );
  });

  it("takes a negative offset for the start", () => {
    expect(locate("f", "x", -5)).to.deep.equal({ file: "f", line: 1, column: 1, lineText: "x" });
  });
});
