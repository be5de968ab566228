import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import { checkGolden, describeWithMlirOpt, runMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { readInput } from "./read-input.ts";

function diagnosticsOf(text: string, allowUnregistered = true): readonly Diagnostic[] {
  const parsed = parseModule(new Context({ allowUnregistered, dialects }), text, { file: "<stdin>" });
  if (!parsed.ok) return parsed.diagnostics;
  const found: Diagnostic[] = [];
  verifyOperation(parsed.op, { recursive: true }, (diagnostic) => found.push(diagnostic));
  return found;
}

function firstLine(diagnostic: Diagnostic): string {
  const { at } = diagnostic;
  return `${at?.file}:${at?.line}:${at?.column}: error: ${diagnostic.message}`;
}

const cases = readInput("invalid.mlir").split("// -----\n");

describe("errors in a text", () => {
  it("is reported with code, position and notes", () => {
    const shown = cases.map((text) =>
      diagnosticsOf(text)
        .map((diagnostic) => renderDiagnostic(diagnostic))
        .join("\n"),
    );
    checkGolden(
      `${cases.map((text, i) => `${text.trimEnd()}\n>>>\n${shown[i]!}\n`).join("\n")}`,
      "invalid.txt",
      import.meta.url,
    );
  });

  it("is an unregistered dialect, unless they are allowed", () => {
    expect(diagnosticsOf('"x.y"() : () -> ()\n', false).map(firstLine)).to.deep.equal([
      "<stdin>:1:6: error: operation being parsed with an unregistered dialect. If this is intended, please use " +
        "-allow-unregistered-dialect with the MLIR tool used",
    ]);
  });
});

describeWithMlirOpt("errors in a text, compared with mlir-opt", () => {
  cases.forEach((text, i) => {
    it(`case ${i}: ${text.split("\n")[0]!}`, () => {
      const { stderr } = runMlirOpt(["--allow-unregistered-dialect"], text);
      const expected = stderr.split("\n").filter((line) => line.includes(": error: "));
      expect(diagnosticsOf(text).map(firstLine)).to.deep.equal(expected);
    });
  });
});
