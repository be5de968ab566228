import { diagnosticOf } from "@passwright/core";
import { Context, createModule, defineDialect, dialects, mlir, OpBuilder, parseModule } from "@passwright/ir";
import type { Operation, Value } from "@passwright/ir";
import { Store } from "@passwright/ir/store";
import { expect } from "chai";

function parse(text: string, context: Context = new Context({ allowUnregistered: true, dialects })): Operation {
  const parsed = parseModule(context, text);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  return parsed.op;
}

function find(module: Operation, name: string): Operation {
  let found: Operation | undefined;
  module.walk((op) => {
    if (op.name === name) found = op;
    return found === undefined ? "advance" : "interrupt";
  });
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Returns the code and message of the exception of a call. */
function refusal(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    return diagnostic === undefined ? String(thrown) : `${diagnostic.code} ${diagnostic.message}`;
  }
  return "nothing";
}

const FUNC = `"func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
^bb0(%a: i32):
  %0 = "arith.constant"() <{value = 7 : i32}> : () -> i32
  %1 = "arith.addi"(%a, %0) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %1) : (i32, i32) -> i32
  "func.return"(%2) : (i32) -> ()
}) : () -> ()`;

describe("handles", () => {
  it("are one object per thing", () => {
    const module = parse(FUNC);
    const add = find(module, "arith.addi");
    expect(add.getOperand(0)).to.equal(add.block?.getArgument(0));
    expect(add.getOperand(1).definingOp).to.equal(add.previous);
    expect(add.parentOp?.parentOp).to.equal(module);
    expect(add.getResult(0).users.map((user) => user === add.next)).to.deep.equal([true, true]);
    expect(add.getResult(0).type).to.equal(module.context.parseType(" i32"));
  });

  it("rewrite: create, replace, erase, move, print", () => {
    const module = parse(FUNC);
    const add = find(module, "arith.addi");
    const builder = OpBuilder.after(add);
    const mul = builder.create("arith.muli", {
      operands: [add.getOperand(0), add.getOperand(1)],
      results: [builder.getI32Type()],
    });
    add.replaceAllUsesWith(mul);
    add.erase();
    mul.next!.moveBefore(mul);
    mul.setAttr("note", builder.getStringAttr("moved"));
    mul.parentOp!.setAttr("sym_visibility", builder.getStringAttr("private"));
    expect(`${module}`).to.equal(`"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "f", sym_visibility = "private"}> ({
  ^bb0(%arg0: i32):
    %0 = "arith.constant"() <{value = 7 : i32}> : () -> i32
    %1 = "arith.addi"(%2, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %2 = "arith.muli"(%arg0, %0) <{overflowFlags = #arith.overflow<none>}> {note = "moved"} : (i32, i32) -> i32
    "func.return"(%1) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
`);
  });

  it("build a module from nothing", () => {
    const module = createModule(new Context({ dialects }));
    const builder = OpBuilder.atEnd(module.getRegion(0).front!);
    const i32 = builder.getI32Type();
    const func = builder.create("func.func", {
      attributes: {
        sym_name: builder.getStringAttr("g"),
        function_type: builder.getTypeAttr(builder.getFunctionType([i32], [])),
      },
      regions: 1,
    });
    const entry = builder.createBlock(func.getRegion(0), [i32]);
    const next = builder.createBlock(func.getRegion(0));
    next.addArgument(i32);
    next.insertArgument(0, builder.getIndexType());
    builder.setInsertionPointToEnd(entry);
    const index = builder.create("arith.constant", {
      results: [builder.getIndexType()],
      attributes: { value: builder.getZeroAttr(builder.getIndexType()) },
    });
    builder.create("cf.br", { operands: [index.getResult(0), entry.getArgument(0)], successors: [next] });
    builder.setInsertionPointToEnd(next);
    builder.create("func.return");
    expect(module.print({ generic: true, debugInfo: true })).to.equal(`#loc = loc(unknown)
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "g"}> ({
  ^bb0(%arg0: i32 loc(unknown)):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index loc(#loc)
    "cf.br"(%0, %arg0)[^bb1] : (index, i32) -> () loc(#loc)
  ^bb1(%1: index loc(unknown), %2: i32 loc(unknown)):  // pred: ^bb0
    "func.return"() : () -> () loc(#loc)
  }) : () -> () loc(#loc)
}) : () -> () loc(#loc)
`);
    expect(mlir.verify(module, { recursive: true }, (d) => expect.fail(d.message))).to.equal(true);
  });

  it("walk before and after contents, skip, interrupt, and erase on the way", () => {
    const module = parse('"t.a"() ({ "t.b"() ({ "t.c"() : () -> () }) : () -> () \n "t.d"() : () -> () }) : () -> ()');
    const names = (order: "pre" | "post", stop?: string): string => {
      const seen: string[] = [];
      module.walk(
        (op) => {
          seen.push(op.name.slice(-1));
          return op.name === stop ? "skip" : "advance";
        },
        { order },
      );
      return seen.join("");
    };
    expect([names("pre"), names("post"), names("pre", "t.b")]).to.deep.equal(["eabcd", "cbdae", "eabd"]);
    module.walk((op) => {
      if (op.name === "t.b" || op.name === "t.d") op.erase();
    });
    expect(names("post")).to.equal("ae");
  });

  it("copy with a mapping, and into another module", () => {
    const module = parse(FUNC);
    const func = find(module, "func.func");
    const values = new Map<Value, Value>();
    const copy = func.clone({ mapping: { values, blocks: new Map() } });
    expect(copy.print({ generic: true })).to.equal(`${func.print({ generic: true })}\n`);
    expect(values.size).to.equal(4);
    const elsewhere = func.clone({ into: new Store(module.context) });
    expect(elsewhere.print()).to.equal(copy.print());
    expect(mlir.fingerprint(func)).to.not.equal(mlir.fingerprint(copy));
  });

  it("notice changes by fingerprint", () => {
    const module = parse(FUNC);
    const add = find(module, "arith.addi");
    const before = mlir.fingerprint(module);
    const old = add.getOperand(1);
    add.setOperand(1, add.getOperand(0));
    const changed = mlir.fingerprint(module);
    add.setOperand(1, old);
    expect([changed === before, mlir.fingerprint(module) === before]).to.deep.equal([false, true]);
  });
});

describe("wrong use of handles", () => {
  const context = new Context({ allowUnregistered: true, dialects });
  const module = parse(FUNC, context);
  const add = find(module, "arith.addi");
  const other = createModule(new Context({ dialects }));

  it("is refused if an argument is of another kind", () => {
    const body = parse(FUNC, context);
    const [sum, func] = [find(body, "arith.addi"), find(body, "func.func")];
    const [value, block] = [sum.getResult(0), sum.block!];
    const region = func.getRegion(0);
    const elsewhere = new Context({ dialects }).parseType("vector<7xi3>");
    const before = body.print({ generic: true });
    const calls: readonly (() => unknown)[] = [
      () => sum.setOperand(0, sum as never),
      () => (sum.operands = [value, block as never]),
      () => sum.setSuccessor(0, sum as never),
      () => sum.replaceAllUsesWith(value as never),
      () => sum.moveBefore(value as never),
      () => sum.moveAfter(undefined as never),
      () => value.replaceAllUsesWith(sum as never),
      () => value.replaceUsesWithIf("x" as never, () => true),
      () => value.setType("i32" as never),
      () => value.setType(elsewhere),
      () => block.addArgument(value as never),
      () => block.push(value as never),
      () => block.push(func),
      () => block.moveBefore(sum as never),
      () => region.takeBody(func as never),
      () => region.takeBody(region),
      () => OpBuilder.atEnd(sum as never),
      () => OpBuilder.before(sum).createBlock(func as never),
    ];
    expect(calls.map(refusal)).to.deep.equal([
      "PWI0021 `setOperand`: got operation `arith.addi`",
      "PWI0021 `operands`: got a block",
      "PWI0021 `setSuccessor`: got operation `arith.addi`",
      "PWI0021 `replaceAllUsesWith` of an operation: got a value of type `i32`",
      "PWI0021 `moveBefore`: got a value of type `i32`",
      "PWI0021 `moveAfter`: got undefined",
      "PWI0021 `replaceAllUsesWith`: got operation `arith.addi`",
      'PWI0021 `replaceUsesWithIf`: got "x"',
      'PWI0021 `setType`: got "i32"',
      "PWI0021 `setType`: got type `vector<7xi3>`",
      "PWI0021 `addArgument`: got a value of type `i32`",
      "PWI0021 `push`: got a value of type `i32`",
      "PWI0008 an operation cannot be moved into itself",
      "PWI0021 `moveBefore`: got operation `arith.addi`",
      "PWI0021 `takeBody`: got operation `func.func`",
      "PWI0008 a region cannot be moved into itself",
      "PWI0021 `setInsertionPoint`: got operation `arith.addi`",
      "PWI0021 `createBlock`: got operation `func.func`",
    ]);
    expect(body.print({ generic: true })).to.equal(before);
  });

  it("is refused with a code", () => {
    const dead = find(parse('"t.a"() : () -> ()'), "t.a");
    dead.erase();
    const toy = { name: "arith", ops: {} };
    expect([
      refusal(() => dead.name),
      refusal(() => add.erase()),
      refusal(() => add.moveBefore(other)),
      refusal(() => context.parseAttribute("dense<1>")),
      refusal(() => context.parseType("i32 i32")),
      refusal(() => add.getOperand(2)),
      refusal(() => context.registerDialect(defineDialect(toy))),
      refusal(() => OpBuilder.before(module)),
      refusal(() => add.parentOp!.moveBefore(add)),
      refusal(() => add.replaceAllUsesWith([])),
      refusal(() => new OpBuilder(other.store).create("toy.x")),
      refusal(() => new OpBuilder(other.store).getIntegerAttr(context.parseType("tensor<2xi8>"), 1)),
      refusal(() => new OpBuilder(other.store).getFloatAttr(context.parseType("i8"), 1)),
      refusal(() => other.setAttr("size", context.stringAttribute("4"))),
      refusal(() => new OpBuilder(other.store).create("func.func", { attributes: { size: 4 as never } })),
    ]).to.deep.equal([
      "PWI0001 the operation was used after it was erased",
      "PWI0002 'arith.addi' op operation destroyed but still has uses: 2",
      "PWI0003 the operation belongs to a different module",
      "PWI0004 `dense<1>` is not an attribute: expected ':'",
      "PWI0004 `i32 i32` is not a type: unexpected text at the end",
      "PWI0005 operand index 2 is out of range: the number of operands is 2",
      "PWI0006 another definition of dialect `arith` is already registered",
      "PWI0007 cannot insert before or after an operation that is not in a block",
      "PWI0008 an operation cannot be moved into itself",
      "PWI0009 the number of results is 1, but the number of replacement values is 0",
      "PWI0011 operation `toy.x` is not registered",
      "PWI0014 an integer attribute cannot have type `tensor<2xi8>`",
      "PWI0014 a float attribute cannot have type `i8`",
      "PWI0015 the value of `size` is not an attribute from the context of the module",
      "PWI0015 the value of `size` is not an attribute from the context of the module",
    ]);
    expect(() => new OpBuilder(other.store).create("arith.constnat"))
      .to.throw("operation `arith.constnat` is not registered")
      .with.nested.property("diagnostic.help")
      .that.deep.equals(["did you mean `arith.constant`?"]);
    expect(() => new OpBuilder(other.store).create("arith.frobnicate"))
      .to.throw()
      .with.nested.property("diagnostic.help")
      .that.deep.equals(["use an operation that dialect `arith` defines"]);
    const numbers = new OpBuilder(other.store);
    const helpFor = (attempt: () => unknown): unknown => {
      try {
        return attempt();
      } catch (thrown) {
        return diagnosticOf(thrown)?.help?.join();
      }
    };
    expect([
      helpFor(() => numbers.getIntegerAttr(context.parseType("f32"), 1)),
      helpFor(() => numbers.getFloatAttr(context.parseType("i8"), 1)),
      helpFor(() => numbers.getFloatAttr(context.parseType("tensor<2xf32>"), 1)),
    ]).to.deep.equal([
      "use an integer type or `index`",
      "use a float type",
      'use `getZeroAttr(type)` for zeros, and `context.parseAttribute("dense<1.0> : tensor<2xf32>")` for other values',
    ]);
    expect(mlir.loadDialects(["func", "linalg"])).to.deep.equal({
      code: "PWI0010",
      severity: "error",
      message: "a pass needs dialect `linalg` (`dependentDialects`), which is not available",
      help: [
        "register the dialect in the context, or load its plugin; known dialects: arith, builtin, cf, func, memref, scf, ub",
      ],
    });
  });
});
