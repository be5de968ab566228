import { diagnosticOf } from "@passwright/core";
import {
  anyType,
  applyPatternsGreedily,
  constant,
  Context,
  dagPattern,
  defineDialect,
  FrozenPatternSet,
} from "@passwright/ir";
import { getCanonicalizationPatterns, node, parseModule } from "@passwright/ir";
import type { DagNode, OpDefinition, OperandPattern } from "@passwright/ir";
import { expect } from "chai";

const replacing = (match: DagNode, by: string): OpDefinition => ({
  canonicalizationPatterns: [
    dagPattern({ name: "P", match, rewrite: (found, rewriter, root) => rewriter.replaceOp(root, [found.value(by)]) }),
  ],
});

describe("the number of operands of a tree", () => {
  /** Returns the operation that defines the operand of `t.use`, after a pattern that replaces `t.sum` by a value. */
  function replaced(match: DagNode, by: string, operands: string): string {
    const context = new Context({
      allowUnregistered: true,
      dialects: [defineDialect({ name: "t", ops: { sum: replacing(match, by) } })],
    });
    const types = operands.split(",").map(() => "i32");
    const parsed = parseModule(
      context,
      `%0 = "u.first"() : () -> i32
       %1 = "u.second"() : () -> i32
       %2 = "t.sum"(${operands}) : (${types.join()}) -> i32
       %3 = "u.inner"(%0) : (i32) -> i32
       "u.use"(%2, %3, %1) : (i32, i32, i32) -> ()`,
    );
    if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
    applyPatternsGreedily(parsed.op, new FrozenPatternSet(context, getCanonicalizationPatterns(context)));
    return parsed.op.getRegion(0).front!.back!.getOperand(0).definingOp!.name;
  }

  const sum = (...operands: readonly OperandPattern[]): DagNode => node("t.sum", operands);
  const CASES: readonly (readonly [match: DagNode, by: string, operands: string, becomes: string])[] = [
    [sum("a", "b"), "b", "%0, %1", "u.second"],
    [sum("a", "b"), "b", "%0", "t.sum"],
    [sum("a"), "a", "%0, %1", "t.sum"],
    [sum("a", "b", node("u.first", [])), "a", "%0, %1", "t.sum"],
    [sum("a", "b", "c", "d"), "d", "%0, %1, %1", "t.sum"],
    [sum("a", node("u.second", ["b"])), "b", "%0, %1", "t.sum"],
    [sum("a", node("u.second", [])), "a", "%0, %1", "u.first"],
  ];
  for (const [match, by, operands, becomes] of CASES) {
    it(`${JSON.stringify(match.operands)} on ${operands}`, () =>
      void expect(replaced(match, by, operands)).to.equal(becomes));
  }
});

describe("a name of constants in a tree", () => {
  /** Returns whether the tree `t.op(c, c)` matches. */
  function matches(operands: string): boolean {
    const t = defineDialect({
      name: "t",
      ops: {
        number: { traits: ["ConstantLike", "Pure"], fold: (op) => op.attr("value") },
        op: replacing(node("t.op", [constant("c"), constant("c")]), "c"),
      },
    });
    const context = new Context({ allowUnregistered: true, dialects: [t] });
    const parsed = parseModule(
      context,
      `%0 = "t.number"() {value = 4 : i32} : () -> i32
       %1 = "t.number"() {value = 5 : i32} : () -> i32
       %2 = "t.op"(${operands}) : (i32, i32) -> i32
       "u.use"(%2) : (i32) -> ()`,
    );
    if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
    applyPatternsGreedily(parsed.op, new FrozenPatternSet(context, getCanonicalizationPatterns(context)));
    return parsed.op.getRegion(0).front!.back!.getOperand(0).definingOp!.name === "t.number";
  }

  it("matches only one value", () => {
    expect(matches("%1, %1")).to.equal(true);
    expect(matches("%0, %1")).to.equal(false);
  });
});

describe("an object of a class as a pattern", () => {
  it("can have further fields", () => {
    class Widened {
      readonly name = "Widened";
      readonly width = 32;
      matchAndRewrite(): boolean {
        return this.width < 0;
      }
    }
    expect(() => new FrozenPatternSet(new Context(), [new Widened()])).not.to.throw();
  });
});

describe("a tree with operations of its dialect", () => {
  const value = (name: string, many?: "optional" | "variadic"): NonNullable<OpDefinition["operands"]>[number] => ({
    name,
    type: anyType,
    ...(many !== undefined && { many }),
  });

  /** Returns the problem with a tree for `t.op`, which has the operands `x`, `y` and, optionally, `z`. */
  function problem(...operands: readonly OperandPattern[]): string | undefined {
    const op: OpDefinition = {
      ...replacing(node("t.op", operands), "a"),
      operands: [value("x"), value("y"), value("z", "optional")],
    };
    const more: OpDefinition = { operands: [value("x"), value("xs", "variadic")] };
    const none: OpDefinition = { assemblyFormat: "attr-dict" };
    try {
      defineDialect({ name: "t", ops: { op, more, none, any: {} } });
    } catch (error) {
      return diagnosticOf(error)!.message.replace("`defineDialect`: dialect `t`: `ops.op`: ", "");
    }
    return undefined;
  }

  it("can have any possible number of operands", () => {
    expect(problem("a", "b")).to.equal(undefined);
    expect(problem("a", "b", "c")).to.equal(undefined);
    expect(problem("a", node("t.more", ["b", "c", "d", "e"]))).to.equal(undefined);
    expect(problem(node("t.any", ["a", "b"]), node("t.none", []))).to.equal(undefined);
    expect(problem("a", node("other.op", ["b"]))).to.equal(undefined);
  });

  it("cannot have another number of operands", () => {
    const start = "`canonicalizationPatterns`: pattern `P`: the number of operands of";
    expect(problem("a")).to.equal(`${start} \`t.op\` is 2 to 3, not 1`);
    expect(problem("a", "b", "c", "d")).to.equal(`${start} \`t.op\` is 2 to 3, not 4`);
    expect(problem("a", node("t.more", []))).to.equal(`${start} \`t.more\` is at least 1, not 0`);
    expect(problem("a", node("t.none", ["b"]))).to.equal(`${start} \`t.none\` is 0, not 1`);
  });

  it("cannot contain an operation that the dialect does not define", () => {
    expect(problem("a", node("t.nnoe", []))).to.equal("the dialect does not define `t.nnoe`");
  });
});
