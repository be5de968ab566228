import { PassManager } from "@passwright/core";
import type { Instrumentation, Rewrite } from "@passwright/core";
import { Context, createMlirAdapter, dialects, parseModule } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { canonicalize } from "@passwright/plugin-transforms";
import { expect } from "chai";

const PATTERN = "(anonymous namespace)::AddIAddConstant";

const PROGRAM = `func.func @f(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %dead = arith.muli %a, %b : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.addi %0, %c1 : i32
  %2 = arith.addi %1, %c1 : i32
  return %2 : i32
}`;

/**
 * Runs `canonicalize` on a program. Applies only rewrites for which `isApplied` returns true. Returns the resulting
 * program and the rewrites that changed it.
 */
function run(isApplied: (rewrite: Rewrite<Operation>) => boolean): {
  readonly text: string;
  readonly changes: string[];
} {
  const context = new Context({ dialects });
  const parsed = parseModule(context, PROGRAM);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  const manager = new PassManager(createMlirAdapter(context), { anchor: "builtin.module" });
  manager.addPass(canonicalize);
  const changes: string[] = [];
  const observer: Instrumentation<Operation> = {
    applyRewrite(_pass, rewrite, apply) {
      if (!isApplied(rewrite)) return undefined;
      const text = `${rewrite.name} of ${rewrite.dialect ?? "the pass"} on ${rewrite.op.name}`;
      const created = apply();
      if (created !== undefined) changes.push([text, ...created.map(({ name }) => name)].join(", creates "));
      return created;
    },
  };
  manager.addInstrumentation(observer);
  expect(manager.run(parsed.op).succeeded).to.equal(true);
  return { text: parsed.op.print(), changes };
}

describe("rewrites of canonicalize", () => {
  it("are observed with their dialects and the operations that they create", () => {
    const { text, changes } = run(() => true);
    expect(changes).to.deep.equal([
      "erase of arith on arith.muli",
      "fold of arith on arith.addi",
      "erase of arith on arith.constant",
      `${PATTERN} of arith on arith.addi, creates arith.constant, creates arith.addi`,
      "erase of arith on arith.addi",
      "erase of arith on arith.constant",
    ]);
    expect(text).to.contain("arith.constant 2 : i32");
  });

  it("change nothing if all are left out", () => {
    const { text, changes } = run(() => false);
    expect(changes).to.deep.equal([]);
    expect(text.match(/arith\.\w+/g)).to.deep.equal(
      ["constant", "constant", "muli", "addi", "addi", "addi"].map((name) => `arith.${name}`),
    );
  });

  it("are left out one by one", () => {
    const { text } = run(({ name }) => name !== "erase" && name !== "simplify-regions");
    expect(text).to.contain("arith.muli").and.contain("arith.constant 2 : i32");
    expect(run(({ name }) => name !== PATTERN).text).to.not.contain("arith.constant 2 : i32");
  });
});
