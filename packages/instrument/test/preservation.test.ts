import { defineAnalysis, definePass } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { verifyPreservation } from "@passwright/instrument";
import { expect } from "chai";
import { describeResult, openSession, runWith } from "./session.ts";

/**
 * Number of attributes of an operation. The analysis returns a new object each time, so two results are equal only if
 * their contents are compared.
 */
const size = defineAnalysis({ name: "test/size", compute: (op: Operation) => ({ attributes: op.attrs.length }) });
const moody = defineAnalysis({ name: "test/moody", compute: (_op: Operation) => ({ when: () => 0 }) });

const ask = definePass({
  name: "ask",
  runOnOperation(_op: Operation, pass) {
    pass.getAnalysis(size);
    pass.getAnalysis(moody);
    pass.markAllAnalysesPreserved();
  },
});

function claim(name: string, preserves: readonly string[], grows: boolean, fails = false): PassDefinition<Operation> {
  return definePass({
    name,
    preserves,
    runOnOperation(op: Operation, pass) {
      if (grows) op.setAttr("test.seen", op.context.parseAttribute("unit"));
      if (fails) pass.signalPassFailure();
    },
  }) as PassDefinition<Operation>;
}

const passes = [
  ask as unknown as PassDefinition<Operation>,
  claim("honest", ["test/size", "test/moody", "some.property"], false),
  claim("grow", ["test/size"], true),
  claim("modest", [], true),
  claim("silent", ["test/moody", "some.property"], true),
  claim("failing", ["test/size"], true, true),
];

function check(pipeline: string, find?: "find"): string {
  const session = openSession("func.func @f() {\n  return\n}\n", `builtin.module(func.func(${pipeline}))`, passes);
  const options = find === undefined ? {} : { find: (name: string) => (name === size.name ? size : undefined) };
  return describeResult(runWith(session, verifyPreservation<Operation>(session.adapter, options)));
}

describe("the preservation check", () => {
  it("PWN0305: names the pass that breaks what it declares, the analysis and the operation", () => {
    expect(check("ask,honest,grow,ask")).to.equal(
      [
        "failed",
        "error[PWN0305]: pass `grow` declares that it preserves analysis `test/size`, but changed the result of the analysis on 'func.func' @f",
        "  --> in.mlir:1:1, step grow",
        "help: remove `test/size` from `preserves` of the pass, or remove the change from the pass",
      ].join("\n"),
    );
  });

  it("accepts passes that preserve what they declare, declare nothing, fail, or declare values that are never equal", () => {
    expect(check("ask,honest,modest,silent,ask")).to.equal("succeeded");
    expect(check("ask,failing")).to.contain("PWC0408").and.not.to.contain("PWN0305");
  });

  it("checks analyses that the run did not compute if `find` returns them", () => {
    expect(check("grow")).to.equal("succeeded");
    expect(check("grow", "find")).to.contain("PWN0305");
  });
});
