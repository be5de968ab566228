import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { PassManager } from "@passwright/core";
import { Context, createMlirAdapter, dialects, parseModule } from "@passwright/ir";
import { canonicalize, cse } from "@passwright/plugin-transforms";
import { clockNamed } from "./clock.mjs";

/*
 * Measures a run in a long-lived process (an editor, a server) after V8 has compiled the code: parses, verifies, runs
 * cse and canonicalize on every function with verification, and prints to a file. Each run has a new context. Writes
 * the minimum in milliseconds to standard output.
 */
const [file, output, clock, warm, runs] = process.argv.slice(2);
const now = clockNamed(clock);

for (let run = 0; run < Number(warm); run++) runOnce();
let least = Infinity;
for (let run = 0; run < Number(runs); run++) {
  const start = now();
  runOnce();
  least = Math.min(least, now() - start);
}
console.log(JSON.stringify(least));

function runOnce() {
  const context = new Context({ dialects });
  const adapter = createMlirAdapter(context);
  const parsed = parseModule(context, readFileSync(file), { file });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
  if (!adapter.verify(parsed.op, { recursive: true }, report)) throw new Error("the module does not verify");
  const manager = new PassManager(adapter, { anchor: "builtin.module" });
  const functions = manager.nest("func.func");
  for (const pass of [cse, canonicalize]) functions.addPass(pass.create({}));
  manager.run(parsed.op).diagnostics.forEach(report);
  const descriptor = openSync(output, "w");
  parsed.op.printTo((chunk) => writeAll(descriptor, chunk), { generic: true });
  closeSync(descriptor);
}

function report(diagnostic) {
  throw new Error(JSON.stringify(diagnostic));
}

function writeAll(target, chunk) {
  for (let at = 0; at < chunk.length;) at += writeSync(target, chunk, at);
}
