import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import { childEnvironment, findMlirOpt } from "@passwright/test-support";

const repeat = (count, text) => Array.from({ length: count }, (_, i) => text(i)).join("");

/** What has to work, whatever it takes of the stack or of anything that is not linear. */
const EXTREMES = {
  "a function of 400,000 operations": () =>
    `func.func @f(%a: i32) -> i32 {\n${repeat(400_000, (i) => `  %${i} = arith.addi %${i === 0 ? "a" : i - 1}, %a : i32\n`)}` +
    "  return %399999 : i32\n}\n",
  "200,000 functions": () => repeat(200_000, (i) => `func.func @f${i}() {\n  return\n}\n`),
  "regions nested 5,000 deep": () =>
    `func.func @f(%c: i1) {\n${"scf.if %c {\n".repeat(5_000)}${"}\n".repeat(5_000)}return\n}\n`,
  "regions nested 5,000 deep, generic form": () =>
    `${'"t.nest"() ({\n'.repeat(5_000)}"t.end"() : () -> ()\n${"}) : () -> ()\n".repeat(5_000)}`,
  "a block of 100,000 arguments": () =>
    `"t.op"() ({\n^bb0(${repeat(100_000, (i) => `${i === 0 ? "" : ", "}%a${i}: i32`)}):\n  "t.use"(%a0) : (i32) -> ()\n}) : () -> ()\n`,
  "a string attribute of 50 MB": () => `"t.op"() {a = "${"x".repeat(50_000_000)}"} : () -> ()\n`,
};

/** For each extreme the time and the peak memory of both programs: read, verify, print in custom form. */
export async function measureExtremes() {
  const folder = mkdtempSync(join(tmpdir(), "passwright-extremes-"));
  const file = join(folder, "input.mlir");
  const output = join(folder, "output.mlir");
  const rows = [];
  try {
    for (const [name, generate] of Object.entries(EXTREMES)) {
      writeFileSync(file, generate());
      const ours = await run(process.execPath, [fileURLToPath(import.meta.url), file, output]);
      const reference = await run(findMlirOpt(), [
        file,
        "--allow-unregistered-dialect",
        "--mlir-disable-threading",
        "-o",
        output,
      ]);
      if (!ours.succeeded) throw new Error(`our own program failed on ${name}`);
      rows.push({ name, ours, reference });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return rows;
}

export function extremesTable(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const cell = ({ milliseconds, megabytes, succeeded }) =>
    succeeded
      ? `${milliseconds.toFixed(0).padStart(6)} ms ${megabytes.toFixed(0).padStart(5)} MB`
      : "           died".padEnd(15);
  const lines = rows.map(({ name, ours, reference }) => `${name.padEnd(width)}  ${cell(ours)}   ${cell(reference)}\n`);
  return `${"extremes".padEnd(width)}  ${"ours".padStart(15)}   ${"mlir-opt".padStart(15)}\n${lines.join("")}`;
}

/** Peak memory is read while the process runs: what it takes in its last few milliseconds may be missed. */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(program, args, { env: childEnvironment(), stdio: ["ignore", "ignore", "ignore"] });
    let kilobytes = 0;
    const timer = setInterval(() => {
      kilobytes = Math.max(kilobytes, peakOf(child.pid));
    }, 5);
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(timer);
      resolve({ milliseconds: performance.now() - start, megabytes: kilobytes / 1024, succeeded: code === 0 });
    });
  });
}

function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    // It has ended, or this is no Linux.
    return 0;
  }
}

/** Our side, in a process of its own. */
function transform(input, output) {
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), readFileSync(input), { file: input });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0].message);
  const fail = ({ message }) => {
    throw new Error(message);
  };
  verifyOperation(parsed.op, { recursive: true }, fail);
  const descriptor = openSync(output, "w");
  parsed.op.printTo((chunk) => void writeSync(descriptor, chunk), { assumeVerified: true });
  closeSync(descriptor);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [input, output] = process.argv.slice(2);
  if (input !== undefined && output !== undefined) transform(input, output);
  else process.stdout.write(extremesTable(await measureExtremes()));
}
