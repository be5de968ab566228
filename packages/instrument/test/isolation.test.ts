import { defineAnalysis, definePass } from "@passwright/core";
import type { PassContext, PassDefinition } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { verifyIsolation } from "@passwright/instrument";
import { expect } from "chai";
import { describeResult, NESTED, openSession, runWith } from "./session.ts";

/** Returns a module with many functions, to measure the cost. */
function manyFunctions(count: number): string {
  return Array.from({ length: count }, (_, index) => `func.func @f${index}() {\n  return\n}\n`).join("");
}

function pass(name: string, body: (op: Operation, context: PassContext<Operation>) => void): PassDefinition<Operation> {
  return definePass({ name, runOnOperation: body }) as PassDefinition<Operation>;
}

const unit = (op: Operation) => op.store.context.parseAttribute("unit");

const headOf = (op: Operation) => ({
  fixed: `${op.operands.length} ${op.results.length}`,
  attributes: op.attrs.map(({ name, value }) => `${name}=${value.toString()}`).join(),
});

/** Searches the module around `op` for the operation that defines `symbol`. */
function find(op: Operation, symbol: string): Operation {
  let top = op;
  while (top.parentOp !== undefined) top = top.parentOp;
  let found = op;
  top.walk((inner) => void (inner.symbolName === symbol && (found = inner)));
  return found;
}

const innocent = pass("innocent", (op) => op.setAttr("test.seen", unit(op)));

const meddlers = {
  "of a sibling yet to come": pass("mark-next", (op) => {
    if (op.symbolName === "f1") find(op, "f2").setAttr("hit", unit(op));
  }),
  "of a sibling that is done": pass("mark-next", (op) => {
    if (op.symbolName === "f2") find(op, "f0").setAttr("hit", unit(op));
  }),
  "by erasing a sibling": pass("mark-next", (op) => {
    if (op.symbolName === "f1") find(op, "f2").erase();
  }),
  "by adding one": pass("mark-next", (op) => {
    if (op.symbolName !== "f1") return;
    const copy = op.clone();
    op.block?.push(copy);
  }),
  "by changing the order": pass("mark-next", (op) => {
    if (op.symbolName === "f2") op.block?.push(find(op, "f0"));
  }),
  "by erasing itself": pass("mark-next", (op) => {
    if (op.symbolName === "f1") op.erase();
  }),
  "of the attributes of what is around": pass("mark-next", (op) => {
    if (op.symbolName === "f1") op.parentOp?.setAttr("hit", unit(op));
  }),
};

/** Runs a pass between two other passes with the isolation check, and returns the result as text. */
function find1(meddler: PassDefinition<Operation>, text = manyFunctions(3)): string {
  const session = openSession(text, "builtin.module(func.func(innocent,mark-next,cse))", [innocent, meddler]);
  const { adapter } = session;
  // Disables the verifier, because the verifier itself would find some of the changes.
  session.manager.verifyEach = false;
  return describeResult(runWith(session, verifyIsolation(adapter, { headOf })));
}

describe("isolation check", () => {
  it("names the pass and the operation, and describes the change", () => {
    const found = Object.entries(meddlers).map(([what, meddler]) => {
      const [verdict, message] = find1(meddler).split("\n");
      return `${what}: ${verdict}, ${message}`;
    });
    const blame = "failed, error[PWN0301]: pass `mark-next` on";
    expect(found).to.deep.equal([
      `of a sibling yet to come: ${blame} 'func.func' @f1 changed IR that it must not change: sibling 'func.func' @f2 was changed`,
      `of a sibling that is done: ${blame} 'func.func' @f2 changed IR that it must not change: sibling 'func.func' @f0 was changed`,
      `by erasing a sibling: ${blame} 'func.func' @f1 changed IR that it must not change: sibling 'func.func' @f2 was erased or moved`,
      `by adding one: ${blame} 'func.func' @f1 changed IR that it must not change: sibling 'func.func' @f1 was added`,
      `by changing the order: ${blame} 'func.func' @f2 changed IR that it must not change: sibling 'func.func' @f0 was erased or moved`,
      `by erasing itself: ${blame} 'func.func' @f1 changed IR that it must not change: 'func.func' @f1, the operation that it runs on, was erased`,
      `of the attributes of what is around: ${blame} 'func.func' @f1 changed IR that it must not change: surrounding operation 'builtin.module' was changed`,
    ]);
  });

  it("finds changes outside made by a deeply nested pass", () => {
    const meddler = pass("mark-next", (op) => {
      if (op.symbolName === "g") find(op, "f").setAttr("hit", unit(op));
    });
    const session = openSession(
      NESTED,
      "builtin.module(builtin.module(func.func(innocent,mark-next)),func.func(innocent))",
      [innocent, meddler],
    );
    expect(describeResult(runWith(session, verifyIsolation(session.adapter)))).to.equal(
      [
        "failed",
        "error[PWN0301]: pass `mark-next` on 'func.func' @g changed IR that it must not change: sibling 'func.func' @f was changed",
        "  --> in.mlir:7:5, step mark-next",
        "help: anchor the pass on an operation that contains everything that the pass changes",
      ].join("\n"),
    );
  });

  it("lists all passes that ran if the adapter cannot copy", () => {
    const session = openSession(manyFunctions(3), "builtin.module(func.func(innocent,mark-next))", [
      innocent,
      meddlers["of a sibling yet to come"],
    ]);
    const { clone: _, ...adapter } = session.adapter;
    expect(describeResult(runWith(session, verifyIsolation(adapter)))).to.equal(
      [
        "failed",
        "error[PWN0301]: a pass changed IR that it must not change: sibling 'func.func' @f2 was changed",
        "   = possibly `innocent` on 'func.func' @f0",
        "   = possibly `mark-next` on 'func.func' @f0",
        "   = possibly `innocent` on 'func.func' @f1",
        "   = possibly `mark-next` on 'func.func' @f1",
        "help: anchor the pass on an operation that contains everything that the pass changes",
      ].join("\n"),
    );
  });

  it("finds analyses that change the IR", () => {
    const scribble = defineAnalysis({
      name: "test/Callers",
      compute: (op: Operation) => op.setAttr("hit", unit(op)),
    });
    const asking = pass("asking", (_, context) => context.getAnalysis(scribble));
    const session = openSession(manyFunctions(2), "builtin.module(func.func(asking))", [asking]);
    expect(describeResult(runWith(session, verifyIsolation(session.adapter)))).to.equal(
      [
        "failed",
        "error[PWN0302]: analysis `test/Callers` changed operation 'func.func' @f0",
        "  --> in.mlir:1:1",
        "help: turn the analysis into a pass, or remove its changes to the IR",
      ].join("\n"),
    );
  });

  it("accepts passes that change only their operation, also failing ones", () => {
    for (const pipeline of ["builtin.module(func.func(innocent,cse),symbol-dce)", "any(innocent,cse)"]) {
      const session = openSession(NESTED, pipeline, [innocent]);
      expect(describeResult(runWith(session, verifyIsolation(session.adapter, { headOf })))).to.equal("succeeded");
    }
    const failing = openSession(NESTED, "builtin.module(func.func(innocent,test-pass-failure))", [innocent]);
    expect(describeResult(runWith(failing, verifyIsolation(failing.adapter, { headOf })))).not.to.contain("PWN");
  });

  it("takes time linear in the number of operations, for any number of passes", () => {
    const countFor = (functions: number, passes: number): number => {
      const pipeline = `builtin.module(func.func(${Array.from({ length: passes }, () => "cse").join()}))`;
      const session = openSession(manyFunctions(functions), pipeline);
      let calls = 0;
      const fingerprint = (op: Operation): bigint => {
        calls++;
        return session.adapter.fingerprint(op);
      };
      runWith(session, verifyIsolation({ ...session.adapter, fingerprint }));
      return calls;
    };
    expect([countFor(10, 1), countFor(10, 20), countFor(100, 20)]).to.deep.equal([60, 60, 600]);
  });

  it("requires `fingerprint`", () => {
    const { fingerprint: _, ...adapter } = openSession(NESTED, "any()").adapter;
    expect(() => verifyIsolation(adapter)).to.throw("the isolation check needs `fingerprint`");
  });
});

describe("isolation check at every depth", () => {
  const nested = `module @outer {
${manyFunctions(2)}module @inner {
func.func @f2() {
  return
}
func.func @f3() {
  return
}
}
}`;
  const check = (meddler: PassDefinition<Operation>): string => {
    const text = "builtin.module(**func.func(innocent,mark-next))";
    const session = openSession(nested, text, [innocent, meddler]);
    session.manager.verifyEach = false;
    return describeResult(runWith(session, verifyIsolation(session.adapter, { headOf }))).split("\n")[0] ?? "";
  };

  it("accepts passes that change only their operation", () => {
    expect(check(pass("mark-next", (op) => op.setAttr("seen", unit(op))))).to.equal("succeeded");
  });

  for (const [on, hit] of [
    ["f3", "f0"],
    ["f1", "f3"],
    ["f2", "f3"],
    ["f3", "f2"],
    ["f2", "inner"],
    ["f0", "inner"],
  ] as const) {
    it(`finds that a pass on @${on} changed @${hit}`, () => {
      const meddler = pass("mark-next", (op) => {
        if (op.symbolName === on) find(op, hit).setAttr("hit", unit(op));
      });
      expect(check(meddler)).to.equal("failed");
    });
  }
});
