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

function firstLine({ at, message }: Diagnostic, linesBefore = 0): string {
  return `${at?.file}:${linesBefore + (at?.line ?? 0)}:${at?.column}: error: ${message}`;
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
    expect(diagnosticsOf('"x.y"() : () -> ()\n', false).map((diagnostic) => firstLine(diagnostic))).to.deep.equal([
      "<stdin>:1:6: error: operation being parsed with an unregistered dialect. If this is intended, please use " +
        "-allow-unregistered-dialect with the MLIR tool used",
    ]);
  });
});

describeWithMlirOpt("errors in a text, compared with mlir-opt", () => {
  it("are the same in each case", () => {
    const { stderr } = runMlirOpt(["--allow-unregistered-dialect", "--split-input-file"], cases.join("// -----\n"));
    const errors = stderr.split("\n").filter((line) => line.includes(": error: "));
    let linesBefore = 0;
    const found = cases.flatMap((text) => {
      const lines = diagnosticsOf(text).map((diagnostic) => firstLine(diagnostic, linesBefore));
      linesBefore += text.split("\n").length;
      return lines;
    });
    expect(found).to.deep.equal(errors);
  });
});
