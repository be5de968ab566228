import { definePass, PassManager } from "@passwright/core";
import type { Instrumentation, OperationName } from "@passwright/core";

/**
 * Program that runs in a separate process and prints how many bytes a run allocates per additional pass and operation.
 */

interface Leaf {
  readonly name: OperationName;
  readonly parent: Leaf | undefined;
  readonly nested: Leaf[];
}

const OPERATIONS = 20_000;
const FEW = 1;
const MANY = 51;

const names = new Map<string, OperationName>();
const intern = (text: string): OperationName => {
  const known = names.get(text);
  if (known !== undefined) return known;
  const made = { text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
  names.set(text, made);
  return made;
};
const adapter = {
  name: "leaves",
  intern,
  nameOf: (op: Leaf) => op.name,
  parentOf: (op: Leaf) => op.parent,
  collectNested: (op: Leaf, out: Leaf[]) => void out.push(...op.nested),
  verify: () => true,
};
const top: Leaf = { name: intern("top"), parent: undefined, nested: [] };
for (let i = 0; i < OPERATIONS; i++) top.nested.push({ name: intern("leaf"), parent: top, nested: [] });

const silent: Instrumentation<Leaf> = { beforePass() {}, afterPass() {}, beforePipeline() {}, afterPipeline() {} };

function build(passes: number, kind: string): PassManager<Leaf> {
  const manager = new PassManager<Leaf>(adapter, { anchor: "top" });
  if (kind === "instrumented") manager.addInstrumentation(silent);
  const nested = manager.nest("leaf");
  for (let i = 0; i < passes; i++) {
    nested.addPass(
      definePass({
        name: `pass-${i}`,
        anchor: "leaf",
        statistics: { visited: "leaves" },
        runOnOperation(_op: Leaf, pass) {
          if (kind === "statistics") pass.statistics.visited.add();
          if (kind === "preserving") pass.markAllAnalysesPreserved();
        },
      }),
    );
  }
  return manager;
}

function bytesOf(manager: PassManager<Leaf>): number {
  const { heapUsed } = process.memoryUsage();
  manager.run(top);
  return process.memoryUsage().heapUsed - heapUsed;
}

const perPair: Record<string, number> = {};
for (const kind of ["plain", "preserving", "statistics", "instrumented"]) {
  const [few, many] = [build(FEW, kind), build(MANY, kind)];
  // Runs until the engine has compiled the code, because compiling takes memory.
  for (let i = 0; i < 6; i++) for (const manager of [few, many]) manager.run(top);
  const differences = Array.from({ length: 5 }, () => {
    (globalThis as { gc?: () => void }).gc?.();
    return bytesOf(many) - bytesOf(few);
  });
  perPair[kind] = differences.sort((a, b) => a - b)[2]! / (OPERATIONS * (MANY - FEW));
}
process.stdout.write(JSON.stringify(perPair));
