import { definePass } from "@passwright/core";
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

const passes = [grow("honest", ["func.func"]), grow("quiet", ["arith.addi"], true), grow("liar", ["arith.addi"])];

function check(pipeline: string): string {
  const session = openSession("func.func @f() {\n  return\n}\n", `builtin.module(func.func(${pipeline}))`, passes);
  return describeResult(runWith(session, verifyWorksOn<Operation>(session.adapter)));
}

describe("the check of `worksOn`", () => {
  it("PWN0306: names a pass that changes operations without anything that it works on", () => {
    expect(check("honest,quiet,liar")).to.equal(
      [
        "failed",
        "error[PWN0306]: pass `liar` changed 'func.func' @f, which has none of the operations that it declares to work on",
        "  --> in.mlir:1:1, step liar",
        "help: add the operations that the pass changes to `worksOn`, or remove `worksOn`",
      ].join("\n"),
    );
  });

  it("accepts passes that change nothing there", () => {
    expect(check("honest,quiet")).to.equal("succeeded");
  });
});
