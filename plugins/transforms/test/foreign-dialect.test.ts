import { PassManager } from "@passwright/core";
import { anyType, Context, createMlirAdapter, defineDialect, dialects, OpBuilder, parseModule } from "@passwright/ir";
import { inline, sccp } from "@passwright/plugin-transforms";
import { expect } from "chai";
import { registry } from "./run-pass.ts";

/**
 * Dialect with an operation for tasks, which receive values and return a value, and an operation that chooses between
 * two regions.
 */
const task = defineDialect({
  name: "task",
  inliner: {
    isLegalToInlineCall: () => true,
    isLegalToInlineRegion: () => true,
    isLegalToInline: true,
    handleTerminator(terminator, to) {
      if ("length" in to) return terminator.operands.forEach((value, i) => to[i]?.replaceAllUsesWith(value));
      OpBuilder.before(terminator).create("task.jump", { operands: terminator.operands, successors: [to] });
      terminator.erase();
    },
  },
  ops: {
    define: {
      traits: ["IsolatedFromAbove", "Symbol"],
      attributes: { sym_name: {}, sym_visibility: { optional: true } },
      callable: { region: (op) => op.getRegion(0) },
      regions: 1,
    },
    start: {
      attributes: { task: {} },
      call: { callee: (op) => op.getAttr("task"), argumentsOf: (op) => ({ start: 0, count: op.numOperands }) },
    },
    done: { traits: ["Pure", "ReturnLike"] },
    jump: {
      traits: ["Terminator"],
      operands: [{ name: "passed", type: anyType, many: "variadic" }],
      successors: 1,
      successorOperands: [{ name: "passed" }],
    },
    either: {
      traits: ["RecursiveMemoryEffects"],
      regions: 2,
      regionBranch: {
        successors(op, from, [condition]) {
          if (from !== "parent") return [{ to: "parent", inputs: op.results }];
          const known = condition?.data.kind === "integer" ? condition.data.value : undefined;
          return [0, 1].filter((to) => known === undefined || to === Number(known)).map((to) => ({ to, inputs: [] }));
        },
      },
    },
    use: {},
  },
});

const program = `
"task.define"() <{sym_name = "double", sym_visibility = "private"}> ({
^bb0(%x: i32):
  %0 = arith.addi %x, %x : i32
  "task.done"(%0) : (i32) -> ()
}) : () -> ()
"task.define"() <{sym_name = "main"}> ({
^bb0(%a: i32):
  %false = arith.constant false
  %k = arith.constant 4 : i32
  %0 = "task.either"(%false) ({ "task.done"(%k) : (i32) -> () }, { "task.done"(%a) : (i32) -> () }) : (i1) -> i32
  %1 = "task.start"(%0) <{task = @double}> : (i32) -> i32
  "task.use"(%1) : (i32) -> ()
  "task.done"() : () -> ()
}) : () -> ()`;

function run(pass: typeof sccp | typeof inline, dialect = task, text = program): string {
  const adapter = createMlirAdapter(new Context({ dialects: [...dialects, dialect] }));
  const parsed = parseModule(adapter.context, text, { file: "tasks.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  const manager = new PassManager(adapter, { anchor: "builtin.module" }).addPass(pass as typeof sccp);
  manager.registry = registry;
  const { diagnostics } = manager.run(parsed.op);
  expect(diagnostics).to.deep.equal([]);
  return parsed.op.print().replace(/ +/g, " ").trim();
}

describe("a third-party dialect", () => {
  it("has constants found in its regions and through its calls", () => {
    expect(run(sccp)).to.contain('"task.use"(%c8_i32) : (i32) -> ()');
  });

  it("has its calls inlined", () => {
    const text = run(inline);
    expect(text).to.contain("arith.addi %0, %0 : i32");
    expect(text).not.to.match(/task.start|@double|"double"/);
  });

  it("keeps its branches in inlined bodies", () => {
    const blocks = program.replace("%0 = arith.addi", '"task.jump"()[^bb1] : () -> () ^bb1: %0 = arith.addi');
    const text = run(inline, task, blocks);
    expect(text).to.match(/"task.jump"\(\)\[\^bb1\].*\^bb1:.*addi.*"task.jump"\(%\d\)\[\^bb2\].*\^bb2\(/su);
  });

  it("keeps its calls if it does not replace the terminators of inlined bodies", () => {
    const { handleTerminator: _, ...inliner } = task.inliner!;
    const incomplete = defineDialect({ ...task, inliner });
    expect(run(inline, incomplete)).to.contain('"task.start"(%0)');
    const blocks = program.replace("arith.addi", "cf.br ^bb1 ^bb1: %0 = arith.addi").replace("%0 = cf.br", "cf.br");
    expect(run(inline, task, blocks)).not.to.contain("task.start");
    expect(run(inline, incomplete, blocks)).to.contain('"task.start"(%0)');
  });
});
