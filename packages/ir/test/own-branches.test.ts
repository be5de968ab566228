import { anyType, Context, defineDialect, dialects, parseModule, verifyOperation } from "@passwright/ir";
import type { ValueDefinition } from "@passwright/ir";
import { expect } from "chai";

const many = (name: string): ValueDefinition => ({ name, type: anyType, many: "variadic" });

/** Dialect with a branch, and an operation that passes its operands to one of two regions. */
const flow = defineDialect({
  name: "flow",
  ops: {
    jump: {
      traits: ["Terminator"],
      operands: [many("values")],
      successorNames: ["to"],
      successorOperands: [{ name: "values" }],
      assemblyFormat: "$to (`(` $values^ `:` type($values) `)`)? attr-dict",
    },
    pick: {
      traits: ["Terminator"],
      operands: [],
      successorNames: ["first", "second", "third"],
      assemblyFormat: "`third` $third `second` $second `first` $first attr-dict",
    },
    give: {
      traits: ["Terminator", "ReturnLike"],
      operands: [many("values")],
      assemblyFormat: "($values^ `:` type($values))? attr-dict",
    },
    either: {
      operands: [many("inputs")],
      results: [many("outputs")],
      regionNames: ["first", "second"],
      regionBranch: {
        successors: (op, from) =>
          from === "parent"
            ? op.regions.map((region, to) => ({ to, inputs: region.front?.arguments ?? [] }))
            : [{ to: "parent", inputs: op.results }],
        entryOperands: (op) => ({ start: 0, count: op.numOperands }),
      },
    },
  },
});

function problemIn(body: string): string | undefined {
  const text = `func.func @f(%x: i32, %y: i64) {\n${body}\n}`;
  const parsed = parseModule(new Context({ dialects: [...dialects, flow] }), text, { file: "in.mlir" });
  if (!parsed.ok) return parsed.diagnostics[0]!.message;
  const problems: string[] = [];
  verifyOperation(parsed.op, { recursive: true }, ({ message }) => problems.push(message));
  return problems[0];
}

const jump = (values: string): string => `flow.jump ^bb1${values}\n^bb1(%z: i32):\nreturn`;
const either = (first: string, second: string): string =>
  `%0 = "flow.either"(%x) ({\n^bb0(%a: i32):\n${first}\n}, {\n^bb0(%a: i32):\n${second}\n}) : (i32) -> i32\nreturn`;

describe("control flow of a third-party dialect", () => {
  it("passes values of the right types to blocks", () => {
    expect([jump("(%x : i32)"), jump(""), jump("(%y : i64)")].map(problemIn)).to.deep.equal([
      undefined,
      "branch has 0 operands for successor #0, but target block has 1",
      "type mismatch for bb argument #0 of successor #0",
    ]);
  });

  it("passes values of the right types to regions and results", () => {
    const edge = "'flow.either' op along control flow edge from";
    const programs = [
      either("flow.give %a : i32", "flow.give %x : i32"),
      either("flow.give %a : i32", "flow.give"),
      either("flow.give %a : i32", "flow.give %y : i64"),
      either("flow.give %a : i32", "flow.give %a : i32").replace("^bb0(%a: i32)", "^bb0(%a: i64)"),
    ];
    expect(programs.map(problemIn)).to.deep.equal([
      undefined,
      `${edge} Operation flow.give to parent: region branch point has 0 operands, but region successor needs 1 inputs`,
      `${edge} Operation flow.give to parent: successor operand type #0 'i64' should match successor input type #0 'i32'`,
      "use of value '%a' expects different type than prior uses: 'i32' vs 'i64'",
    ]);
    const other = either("flow.give %x : i32", "flow.give %x : i32").replace("^bb0(%a: i32)", "^bb0(%a: i64)");
    expect(problemIn(other)).to.equal(
      `${edge} parent to Region #0: successor operand type #0 'i32' should match successor input type #0 'i64'`,
    );
  });

  it("can write the names of blocks in another order than the definition", () => {
    const text = `func.func @f() {
  flow.pick third ^bb3 second ^bb2 first ^bb1
^bb1:  // pred: ^bb0
  return
^bb2:  // pred: ^bb0
  return
^bb3:  // pred: ^bb0
  return
}`;
    const parsed = parseModule(new Context({ dialects: [...dialects, flow] }), text);
    if (!parsed.ok) expect.fail(parsed.diagnostics[0]!.message);
    expect(parsed.op.print({ generic: true })).to.contain('"flow.pick"()[^bb1, ^bb2, ^bb3]');
    expect(parsed.op.print().replaceAll("\n  ", "\n")).to.contain(text);
  });
});
