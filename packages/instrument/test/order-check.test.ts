import { definePass, PassManager } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import { verifyOrder } from "@passwright/instrument";
import type { Operation } from "@passwright/ir";
import { expect } from "chai";
import { makeTree, node } from "./plain-tree.ts";
import type { Node } from "./plain-tree.ts";
import { block, describeResult, NESTED, openSession, runWith } from "./session.ts";

const FUNCTIONS = ["a", "b", "c"].map((name) => `func.func @${name}() {\n  return\n}\n`).join("");

const mark = (op: Operation, name: string, value: string): void => op.setAttr(name, op.context.parseAttribute(value));

/** Pass that numbers functions in the order in which it sees them. */
const counter = definePass({
  name: "counter",
  create() {
    let count = 0;
    return { runOnOperation: (op: Operation) => mark(op, "test.number", String(count++)) };
  },
}) as PassDefinition<Operation>;

/** Pass whose result depends on whether the previous function was processed. */
const copyName = definePass({
  name: "copy-name",
  runOnOperation(op: Operation) {
    mark(op, "test.follows", String(op.previous?.hasAttr("test.follows") ?? false));
  },
}) as PassDefinition<Operation>;

/** Pass with state that does not affect its result. */
const memo = definePass({
  name: "memo",
  create() {
    const known = new Map<string, string>();
    return {
      runOnOperation(op: Operation) {
        const text = known.get(op.name) ?? `"${op.name}"`;
        known.set(op.name, text);
        mark(op, "test.name", text);
      },
    };
  },
}) as PassDefinition<Operation>;

function check(pipeline: string, text = FUNCTIONS): string {
  const session = openSession(text, pipeline, [counter, copyName, memo]);
  return describeResult(runWith(session, verifyOrder(session.adapter)));
}

describe("order check", () => {
  it("finds passes that keep state between operations", () => {
    expect(check("builtin.module(func.func(cse,counter,memo))")).to.equal(
      block(`
        failed
        error[PWN0303]: pass \`counter\` keeps state between operations: a new instance of the pass has a different result for 'func.func' @b
          --> in.mlir:4:1, step counter
        help: reset the state at the start of \`runOnOperation\`, or anchor the pass on a surrounding operation
      `).trimEnd(),
    );
  });

  it("finds passes that depend on siblings of their operation", () => {
    expect(check("builtin.module(func.func(memo,copy-name))")).to.equal(
      block(`
        failed
        error[PWN0304]: the result of pass \`copy-name\` for 'func.func' @b depends on the order in which sibling operations are processed
          --> in.mlir:4:1, step copy-name
        help: anchor the pass on an operation that contains everything that the pass reads
      `).trimEnd(),
    );
  });

  it("finds passes that fail on a copy, but not on the input", () => {
    const tree = makeTree();
    const ir = { ...tree, clone: (op: Node) => ({ ...(tree.clone as (op: Node) => Node)(op), text: "lost" }) };
    const manager = new PassManager<Node>(ir, { anchor: "list" }).addInstrumentation(verifyOrder<Node>(ir));
    manager.addPass(
      definePass({
        name: "read",
        runOnOperation({ text }: Node) {
          if (text === "lost") throw new Error("no text");
        },
      }),
    );
    expect(describeResult(manager.run(node("list", "a", node("item", "b"))))).to.equal(
      block(`
        failed
        error[PWN0307]: the passes fail on a copy of their input, but not on the input: pass \`read\` threw on 'list' @lost: Error: no text
          --> step read
        help: correct \`clone\` of IR \`tree\`, or remove state that the pass keeps between runs
      `).trimEnd(),
    );
  });

  it("accepts passes with invisible state, passes that fail, and passes on the topmost operation", () => {
    const pipelines = [
      "builtin.module(func.func(memo,cse),symbol-dce)",
      "builtin.module(counter,copy-name)",
      "builtin.module(func.func(test-pass-failure))",
      "builtin.module(builtin.module(func.func(memo)),any(cse))",
    ];
    const results = pipelines.map((pipeline) => check(pipeline, NESTED).split("\n")[0]);
    expect(results.join(" ")).to.equal("succeeded succeeded failed succeeded");
    expect(check(pipelines[2] as string)).not.to.contain("PWN");
  });

  it("does not check asynchronous passes", async () => {
    const later = definePass({
      name: "later",
      runOnOperation: (_op: Operation) => Promise.resolve(),
    }) as PassDefinition<Operation>;
    const session = openSession(FUNCTIONS, "builtin.module(func.func(later,counter))", [later, counter]);
    session.manager.addInstrumentation(verifyOrder(session.adapter));
    expect(describeResult(await session.manager.runAsync(session.op))).to.equal("succeeded");
  });
});
