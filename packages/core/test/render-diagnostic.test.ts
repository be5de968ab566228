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

  it("leaves out missing parts", () => {
    expect(renderDiagnostic({ code: "PWX0002", severity: "error", message: "no key" })).to.equal(
      "error[PWX0002]: no key",
    );
  });
});
