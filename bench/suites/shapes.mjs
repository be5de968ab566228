import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleaveLeast, peakOf, timeOf } from "../measure.mjs";
import { mlirOpt, passwrightOpt, withFolder } from "../programs.mjs";
import { row } from "../rows.mjs";

const repeat = (count, text) => Array.from({ length: count }, (_, i) => text(i)).join("");

/** Extreme inputs that need a deep stack, or for which a program's time or memory might grow faster than the input. */
const SHAPES = {
  "a function of 400,000 operations": () =>
    `func.func @f(%a: i32) -> i32 {\n${repeat(400_000, (i) => `  %${i} = arith.addi %${i === 0 ? "a" : i - 1}, %a : i32\n`)}` +
    "  return %399999 : i32\n}\n",
  "200,000 functions": () => repeat(200_000, (i) => `func.func @f${i}() {\n  return\n}\n`),
  "regions nested 500 deep": () =>
    `func.func @f(%c: i1) {\n${"scf.if %c {\n".repeat(500)}${"}\n".repeat(500)}return\n}\n`,
  "regions nested 5,000 deep": () =>
    `func.func @f(%c: i1) {\n${"scf.if %c {\n".repeat(5_000)}${"}\n".repeat(5_000)}return\n}\n`,
  "a block of 100,000 arguments": () =>
    `"t.op"() ({\n^bb0(${repeat(100_000, (i) => `${i === 0 ? "" : ", "}%a${i}: i32`)}):\n  "t.use"(%a0) : (i32) -> ()\n}) : () -> ()\n`,
  "a string attribute of 50 MB": () => `"t.op"() {a = "${"x".repeat(50_000_000)}"} : () -> ()\n`,
};

/**
 * Returns the target ratio for texts of 15 to 40 MB, and `null` for other texts. For small texts, starting the process
 * and compiling its code takes most of the time.
 */
function timeTarget(text) {
  return text.length >= 15e6 && text.length <= 40e6 ? 0.3 : null;
}

/**
 * Measures time and peak memory of Passwright and mlir-opt while they parse, verify and print in custom form. mlir-opt
 * crashes on the deepest nesting.
 */
export async function measureShapes({ rounds, clock, wants }) {
  const rows = [];
  await withFolder(async (folder) => {
    const input = join(folder, "input.mlir");
    for (const [name, generate] of Object.entries(SHAPES)) {
      if (!wants(name)) continue;
      const text = generate();
      writeFileSync(input, text);
      const all = [input, "--allow-unregistered-dialect", "--mlir-disable-threading", "-o", join(folder, "out.mlir")];
      const [ours, reference] = [passwrightOpt(...all), mlirOpt(...all)];
      const least = await interleaveLeast(
        { ours: () => timeOf(ours, { clock }), reference: () => timeOf(reference, { clock }) },
        rounds,
      );
      if (Number.isNaN(least.get("ours"))) throw new Error(`our own program failed on ${name}`);
      rows.push(row(name, least.get("ours"), least.get("reference"), timeTarget(text), `ms ${clock}`));
      rows.push(row(`${name}: peak memory`, await peakOf(ours), await peakOf(reference), 0.7, "MB"));
    }
  });
  return rows;
}
