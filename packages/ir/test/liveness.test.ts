import { describeWithMlirOpt, generateProgram, runMlirOpt, samples } from "@passwright/development";
import { Context, dialects, Liveness, parseModule } from "@passwright/ir";
import type { Block, Operation, Value } from "@passwright/ir";
import { expect } from "chai";

function functionsOf(program: string): readonly Operation[] {
  const parsed = parseModule(new Context({ dialects, allowUnregistered: true }), program, { file: "-" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  return parsed.op.getRegion(0).front!.operations.filter(({ name }) => name === "func.func");
}

/** Returns the blocks of an operation. A block comes before blocks nested in it. */
function blocksOf(op: Operation): readonly Block[] {
  return op.regions.flatMap((region) =>
    region.blocks.flatMap((block) => [block, ...block.operations.flatMap((inner) => blocksOf(inner))]),
  );
}

/** Formats the values that are live at the start and end of each block, like `--test-print-liveness`. */
function printed(op: Operation): string {
  const blocks = blocksOf(op);
  const order = new Map<Value, number>();
  const add = (value: Value): void => void order.set(value, order.size);
  for (const block of blocks) {
    block.arguments.forEach(add);
    for (const inner of block.operations) inner.results.forEach(add);
  }
  const name = (value: Value): string =>
    value.kind === "argument" ? `arg${value.index}@${blocks.indexOf(value.parentBlock!)} ` : `val_${order.get(value)} `;
  const list = (values: readonly Value[]): string =>
    [...values]
      .sort((a, b) => order.get(a)! - order.get(b)!)
      .map(name)
      .join("");
  const liveness = new Liveness(op);
  return blocks
    .map(
      (block) =>
        `// --- LiveIn: ${list(liveness.getLiveIn(block))}\n// --- LiveOut: ${list(liveness.getLiveOut(block))}\n`,
    )
    .join("");
}

describeWithMlirOpt("liveness, against mlir-opt", () => {
  it("knows the live values at the start and end of blocks", () => {
    const generation = { functions: 3, operationsPerFunction: 14, vectors: false };
    const programs = Array.from(
      { length: samples(100) },
      (_, i) => generateProgram({ ...generation, seed: 500 + i }).text,
    );
    const pipeline = "--pass-pipeline=builtin.module(func.func(test-print-liveness))";
    const { stderr } = runMlirOpt(
      [pipeline, "--split-input-file", "--mlir-disable-threading"],
      programs.join("// -----\n"),
    );
    const theirs = stderr.split(/^Testing : .*\n/m).slice(1);
    const ours = programs.flatMap((program) =>
      functionsOf(program)
        .filter((op) => !op.getRegion(0).isEmpty)
        .map(printed),
    );
    const withBodies = theirs.map((text) => (text.match(/^\/\/ --- Live(In|Out): .*\n/gm) ?? []).join(""));
    expect(withBodies.filter((text) => text !== "")).to.deep.equal(ours);
  });

  it("follows a value to its last uses", () => {
    const [op] = functionsOf(`func.func @f(%a: i32, %p: i1) -> i32 {
      %0 = arith.addi %a, %a : i32
      cf.cond_br %p, ^b, ^c
    ^b:
      %1 = arith.muli %0, %a : i32
      cf.br ^d(%1 : i32)
    ^c:
      %2 = scf.if %p -> i32 { %3 = arith.addi %0, %0 : i32 scf.yield %3 : i32 } else { scf.yield %a : i32 }
      cf.br ^d(%2 : i32)
    ^d(%x: i32):
      return %x : i32
    }`);
    const [entry, b] = op!.getRegion(0).blocks;
    const sum = entry!.front!.getResult(0);
    const liveness = new Liveness(op!);
    const names = liveness.resolveLiveness(sum).map(({ name }) => name);
    expect(names.sort()).to.deep.equal(["arith.addi", "arith.addi", "arith.muli", "cf.cond_br", "scf.if"]);
    expect(liveness.isDeadAfter(sum, entry!.front!)).to.equal(false);
    expect(liveness.isDeadAfter(sum, b!.front!)).to.equal(true);
  });
});
