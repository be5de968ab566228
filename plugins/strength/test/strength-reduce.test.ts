import { expect } from "chai";
import { PassManager, renderDiagnostic } from "@passwright/core";
import { mlir } from "@passwright/ir";
import plugin from "passwright-plugin-strength";

function reduce(body: string): string {
  const parsed = mlir.parse(`func.func @f(%a: i32) -> i32 {\n${body}\n}\n`, { file: "input.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(renderDiagnostic).join("\n"));
  const manager = new PassManager(mlir, { anchor: "builtin.module" });
  for (const pass of plugin.passes) manager.nest("func.func").addPass(pass as never);
  const { diagnostics } = manager.run(parsed.op);
  expect(diagnostics.map(renderDiagnostic)).to.deep.equal([]);
  return mlir.print(parsed.op, {});
}

describe("strength-reduce", () => {
  it("replaces operations that use each other's results", () => {
    const text = reduce(`
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8 : i32
      %0 = arith.muli %a, %c4 : i32
      %1 = arith.floordivsi %0, %c8 : i32
      %2 = arith.remui %1, %c4 : i32
      return %2 : i32`);
    expect((text.match(/arith\.\w+/g) ?? []).join(" ")).to.equal(
      "arith.constant arith.constant arith.constant arith.shli arith.constant arith.shrsi arith.constant arith.andi",
    );
  });

  it("does not change operations by other numbers, by one, or by the sign bit", () => {
    for (const factor of [0, 1, 6, -4, -2147483648]) {
      const text = reduce(`
        %c = arith.constant ${factor} : i32
        %0 = arith.muli %a, %c : i32
        return %0 : i32`);
      expect(text).to.contain("arith.muli");
    }
  });
});
