import { definePass, PassManager } from "@passwright/core";
import { interleave } from "./measure.mjs";

const opCount = 20_000;
const passCount = 20;

/**
 * Compares the core's run loop over empty passes with two nested loops that call the same functions. Returns the time
 * of each variant per pass and operation, in nanoseconds. The difference is the overhead of the pass manager.
 */
export async function measureRunLoop(rounds) {
  const adapter = makeAdapter();
  const top = makeModule(adapter.intern("module"), adapter.intern("func"));
  const functions = Array.from({ length: passCount }, makeFunction);
  const manager = new PassManager(adapter, { anchor: "module" });
  const nested = manager.nest("func");
  functions.forEach((runOnOperation, i) =>
    nested.addPass(definePass({ name: `pass-${i}`, anchor: "func", runOnOperation })),
  );
  const context = { markAllAnalysesPreserved() {} };

  const tasks = {
    ours: () => timePerPair(() => check(manager.run(top))),
    reference: () => timePerPair(() => runBare(top.nested, functions, context)),
  };
  await interleave(tasks, 3);
  const medians = await interleave(tasks, rounds);
  return { ours: medians.get("ours"), reference: medians.get("reference") };
}

function timePerPair(run) {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start) / (opCount * passCount);
}

function check(result) {
  if (!result.succeeded) throw new Error(JSON.stringify(result.diagnostics));
}

function runBare(ops, functions, context) {
  for (const op of ops) for (const run of functions) run(op, context);
}

/** Creates a separate function for each pass, as in a real pipeline, so that the engine cannot inline the calls. */
function makeFunction(_, i) {
  // oxlint-disable-next-line no-new-func
  return new Function("op", "pass", `op.touched = ${i}; pass.markAllAnalysesPreserved();`);
}

function makeModule(moduleName, functionName) {
  const top = { name: moduleName, parent: undefined, nested: [], touched: 0 };
  for (let i = 0; i < opCount; i++) top.nested.push({ name: functionName, parent: top, nested: [], touched: 0 });
  return top;
}

function makeAdapter() {
  const names = new Map();
  const intern = (text) => {
    if (!names.has(text))
      names.set(text, { text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false });
    return names.get(text);
  };
  return {
    name: "toy",
    intern,
    nameOf: (op) => op.name,
    parentOf: (op) => op.parent,
    collectNested(op, out) {
      for (const nested of op.nested) out.push(nested);
    },
  };
}
