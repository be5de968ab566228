import { definePass } from "@passwright/core";
import { parseModule } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { verifyWorksOn } from "@passwright/instrument";
import { expect } from "chai";
import { describeResult, openSession, runWith } from "./session.ts";

const grow = (name: string, worksOn: readonly string[], isQuiet = false) =>
  definePass({
    name,
    worksOn,
    runOnOperation(op: Operation) {
      if (!isQuiet) op.setAttr(`test.${name}`, op.context.parseAttribute("unit"));
    },
  });

const passes = [grow("honest", ["func.func"]), grow("quiet", ["arith.addi"], true), grow("fuse", ["arith.addi"])];

function check(pipeline: string): string {
  const session = openSession("func.func @f() {\n  return\n}\n", `builtin.module(func.func(${pipeline}))`, passes);
  return describeResult(runWith(session, verifyWorksOn<Operation>(session.adapter)));
}

describe("the check of `worksOn`", () => {
  it("PWN0306: names a pass that changes operations without anything that it works on", () => {
    expect(check("honest,quiet,fuse")).to.equal(
      [
        "failed",
        "error[PWN0306]: pass `fuse` changed 'func.func' @f, which does not contain any operation in `worksOn` of the pass",
        "  --> in.mlir:1:1, step fuse",
        "help: add to `worksOn` the operations that the pass changes, or remove `worksOn`",
      ].join("\n"),
    );
  });

  it("PWN0305: names a pass that creates operations although it declares that absent ones stay absent", () => {
    const create = (name: string, what: string) =>
      definePass({
        name,
        preserves: ["absent-operations"],
        runOnOperation(op: Operation) {
          const [region] = op.regions;
          const parsed = parseModule(op.context, `${what}\n`, { file: "new.mlir" });
          if (!parsed.ok) throw new Error("the text is valid");
          const made = parsed.op.regions[0]?.blocks[0]?.operations[0] as Operation;
          const block = region?.blocks[0];
          if (block === undefined) throw new Error("the function has a body");
          made.clone({ into: op.store }).moveBefore(block.operations[0] as Operation);
        },
      });
    const added = [create("old", "%0 = arith.constant 1 : i32"), create("new", "%0 = ub.poison : i32")];
    const text = "func.func @f() {\n  %0 = arith.constant 2 : i32\n  return\n}\n";
    const session = openSession(text, "builtin.module(func.func(old,new))", added);
    expect(describeResult(runWith(session, verifyWorksOn<Operation>(session.adapter)))).to.equal(
      [
        "failed",
        "error[PWN0305]: pass `new` declares that it preserves analysis `absent-operations`, but changed the result of the analysis on 'func.func' @f",
        "  --> in.mlir:1:1, step new",
        "help: remove `absent-operations` from `preserves` of the pass, or remove the change from the pass",
      ].join("\n"),
    );
  });

  it("accepts passes that change nothing there", () => {
    expect(check("honest,quiet")).to.equal("succeeded");
  });
});
