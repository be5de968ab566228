import type { ArrivedOperations, PackedOperations } from "@passwright/core";
import { Context, createMlirAdapter, dialects, OpBuilder, parseModule } from "@passwright/ir";
import type { Block, MlirAdapter, Operation, Value } from "@passwright/ir";
import { expect } from "chai";

const makeAdapter = (): MlirAdapter => createMlirAdapter(new Context({ allowUnregistered: true, dialects }));

function parse(adapter: MlirAdapter, text: string): Operation {
  const parsed = parseModule(adapter.context, text, { file: "in.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  return parsed.op;
}

/** Returns packed operations after a transfer as JSON. */
function overJson(packed: PackedOperations): PackedOperations {
  const plain = (_: string, value: unknown): unknown => (value instanceof Int32Array ? Array.from(value) : value);
  return JSON.parse(JSON.stringify(packed, plain)) as PackedOperations;
}

interface Transferred {
  readonly module: Operation;
  readonly arrived: ArrivedOperations<Operation>;
  /** Whether a result came back, for each operation in the module. */
  readonly came: readonly boolean[];
}

/** Sends all operations of a module to another context, changes these operations there, and applies the results. */
function transfer(
  text: string | Operation,
  change: (op: Operation) => void = () => undefined,
  adapter: MlirAdapter = makeAdapter(),
): Transferred {
  const module = typeof text === "string" ? parse(adapter, text) : text;
  const all: Operation[] = [];
  adapter.collectNested(module, all, undefined);
  const sent = adapter.transfer.send(all);
  const arrived = makeAdapter().transfer.arrive(overJson(sent.packed));
  arrived.ops.forEach((op, index) => {
    change(op);
    arrived.pack(index);
  });
  const returned = sent.receive(overJson(arrived.finish()));
  const came = all.map((op) => returned.has(op));
  all.forEach((op, index) => came[index] === true && returned.apply(op));
  return { module, arrived, came };
}

const print = (op: Operation): string => op.print({ generic: true, debugInfo: true });
const blocksIn = (op: Operation): Block[] => op.regions.flatMap(({ blocks }) => blocks);

/** Returns the handles of an operation and its contents, in the order of the contents. */
function handlesIn(top: Operation): object[] {
  const found: object[] = [];
  top.walk((op) => void found.push(op, ...op.results, ...op.regions, ...blocksIn(op)));
  top.walk((op) => void found.push(...blocksIn(op).flatMap((block) => block.arguments)));
  return found;
}

/** Returns the uses of each value, newest first. */
function usesIn(top: Operation): string[] {
  const found: string[] = [];
  const add = ({ uses }: Value): unknown => found.push(uses.map(({ owner, index }) => `${owner.name} ${index}`).join());
  top.walk((op) => void op.results.map(add));
  top.walk((op) => void blocksIn(op).map((block) => block.arguments.map(add)));
  top.walk((op) => void blocksIn(op).map(({ predecessors }) => found.push(String(predecessors.length))));
  return found;
}

const BRANCHES = `module attributes {a.b = distinct[0]<1 : i32>} {
  func.func @f(%a: i32 loc("a"), %c: i1) -> i32 attributes {d = distinct[1]<"x">} {
    cf.cond_br %c, ^one(%a : i32), ^two
  ^one(%b: i32 loc(fused["b", "c"])):
    %0 = arith.addi %b, %a : i32 loc(callsite("x" at "y.mlir":3:4))
    %1 = arith.addi %0, %a : i32 loc(unknown)
    %2:2 = "x.y"(%1, %0, %1) ({
      ^bb0(%z: f32):
        "x.end"() : () -> ()
    }, {
    }) {x.y = affine_map<(d0) -> (d0)>} : (i32, i32, i32) -> (i32, memref<4xf32>)
    return %2#0 : i32
  ^two:
    cf.br ^one(%a : i32)
  }
  func.func @g() {
    return
  }
}`;

const PLAIN = BRANCHES.replaceAll(/distinct\[\d\]<([^>]*)>/g, "$1");

describe("transfer", () => {
  it("keeps ids, handles, locations and the order of uses of unchanged operations", () => {
    const adapter = makeAdapter();
    const module = parse(adapter, BRANCHES);
    module.walk((op) => {
      if (op.name === "x.y") op.operands = [...op.operands].reverse();
    });
    const before = [print(module), handlesIn(module), usesIn(module), adapter.fingerprint(module)] as const;
    const { came } = transfer(module, undefined, adapter);
    expect(came).to.deep.equal([true, true]);
    const after = [print(module), handlesIn(module), usesIn(module), adapter.fingerprint(module)] as const;
    expect(after[0]).to.equal(before[0]);
    expect(after[1].every((handle, index) => handle === before[1][index])).to.equal(true);
    expect(after.slice(2)).to.deep.equal(before.slice(2));
    for (const { operations } of blocksIn(module))
      for (const op of operations)
        expect(operations.map((one) => one.isBeforeInBlock(op)).lastIndexOf(true)).to.equal(operations.indexOf(op) - 1);
  });

  it("has the same changes as without a transfer, and invalidates the handles of erased entities", () => {
    const change = (op: Operation): void => {
      const [entry, one, two] = blocksIn(op);
      if (entry === undefined || one === undefined || two === undefined) return;
      const [first, second, third, last] = one.operations as [Operation, Operation, Operation, Operation];
      const builder = OpBuilder.atEnd(one);
      builder.locateAt(first.id, second.id, third.id);
      second.setOperand(1, first.getResult(0));
      second.setOperand(1, entry.getArgument(0));
      const operands = [first.getResult(0), entry.getArgument(0), first.getResult(0), first.getResult(0)];
      const types = [first.getResult(0).type];
      const made = builder.create("x.new", { operands, results: types, regions: 1 });
      made.moveBefore(third);
      made.getRegion(0).takeBody(third.getRegion(0));
      third.operands = [second.getResult(0), made.getResult(0), ...third.operands];
      last.setOperand(0, made.getResult(0));
      last.location = builder.context.parseAttribute('loc("named")');
      one.insertArgument(0, types[0]!, builder.context.parseAttribute("loc(unknown)"));
      builder.setInsertionPointToEnd(builder.createBlock(op.getRegion(0), types));
      builder.create("x.end", {});
      entry.terminator?.setSuccessor(1, builder.block as Block);
      two.erase();
      op.setAttr("changed", builder.context.parseAttribute("[1, i7]"));
    };
    const adapter = makeAdapter();
    const module = parse(adapter, PLAIN);
    const directly = parse(makeAdapter(), PLAIN);
    const [f] = blocksIn(directly)[0]!.operations as [Operation];
    const handles = handlesIn(module) as { readonly id: number }[];
    change(f);
    expect(transfer(module, change, adapter).came).to.deep.equal([true, true]);
    expect(print(module)).to.equal(print(directly));
    expect(usesIn(module)).to.deep.equal(usesIn(directly));
    const left = new Set<object>(handlesIn(module));
    for (const handle of handles) expect(handle.id > 0).to.equal(left.has(handle));
    expect(handles.filter(({ id }) => id < 0)).to.have.length(3);
  });

  it("gives a block new arguments if arguments were added or erased", () => {
    for (const isAdded of [true, false]) {
      const adapter = makeAdapter();
      const module = parse(adapter, BRANCHES);
      const block = blocksIn(blocksIn(module)[0]!.front as Operation)[0] as Block;
      const before = block.arguments;
      const change = (op: Operation): void => {
        const [entry, one] = blocksIn(op);
        if (one === undefined || entry === undefined) return;
        if (isAdded) entry.addArgument(entry.getArgument(0).type);
        else {
          entry.terminator?.replaceUsesOfWith(entry.getArgument(1), one.getArgument(0));
          entry.eraseArgument(1);
        }
      };
      transfer(module, change, adapter);
      expect(block.numArguments).to.equal(isAdded ? 3 : 1);
      expect(before.map(({ id }) => id)).to.deep.equal([-1, -1]);
    }
  });

  it("does not return an operation whose result has a new distinct attribute", () => {
    const add = (text: string) => (op: Operation) => op.setAttr("x", op.context.parseAttribute(text));
    expect(transfer(BRANCHES, add("distinct[2]<unit>")).came).to.deep.equal([false, false]);
  });

  it("does not send operations with operands or results, or with values from outside", () => {
    const text = `%0 = "x.y"() : () -> i32
      func.func @f() { return }
      "builtin.module"() ({ "x.z"(%0) : (i32) -> () }) : () -> ()
      func.func @g() { "x.z"() : () -> () return }`;
    expect(transfer(text).came).to.deep.equal([false, true, false, true]);
  });

  it("keeps invalid operations and unregistered operations", () => {
    const adapter = makeAdapter();
    const text = `"func.func"() ({
      ^a(%0: !x.y<"z">):
        "x.y"(%1) [^b] : (i32) -> ()
        "arith.addi"() : () -> ()
      ^b:
        %1 = "func.return"() {a = #x.y<"z">} : () -> i32
      ^c:
    }, {}) : () -> ()`;
    const module = parse(adapter, text);
    const before = print(module);
    expect(transfer(module, undefined, adapter).came).to.deep.equal([true]);
    expect(print(module)).to.equal(before);
  });

  it("detects changes outside of the operations", () => {
    const text = `module @outer { func.func private @a() module @m { ${BRANCHES.replace(/^module.*$/m, "").slice(0, -1)}
      func.func private @b(i32) } }`;
    const adapter = makeAdapter();
    const inner = blocksIn(parse(adapter, text))[0]!.back as Operation;
    const all = blocksIn(inner)[0]!.operations.slice(0, 2);
    const attempt = (change: (f: Operation) => void): boolean => {
      const arrived = makeAdapter().transfer.arrive(overJson(adapter.transfer.send(all).packed));
      change(arrived.ops[0] as Operation);
      return arrived.isIntact();
    };
    const unit = (op: Operation | undefined): void => op?.setAttr("x.y", op.context.parseAttribute("unit"));
    expect(attempt((op) => unit(op))).to.equal(true);
    expect(attempt((op) => blocksIn(op)[0]?.addArgument(op.context.parseType("i32")))).to.equal(true);
    expect(attempt((op) => unit(op.parentOp))).to.equal(false);
    expect(attempt((op) => unit(op.parentOp?.parentOp))).to.equal(false);
    expect(attempt((op) => unit(op.next?.next))).to.equal(false);
    expect(attempt((op) => unit(op.parentOp?.previous))).to.equal(false);
    expect(attempt((op) => op.next?.erase())).to.equal(false);
    expect(attempt((op) => op.next?.moveBefore(op))).to.equal(false);
    expect(attempt((op) => op.next?.next?.getRegion(0).addBlock())).to.equal(false);
    expect(attempt((op) => void OpBuilder.atEnd(op.block as Block).create("x.y", {}))).to.equal(false);
    expect(attempt((op) => void new OpBuilder(op.store).create("x.y", {}))).to.equal(true);
  });

  it("handles 5,000 nesting levels", () => {
    const text = `func.func @f() {${'"x.y"() ({'.repeat(5000)}${"}) : () -> ()".repeat(5000)}\nreturn\n}`;
    const adapter = makeAdapter();
    const module = parse(adapter, text);
    const before = print(module);
    expect(transfer(module, undefined, adapter).came).to.deep.equal([true]);
    expect(print(module)).to.equal(before);
  });
});
