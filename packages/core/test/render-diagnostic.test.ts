import { renderDiagnostic } from "@passwright/core";
import { expect } from "chai";

describe("renderDiagnostic", () => {
  it("shows headline, place, line, notes and help", () => {
    const text = renderDiagnostic({
      code: "PWX0001",
      severity: "warning",
      message: "the drawer sticks",
      plugin: "oil 1.2.0",
      step: "main/oil#2",
      at: { file: "cabinet.txt", line: 3, column: 4, lineText: "\tab drawer" },
      notes: [
        {
          message: "it stuck before",
          lines: ["in winter"],
          at: { file: "cabinet.txt", line: 1, column: 1, lineText: "cabinet" },
        },
        { message: "nobody knows why" },
      ],
      help: ["oil it", "buy another"],
    });
    expect(text).to.equal(
      [
        "warning[PWX0001]: the drawer sticks",
        "  --> plugin oil 1.2.0, cabinet.txt:3:4, step main/oil#2",
        "   | \tab drawer",
        "   | \t  ^",
        "   = it stuck before",
        "     in winter (cabinet.txt:1:1)",
        "   | cabinet",
        "   | ^",
        "   = nobody knows why",
        "help: oil it",
        "help: buy another",
      ].join("\n"),
    );
  });

  it("shows the part of a long line around the position", () => {
    const excerptAt = (lineText: string, column: number): readonly [line: string, caret: string] => {
      const at = { file: "a.txt", line: 1, column, lineText };
      const lines = renderDiagnostic({ code: "PWX0001", severity: "error", message: "no", at }).split("\n");
      return [lines[2]?.slice(5) ?? "", lines[3]?.slice(5) ?? ""];
    };
    const digits = Array.from({ length: 1000 }, (_, index) => String(index % 10)).join("");
    for (let column = 1; column <= digits.length + 1; column++) {
      const [line, caret] = excerptAt(digits, column);
      expect(line.length).to.be.at.most(162);
      expect(line[caret.length - 1], `column ${column}`).to.equal(digits[column - 1]);
      expect([line.startsWith("…"), line.endsWith("…")]).to.deep.equal([column > 80, column < 920]);
    }
    expect(excerptAt("x".repeat(160), 100)[0]).to.equal("x".repeat(160));
  });

  it("leaves out missing parts", () => {
    expect(renderDiagnostic({ code: "PWX0002", severity: "error", message: "no key" })).to.equal(
      "error[PWX0002]: no key",
    );
  });
});
