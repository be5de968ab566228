import {
  Context,
  dialects,
  DominanceInfo,
  getSymbolUses,
  isMemoryEffectFree,
  isOpTriviallyDead,
  isPure,
  lookupSymbolIn,
  mlir,
  parseModule,
  SymbolTable,
} from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { expect } from "chai";

function parse(text: string): Operation {
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "q.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  return parsed.op;
}

function all(module: Operation): Operation[] {
  const ops: Operation[] = [];
  module.walk((op) => void ops.push(op), { order: "pre" });
  return ops;
}

describe("effects", () => {
  it("are those of MLIR's operations, contents included", () => {
    const module = parse(`%c, %i, %m = "t.x"() : () -> (i1, index, memref<4xf32>)
      %0 = "arith.addi"(%i, %i) : (index, index) -> index
      %1 = "arith.divsi"(%i, %i) : (index, index) -> index
      %2 = "memref.load"(%m, %i) : (memref<4xf32>, index) -> f32
      %3 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
      "memref.store"(%2, %m, %i) : (f32, memref<4xf32>, index) -> ()
      "scf.if"(%c) ({ "scf.yield"() : () -> () }, {}) : (i1) -> ()
      "scf.if"(%c) ({ "memref.dealloc"(%m) : (memref<4xf32>) -> () \n "scf.yield"() : () -> () }, {}) : (i1) -> ()
      "func.call"() <{callee = @f}> : () -> ()`);
    const flags = all(module).map((op) => {
      const said = [isPure(op) && "pure", isMemoryEffectFree(op) && "free", isOpTriviallyDead(op) && "dead"];
      return `${op.name}: ${said.filter(Boolean).join(" ")}`;
    });
    expect(flags.slice(1).join("\n")).to.equal(`t.x: 
arith.addi: pure free dead
arith.divsi: free dead
memref.load: 
memref.alloc: dead
memref.store: 
scf.if: pure free dead
scf.yield: pure free
scf.if: 
memref.dealloc: 
scf.yield: pure free
func.call: `);
  });
});

describe("symbols", () => {
  const module = parse(`
    "func.func"() <{function_type = () -> (), sym_name = "a", sym_visibility = "private"}> ({}) : () -> ()
    "builtin.module"() <{sym_name = "m"}> ({
      "func.func"() <{function_type = () -> (), sym_name = "b", sym_visibility = "private"}> ({}) : () -> ()
      "t.hidden"() {x = @a} : () -> ()
    }) : () -> ()
    "t.use"() <{p = @a}> {q = [@m::@b, {r = @a}]} : () -> ()`);

  it("are looked up by name and by path", () => {
    const path = module.context.parseAttribute("@m::@b");
    expect(lookupSymbolIn(module, path)?.symbolName).to.equal("b");
    expect(lookupSymbolIn(module, "a")).to.equal(new SymbolTable(module).lookup("a"));
    expect(lookupSymbolIn(module, "b")).to.equal(undefined);
  });

  it("know their uses, those of nested tables apart", () => {
    const uses = getSymbolUses(module.getRegion(0))?.map((use) => `${use.user.name} ${use.symbol}`);
    expect(uses).to.deep.equal(["t.use @a", "t.use @m::@b", "t.use @a"]);
  });

  it("get a new name where theirs is taken", () => {
    const table = new SymbolTable(module);
    const copy = table.lookup("a")!.clone();
    expect([table.insert(copy), copy.parentOp === module, table.lookup("a_0") === copy]).to.deep.equal([
      "a_0",
      true,
      true,
    ]);
  });
});

describe("dominance", () => {
  it("knows blocks, operations and their contents", () => {
    const module = parse(`"func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
      ^a(%c: i1): "cf.cond_br"(%c)[^b, ^c] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
      ^b: "cf.br"()[^d] : () -> ()
      ^c: %0 = "t.x"() ({ "t.in"() : () -> () }) : () -> i32 \n "cf.br"()[^d] : () -> ()
      ^d: "func.return"() : () -> ()
      ^e: "func.return"() : () -> ()
    }) : () -> ()`);
    const func = all(module)[1]!;
    const info = new DominanceInfo(func);
    const { blocks } = func.getRegion(0);
    const matrix = blocks.map((a) => blocks.map((b) => (info.dominates(a, b) ? "x" : ".")).join("")).join("\n");
    expect(matrix).to.equal("xxxxx\n.x..x\n..x.x\n...xx\n....x");
    const [, , , , x, inner] = all(module);
    expect([
      info.properlyDominates(x!, inner!),
      info.properlyDominates(x!.getResult(0), inner!),
      info.properlyDominates(blocks[0]!.getArgument(0), inner!),
      info.isReachableFromEntry(blocks[4]!),
    ]).to.deep.equal([true, false, true, false]);
  });
});

describe("the adapter", () => {
  it("implements the queries of the core", () => {
    const parsed = mlir.parse(
      '"func.func"() <{function_type = () -> (), sym_name = "f"}> ({"func.return"() : () -> ()}) {"pipeline.jump_target" = "x"} : () -> ()',
      {
        file: "q.mlir",
      },
    );
    if (!parsed.ok) throw new Error("not parsed");
    const nested: Operation[] = [];
    mlir.collectNested(parsed.op, nested);
    const [func] = nested;
    expect([
      mlir.nameOf(func!) === mlir.intern("func.func"),
      mlir.nameOf(func!).isIsolatedFromAbove,
      mlir.nameOf(func!).hasInterface("FunctionOpInterface"),
      mlir.intern("nope.nope").isRegistered,
      mlir.parentOf(func!) === parsed.op,
      mlir.symbolOf(func!),
      mlir.locationOf(func!),
      mlir.takeAttribute(func!, "pipeline.jump_target"),
      mlir.takeAttribute(func!, "pipeline.jump_target"),
    ]).to.deep.equal([true, true, true, false, true, "f", { file: "q.mlir", line: 1, column: 1 }, "x", undefined]);
  });
});
