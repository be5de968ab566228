import type { Diagnostic } from "@passwright/core";
import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import { describeWithMlirOpt, runMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { readInput } from "./read-input.ts";

/** Returns the line, column and message of each error in a text. `firstLine` is the number of the first line. */
function errorsOf(text: string, firstLine: number): readonly string[] {
  const found: string[] = [];
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "<stdin>" });
  const add = ({ at, message }: Diagnostic): void => {
    found.push(`${(at?.line ?? 0) + firstLine - 1}:${at?.column}: error: ${message}`);
  };
  if (parsed.ok) verifyOperation(parsed.op, { recursive: true }, add);
  else parsed.diagnostics.forEach(add);
  return found;
}

describeWithMlirOpt("errors in custom form, compared with mlir-opt", () => {
  it("has the same text and position", () => {
    const input = readInput("invalid-custom.mlir");
    const { stderr } = runMlirOpt(["--allow-unregistered-dialect", "--split-input-file"], input);
    const expected = [...stderr.matchAll(/^<stdin>:(.*: error: .*)/gm)].map(([, error]) => error);
    let line = 1;
    const ours = input.split("// -----\n").flatMap((text) => {
      const firstLine = line;
      line += text.split("\n").length;
      return errorsOf(text, firstLine);
    });
    expect(ours).to.deep.equal(expected);
  });
});
