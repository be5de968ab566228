import { diagnosticOf, renderDiagnostic } from "@passwright/core";
import { Context, dialects, parseModule, Source, splitInput } from "@passwright/ir";
import { expect } from "chai";

describe("splitInput", () => {
  it("gives parts whose places are those of the whole text", () => {
    const text = `module @a {\n}\n// -----\nmodule @b {\n}\n// ----- module @c {} loc(4)\n`;
    const { parts } = splitInput(Source.fromText(text, "three.mlir"));
    const said = parts.map((part) => {
      const parsed = parseModule(new Context({ dialects }), part);
      return parsed.ok ? parsed.op.location.toString() : renderDiagnostic(parsed.diagnostics[0]!);
    });
    expect(said).to.deep.equal([
      'loc("three.mlir":1:1)',
      'loc("three.mlir":4:1)',
      "error[PWI1001]: expected location instance\n  --> three.mlir:6:27\n   | // ----- module @c {} loc(4)\n   |                           ^",
    ]);
  });

  it("warns about text that looks like a marker", () => {
    const { parts, nearMisses } = splitInput(Source.fromText("module {}\n// ----\n", "a.mlir"));
    expect(parts.length).to.equal(1);
    expect(nearMisses.map(renderDiagnostic)).to.deep.equal([
      "warning[PWI1004]: near miss with file split marker\n  --> a.mlir:2:7\n   | // ----\n   |       ^\nhelp: to split the file, write `// -----`",
    ]);
  });

  it("refuses a marker that is too short", () => {
    let said = "";
    try {
      splitInput(Source.fromText("", "-"), "//");
    } catch (thrown) {
      said = renderDiagnostic(diagnosticOf(thrown)!);
    }
    expect(said).to.equal(
      "error[PWI0013]: a split marker must have at least three characters, not 2\nhelp: use a longer marker, for example `// -----`",
    );
  });
});
