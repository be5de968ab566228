import { openSync, closeSync, readFileSync, writeSync } from "node:fs";
import { PassManager } from "@passwright/core";
import { Context, createMlirAdapter, dialects, parseModule } from "@passwright/ir";
import { canonicalize, cse } from "@passwright/plugin-transforms";

/*
 * Does the work of parts-reference.mjs with Passwright, in a separate process: parses, verifies, runs cse and
 * canonicalize on every function, and prints. Writes the milliseconds of each part to standard output as JSON.
 */
const [file, output] = process.argv.slice(2);
const now = () => performance.now();

const context = new Context({ dialects });
const adapter = createMlirAdapter(context);
const bytes = readFileSync(file);

const start = now();
const parsed = parseModule(context, bytes, { file });
if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
if (!adapter.verify(parsed.op, { recursive: true }, report)) throw new Error("the module does not verify");
const afterParse = now();

// The times of Passwright's passes include the overhead of the pass manager. The rows of mlir-opt do not include this
// overhead.
const [cseTime, canonicalizeTime] = [cse, canonicalize].map((pass) => {
  const manager = new PassManager(adapter, { anchor: "builtin.module" });
  manager.verifyEach = false;
  manager.nest("func.func").addPass(pass.create({}));
  const before = now();
  manager.run(parsed.op).diagnostics.forEach(report);
  return now() - before;
});

const descriptor = openSync(output, "w");
const beforePrint = now();
parsed.op.printTo((chunk) => writeAll(descriptor, chunk), { generic: true });
const afterPrint = now();
closeSync(descriptor);

console.log(
  JSON.stringify({
    parse: afterParse - start,
    cse: cseTime,
    canonicalize: canonicalizeTime,
    print: afterPrint - beforePrint,
  }),
);

function report(diagnostic) {
  throw new Error(JSON.stringify(diagnostic));
}

function writeAll(target, chunk) {
  for (let at = 0; at < chunk.length;) at += writeSync(target, chunk, at);
}
