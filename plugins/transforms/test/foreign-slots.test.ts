import { PassManager } from "@passwright/core";
import { Context, createMlirAdapter, defineDialect, dialects, parseModule } from "@passwright/ir";
import type { OpDefinition, Operation, PromotableMemory, Type } from "@passwright/ir";
import { mem2reg, sroa } from "@passwright/plugin-transforms";
import { expect } from "chai";
import { registry } from "./run-pass.ts";

const access: Omit<PromotableMemory, "removeUses"> = {
  loadsFrom: (op, { pointer }) => op.getOperand(0) === pointer,
  storesTo: (op, { pointer }) => op.name === "cell.add" && op.getOperand(0) === pointer,
  stored: (op, _slot, reaching, builder) =>
    builder.create("arith.addi", { operands: [reaching, op.getOperand(1)], results: [reaching.type] }).getResult(0),
  canRemoveUses: (_op, _slot, uses) => (uses.every(({ index }) => index === 0) ? [] : undefined),
};

const label: OpDefinition = {
  promotable: {
    canRemoveUses: (op) => op.results.flatMap((value) => [...value.uses]),
    removeUses: () => "erase",
  },
};

/** Dialect of memory cells. The initial value of a cell is 0. Operations add numbers to a cell or label a cell. */
const cell = defineDialect({
  name: "cell",
  ops: {
    new: {
      promotableAllocation: {
        slots: (op) => [{ pointer: op.getResult(0), elementType: i32(op) }],
        defaultValue: (_op, { elementType }, builder) =>
          builder
            .create("arith.constant", {
              results: [elementType],
              attributes: { value: builder.getIntegerAttr(elementType, 0) },
            })
            .getResult(0),
        handleBlockArgument: (_op, _slot, argument, builder) =>
          void builder.create("cell.merged", { operands: [argument] }),
      },
    },
    get: {
      safeSlotAccess: { ensureOnlySafeAccesses: () => [] },
      promotableMemory: {
        ...access,
        removeUses(op, _slot, _uses, reaching) {
          op.getResult(0).replaceAllUsesWith(reaching);
          return "erase";
        },
      },
    },
    add: { promotableMemory: { ...access, removeUses: () => "erase" } },
    label,
    merged: {},
    keep: {},
  },
});

const i32 = ({ context }: Operation): Type => context.parseType("i32");

/** Dialect of pairs of numbers in memory. The two parts of a pair are separate memory. */
const pair = defineDialect({
  name: "pair",
  ops: {
    new: {
      destructurableAllocation: {
        slots(op) {
          const pointer = op.getResult(0);
          const indices = ["0 : i32", "1 : i32"].map((text) => op.context.parseAttribute(text));
          return [{ pointer, elementType: pointer.type, parts: new Map(indices.map((index) => [index, i32(op)])) }];
        },
        destructure: (op, _slot, indices, builder) =>
          new Map(
            indices.map((index) => {
              const made = builder.create("cell.new", { results: [op.context.parseType("!cell.cell")] });
              return [index, { pointer: made.getResult(0), elementType: i32(op) }];
            }),
          ),
      },
    },
    part: {
      destructurableAccessor: {
        canRewire: (op) => ({
          indices: [op.getAttr("index")!],
          safely: [{ pointer: op.getResult(0), elementType: i32(op) }],
        }),
        rewire(op, _slot, parts) {
          op.getResult(0).replaceAllUsesWith(parts.get(op.getAttr("index")!)!.pointer);
          return "erase";
        },
      },
    },
  },
});

function run(body: string, pass: typeof mem2reg | typeof sroa = mem2reg): string {
  const adapter = createMlirAdapter(new Context({ dialects: [...dialects, cell, pair] }));
  const program = `func.func @f(%a: i32, %c: i1) -> i32 {\n${body}\n}`;
  const parsed = parseModule(adapter.context, program, { file: "cells.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  const manager = new PassManager(adapter, { anchor: "builtin.module" }).addPass(pass as typeof mem2reg);
  manager.registry = registry;
  const { diagnostics } = manager.run(parsed.op);
  expect(diagnostics).to.deep.equal([]);
  const lines = parsed.op.print().trim().split("\n");
  return lines
    .slice(2, -2)
    .map((line) => line.replace(/^ {4}/, ""))
    .join("\n");
}

describe("memory slots of a third-party dialect", () => {
  it("become values and block arguments", () => {
    const text = run(`
      %m = "cell.new"() : () -> !cell.cell
      cf.cond_br %c, ^a, ^b
    ^a:
      "cell.add"(%m, %a) : (!cell.cell, i32) -> ()
      cf.br ^b
    ^b:
      "cell.add"(%m, %a) : (!cell.cell, i32) -> ()
      %x = "cell.get"(%m) : (!cell.cell) -> i32
      return %x : i32`);
    expect(text).to.equal(
      [
        "%c0_i32 = arith.constant 0 : i32",
        "cf.cond_br %arg1, ^bb1, ^bb2(%c0_i32 : i32)",
        "  ^bb1:  // pred: ^bb0",
        "%0 = arith.addi %c0_i32, %arg0 : i32",
        "cf.br ^bb2(%0 : i32)",
        "  ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1",
        '"cell.merged"(%1) : (i32) -> ()',
        "%2 = arith.addi %1, %arg0 : i32",
        "return %2 : i32",
      ].join("\n"),
    );
  });

  it("disappear together with the operations that only refer to them", () => {
    const text = run(`
      %m = "cell.new"() : () -> !cell.cell
      %n = "cell.label"(%m) : (!cell.cell) -> !cell.cell
      "cell.label"(%m, %n) : (!cell.cell, !cell.cell) -> ()
      scf.if %c { "cell.label"(%n) : (!cell.cell) -> () }
      %x = "cell.get"(%m) : (!cell.cell) -> i32
      return %x : i32`);
    expect(text).to.equal(
      ["%c0_i32 = arith.constant 0 : i32", "scf.if %arg1 {", "}", "return %c0_i32 : i32"].join("\n"),
    );
  });

  it("stay if an operation needs them", () => {
    const body = `%0 = "cell.new"() : () -> !cell.cell
%1 = "cell.label"(%0) : (!cell.cell) -> !cell.cell
"cell.keep"(%1) : (!cell.cell) -> ()
%2 = "cell.get"(%0) : (!cell.cell) -> i32
return %2 : i32`;
    expect(run(body)).to.equal(body);
  });

  it("are split into parts", () => {
    const text = run(
      `%m = "pair.new"() : () -> !pair.pair
      %p = "pair.part"(%m) {index = 1 : i32} : (!pair.pair) -> !cell.cell
      %q = "pair.part"(%m) {index = 1 : i32} : (!pair.pair) -> !cell.cell
      %x = "cell.get"(%p) : (!cell.cell) -> i32
      %y = "cell.get"(%q) : (!cell.cell) -> i32
      "cell.label"(%m) : (!pair.pair) -> ()
      return %y : i32`,
      sroa,
    );
    expect(text).to.equal(
      [
        '%0 = "cell.new"() : () -> !cell.cell',
        '%1 = "cell.get"(%0) : (!cell.cell) -> i32',
        '%2 = "cell.get"(%0) : (!cell.cell) -> i32',
        "return %2 : i32",
      ].join("\n"),
    );
  });

  it("stay together if an operation does not access a part safely", () => {
    const body = `%0 = "pair.new"() : () -> !pair.pair
%1 = "pair.part"(%0) {index = 1 : i32} : (!pair.pair) -> !cell.cell
"cell.add"(%1, %arg0) : (!cell.cell, i32) -> ()
return %arg0 : i32`;
    expect(run(body.replaceAll("%arg0", "%a"), sroa)).to.equal(body);
  });
});
