import { definePass, diagnosticOf, PassManager, renderDiagnostic } from "@passwright/core";
import type { Diagnostic, PassDefinition } from "@passwright/core";
import { applyPatternsGreedily, Context, createModule, dagPattern, defineDialect, dialects } from "@passwright/ir";
import { FrozenPatternSet, mlir, node, OpBuilder, parseModule } from "@passwright/ir";
import type { Attribute, OpDefinition, Operation } from "@passwright/ir";
import { checkGolden } from "@passwright/development";
import { expect } from "chai";

const context = new Context({ allowUnregistered: true, dialects });

function read(text: string): Operation {
  const parsed = parseModule(context, text);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  return parsed.op;
}

const ADDITIONS = `"t.keep"() ({
  %0 = "arith.constant"() <{value = 7 : i32}> : () -> i32
  %1 = "arith.addi"(%0, %0) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %1) : (i32, i32) -> i32
}) : () -> ()`;

/** Returns the first addition of a new module. */
function addition(): Operation {
  let found: Operation | undefined;
  read(ADDITIONS).walk((op) => {
    if (op.name === "arith.addi") found ??= op;
  });
  if (found === undefined) throw new Error("no addition");
  return found;
}

const thrown = (call: () => unknown): readonly Diagnostic[] => {
  try {
    call();
  } catch (error) {
    const diagnostic = diagnosticOf(error);
    if (diagnostic !== undefined) return [diagnostic];
    throw error;
  }
  return [];
};

const diagnosticsOf = (parsed: ReturnType<typeof parseModule>): readonly Diagnostic[] =>
  parsed.ok ? [] : parsed.diagnostics;

function erased(): readonly Diagnostic[] {
  const op = read('"t.a"() : () -> ()').getRegion(0).front?.front;
  op?.erase();
  return thrown(() => op?.name);
}

function unknownDialect(): readonly Diagnostic[] {
  const lower = definePass({ name: "lower", dependentDialects: ["func", "linalg"], runOnOperation: () => undefined });
  return new PassManager(mlir).addPass(lower as PassDefinition<Operation>).run(read("module {}")).diagnostics;
}

function badFormat(): readonly Diagnostic[] {
  return thrown(() => defineDialect({ name: "toy", ops: { op: { assemblyFormat: "$y" } } }));
}

const wrong = <T = never>(value: unknown): T => value as T;

/** Folds `toy.op` with this function. */
function folded(fold: NonNullable<OpDefinition["fold"]>): void {
  const toy = new Context({
    dialects: [defineDialect({ name: "toy", ops: { op: { fold } } })],
    allowUnregistered: true,
  });
  const parsed = parseModule(toy, '%0 = "toy.op"() : () -> i32', { file: "in.mlir" });
  if (parsed.ok) parsed.op.getRegion(0).front?.front?.fold();
}

function unbound(): readonly Diagnostic[] {
  const pattern = dagPattern({
    name: "Twice",
    match: node("arith.addi", ["left", "right"]),
    rewrite: (match, rewriter, root) => rewriter.replaceOp(root, [match.value("rihgt")]),
  });
  const used = '%0 = "t.a"() : () -> i32 %1 = "arith.addi"(%0, %0) : (i32, i32) -> i32 "t.use"(%1) : (i32) -> ()';
  const patterns = new FrozenPatternSet(context, [{ ...pattern, root: "arith.addi" }]);
  return thrown(() => applyPatternsGreedily(read(used), patterns));
}

/**
 * For each code, a function that causes the diagnostic. Other codes, which parsing or verifying a text reports, are in
 * `invalid.txt`.
 */
const CASES: { readonly [code: string]: () => readonly Diagnostic[] } = {
  PWI0001: erased,
  PWI0002: () => thrown(() => addition().erase()),
  PWI0003: () => thrown(() => addition().moveBefore(createModule(context))),
  PWI0004: () => thrown(() => context.parseAttribute("dense<1>")),
  PWI0005: () => thrown(() => addition().getOperand(2)),
  PWI0006: () => thrown(() => new Context({ dialects }).registerDialect(defineDialect({ name: "arith", ops: {} }))),
  PWI0007: () => thrown(() => OpBuilder.before(createModule(context))),
  PWI0008: () =>
    thrown(() => {
      const add = addition();
      add.parentOp?.moveBefore(add);
    }),
  PWI0009: () => thrown(() => addition().replaceAllUsesWith([])),
  PWI0010: unknownDialect,
  PWI0011: () => thrown(() => new OpBuilder(createModule(new Context({ dialects })).store).create("toy.x")),
  PWI0012: badFormat,
  PWI0014: () => thrown(() => new OpBuilder(addition().store).getIntegerAttr(context.parseType("vector<4xi32>"), 0)),
  PWI0015: () => thrown(() => addition().setAttr("size", "4" as unknown as Attribute)),
  PWI0016: () => thrown(() => applyPatternsGreedily(addition(), new FrozenPatternSet(new Context(), []))),
  PWI0017: () =>
    thrown(() => defineDialect({ name: "toy", ops: { op: { effects: ["wirte"], regions: -1 } } } as never)),
  PWI0019: () => thrown(() => folded(() => wrong<{ data: Attribute }>(undefined).data)),
  PWI0020: () => thrown(() => folded(() => wrong(true))),
  PWI0021: () => {
    const add = addition();
    return thrown(() =>
      OpBuilder.before(add).create("arith.addi", { operands: add.operands, results: wrong(add.results) }),
    );
  },
  PWI0022: () => thrown(() => context.internAttribute({ kind: "integer", type: context.parseType("i8"), value: 300n })),
  PWI0023: unbound,
  PWI1002: () =>
    diagnosticsOf(parseModule(context, "module {}\nmodule {}\n", { file: "two.mlir", implicitModule: false })),
  PWI1005: () => diagnosticsOf(parseModule(context, Uint8Array.of(0x4d, 0x4c, 0xef, 0x52, 13), { file: "in.mlirbc" })),
  PWI1003: () => diagnosticsOf(parseModule(context, new Uint8Array(0), { file: "large.mlir", length: 536_870_912 })),
};

describe("error codes", () => {
  for (const [code, bringAbout] of Object.entries(CASES)) {
    it(`have the full text: ${code}`, () => {
      const diagnostics = bringAbout();
      expect(diagnostics.map((diagnostic) => diagnostic.code)).to.deep.equal([code]);
      checkGolden(`${diagnostics.map(renderDiagnostic).join("\n")}\n`, `errors/${code}.txt`, import.meta.url);
    });
  }
});
