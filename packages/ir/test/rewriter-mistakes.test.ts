import { diagnosticOf, renderDiagnostic } from "@passwright/core";
import {
  applyPatternsGreedily,
  Context,
  dagPattern,
  dialects,
  FrozenPatternSet,
  node,
  OpBuilder,
  parseModule,
  PatternRewriter,
} from "@passwright/ir";
import type { DagPattern, Operation } from "@passwright/ir";
import { checkGolden } from "@passwright/development";
import { expect } from "chai";

/* Wrong calls of builders and rewriters, mostly from JavaScript, where TypeScript does not report them. */

const context = new Context({ dialects, allowUnregistered: true });
const foreign = new Context({ dialects });

/** Value of a type that TypeScript would refuse. */
const wrong = (value: unknown): never => value as never;

const PROGRAM = `"t.around"() ({
  %0 = "t.op"() : () -> i32
  "cf.br"() [^bb1] : () -> ()
^bb1:
  %1 = "t.op"() : () -> i32
  %2 = "t.sum"(%0, %1) : (i32, i32) -> i32
  "t.use"(%2) : (i32) -> ()
}) : () -> ()`;

/** Calls `change` with the operation `t.sum` and a rewriter before this operation. */
function change(call: (op: Operation, rewriter: PatternRewriter) => unknown): Operation {
  const parsed = parseModule(context, PROGRAM);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  let sum: Operation | undefined;
  parsed.op.walk((op) => {
    if (op.name === "t.sum") sum = op;
  });
  const rewriter = new PatternRewriter(sum!.store);
  rewriter.setInsertionPoint(sum!);
  call(sum!, rewriter);
  return parsed.op;
}

function errorOf(call: (op: Operation, rewriter: PatternRewriter) => unknown): string {
  try {
    return `no error\n${change(call).print()}`;
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic === undefined) throw thrown;
    return renderDiagnostic(diagnostic);
  }
}

type Call = Parameters<typeof change>[0];

const creating =
  (state: Call): Call =>
  (op, rewriter) =>
    rewriter.create("t.other", wrong(state(op, rewriter)));

const match = node("t.sum", [node("t.op", [], "left"), "right"]);

const matching =
  (rewrite: DagPattern["rewrite"]): Call =>
  (op, rewriter) =>
    dagPattern({ name: "Sum", match, rewrite }).matchAndRewrite(op, rewriter);

/** Applies a tree pattern with these parts. */
const tree =
  (parts: object): Call =>
  (op, rewriter) => {
    const rewrite = (): void => undefined;
    dagPattern({ name: "Sum", match, rewrite, ...parts }).matchAndRewrite(op, rewriter);
  };

const CALLS: Readonly<Record<string, Call>> = {
  "values instead of types": creating((op) => ({ results: op.results })),
  "a type instead of a list": creating((op) => ({ results: op.resultTypes[0] })),
  "the text of a type": creating(() => ({ results: ["i32"] })),
  "a type of another context": creating(() => ({ results: [foreign.parseType("i32")] })),
  "an operation instead of operands": creating((op) => ({ operands: op })),
  "an operation in the operands": creating((op) => ({ operands: [op.getOperand(0), op] })),
  "a missing operand": creating(() => ({ operands: [undefined] })),
  "a misspelled key": creating((op) => ({ result: op.resultTypes })),
  "an operation instead of a table": creating((op) => op),
  "a list of attributes": creating((_, rewriter) => ({ attributes: [rewriter.getUnitAttr()] })),
  "a map of attributes": creating(() => ({ attributes: new Map() })),
  "a type instead of an attribute": creating((op) => ({ attributes: { value: op.resultTypes[0] } })),
  "a number as a property": creating(() => ({ properties: { value: 5 } })),
  "a list of regions": creating((op) => ({ regions: op.regions })),
  "an operation as the location": creating((op) => ({ location: op })),
  "an attribute as the location": creating((_, rewriter) => ({ location: rewriter.getBoolAttr(true) })),
  "an attribute as the location of a builder": (_, rewriter) => (rewriter.location = rewriter.getBoolAttr(true)),
  "a text as the location of an operation": (op) => (op.location = wrong("in.mlir")),
  "a block instead of successors": creating((op) => ({ successors: op.block })),
  "a type in `setAttr`": (op) => op.setAttr("value", wrong(op.resultTypes[0])),
  "an empty name in `create`": creating((_, rewriter) => ({ attributes: { "": rewriter.getUnitAttr() } })),
  "an empty name in `setAttr`": (op, rewriter) => op.setAttr("", rewriter.getUnitAttr()),
  "a type with a negative width": (_, rewriter) => rewriter.getIntegerType(-1),
  "a type whose width is a fraction": (_, rewriter) => rewriter.getIntegerType(1.5),
  "a type whose width is not a number": (_, rewriter) => rewriter.getIntegerType(NaN),
  "a type with too many bits": (_, rewriter) => rewriter.getIntegerType(2 ** 24),
  "a dense array with an element that does not fit": (op) => {
    const elementType = op.context.parseType("i32");
    op.context.internAttribute({ kind: "dense-array", elementType, values: [1n, 2n ** 31n] });
  },
  "an operation with uses in `eraseOp`": (op, rewriter) => rewriter.eraseOp(op),
  "a block with uses in `eraseBlock`": (op, rewriter) => rewriter.eraseBlock(op.getOperand(0).definingOp!.block!),
  "the same operation in `replaceOp`": (op, rewriter) => rewriter.replaceOp(op, op),
  "a value in `replaceOp`": (op, rewriter) => rewriter.replaceOp(op, wrong(op.getOperand(0))),
  "types in `replaceOp`": (op, rewriter) => rewriter.replaceOp(op, wrong(op.resultTypes)),
  "nothing in `replaceOp`": (op, rewriter) => rewriter.replaceOp(op, wrong(undefined)),
  "a missing value in `replaceOp`": (op, rewriter) => rewriter.replaceOp(op, [wrong(undefined)]),
  "a hole in `replaceOp`": (op, rewriter) =>
    rewriter.replaceOp(
      op,
      Array.from({ length: 2 }, () => wrong(null)),
    ),
  "an erased value in `replaceOp`": (op, rewriter) => {
    const made = rewriter.create("t.other", { results: op.resultTypes });
    const [value] = made.results;
    made.erase();
    rewriter.replaceOp(op, [value!]);
  },
  "too many values in `replaceOp`": (op, rewriter) => rewriter.replaceOp(op, op.operands),
  "a value of another module in `replaceOp`": (op, rewriter) => {
    change((_, other) => rewriter.replaceOp(op, other.create("t.other", { results: op.resultTypes })));
  },
  "a value of another type in `replaceOp`": (op, rewriter) =>
    rewriter.replaceOpWithNewOp(op, "t.other", { results: [rewriter.getI64Type()] }),
  "a misspelled name": matching((found) => found.value("rihgt")),
  "a name that does not exist": matching((found) => found.value("operand")),
  "the name of an operation in `value`": matching((found) => found.value("left")),
  "the name of a value in `op`": matching((found) => found.op("right")),
  "the name of a value in `constant`": matching((found) => found.constant("right")),
  "`when` without a result": tree({ when: () => undefined }),
  "`when` returns a string": tree({ when: () => "no" }),
  "`when` is asynchronous": tree({ when: async () => await Promise.resolve(true) }),
  "`when` returns a promise": tree({ when: () => Promise.resolve(true) }),
  "a misspelled key of a tree pattern": tree({ wen: () => false }),
  "a benefit of a tree pattern": tree({ benefit: 2 }),
  "numbers as operands of a tree": tree({ match: node("t.sum", [1, 2] as never) }),
  "a misspelled key in a tree": tree({ match: { op: "t.sum", operands: [{ constnat: "c" }] } }),
  "no operands of a tree": tree({ match: node("t.sum", wrong(undefined)) }),
  "no `match`": tree({ match: undefined }),
  "no `rewrite`": tree({ rewrite: undefined }),
  "no pattern": () => dagPattern(wrong(undefined)),
  "two operations of a tree with the same name": tree({
    match: node("t.sum", [node("t.op", [], "x"), node("t.op", [], "x")]),
  }),
  "a value with the name of an operation": tree({ match: node("t.sum", [node("t.op", [], "x"), "x"]) }),
  "a value with the name of the root": tree({ match: node("t.sum", ["root", "x"]) }),
  "a misspelled key of a pattern": () =>
    new FrozenPatternSet(context, [wrong({ name: "P", rot: "t.sum", matchAndRewrite: () => false })]),
  "a root that does not exist": () =>
    new FrozenPatternSet(context, [{ name: "P", root: "arith.sum", matchAndRewrite: () => false }]),
  "a root without a dialect": () =>
    new FrozenPatternSet(context, [{ name: "P", root: "sum", matchAndRewrite: () => false }]),
  "a misspelled setting of the greedy driver": () =>
    change((op) => applyPatternsGreedily(op, new FrozenPatternSet(context, []), wrong({ maxIteration: 1 }))),
  "an unknown level of region simplification": () =>
    change((op) =>
      applyPatternsGreedily(op, new FrozenPatternSet(context, []), wrong({ regionSimplification: "all" })),
    ),
  "a benefit that is a string": () =>
    new FrozenPatternSet(context, [wrong({ name: "P", benefit: "9", matchAndRewrite: () => false })]),
  ...Object.fromEntries(
    ["couldMatch", "couldMatchOperands"].map((key) => [
      `a promise of \`${key}\``,
      () =>
        change((op) => {
          const pattern = { name: "P", root: "t.sum", [key]: () => Promise.reject(new Error("late")) };
          const set = new FrozenPatternSet(context, [wrong({ ...pattern, matchAndRewrite: () => false })]);
          applyPatternsGreedily(op.parentOp!, set);
        }),
    ]),
  ),
  "a pattern instead of a list": () =>
    new FrozenPatternSet(context, wrong({ name: "P", matchAndRewrite: () => false })),
};

describe("wrong calls of builders and rewriters", () => {
  it("are refused with a description of the right call", () => {
    const texts = Object.entries(CALLS).map(([title, call]) => `--- ${title}\n${errorOf(call)}\n`);
    checkGolden(texts.join(""), "rewriter-mistakes.txt", import.meta.url);
  });

  it("do not include numbers that builders wrap, and types with the most bits", () => {
    const builder = new OpBuilder(change(() => {}).store);
    expect(builder.getDenseI32ArrayAttr([2 ** 31, -1]).toString()).to.equal("array<i32: -2147483648, -1>");
    expect(builder.getDenseI64ArrayAttr([2n ** 64n, 5]).toString()).to.equal("array<i64: 0, 5>");
    expect([0, 2 ** 24 - 1].map((width) => `${builder.getIntegerType(width)}`)).to.deep.equal(["i0", "i16777215"]);
  });

  it("do not include undefined values", () => {
    const text = change((op, rewriter) => {
      const state = { operands: undefined, results: op.resultTypes, regions: undefined, location: undefined };
      rewriter.replaceOp(op, rewriter.create("t.other", wrong(state)));
    }).print();
    expect(text).to.contain('"t.other"() : () -> i32');
  });

  it("do not include another type for a result without uses", () => {
    const text = change((op, rewriter) => {
      const unused = rewriter.create("t.unused", { results: op.resultTypes });
      rewriter.replaceOpWithNewOp(unused, "t.other", { results: [rewriter.getI64Type()] });
    }).print();
    expect(text).to.contain('"t.other"() : () -> i64');
  });

  it("do not include the root of a tree", () => {
    const text = change(matching((found, rewriter) => rewriter.replaceOp(found.op("root"), [found.value("right")])));
    expect(text.print()).not.to.contain("t.sum");
  });
});
