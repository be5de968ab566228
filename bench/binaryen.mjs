import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { PassCatalogue } from "@passwright/builder";
import { PipelineGraph } from "@passwright/graph";
import { assemblyscript, wasm } from "@passwright/plugin-binaryen";
import { interleave } from "./measure.mjs";

/** WebAssembly module from an npm package, which Binaryen can optimize further. */
const INPUT = createRequire(new URL("../plugins/binaryen/package.json", import.meta.url)).resolve(
  "source-map/lib/mappings.wasm",
);
const LEVEL = "O3";

/**
 * Compares two ways to run AssemblyScript's pipeline: with a schedule of Passwright, and with one direct call to
 * Binaryen. Returns the median processor times in milliseconds. The times include reading and writing bytes, but not
 * loading Binaryen.
 */
export async function measureBinaryen(rounds) {
  const problem = await wasm.load();
  if (problem !== undefined) throw new Error(problem.message);
  const { default: binaryen } = await import("binaryen");
  const bytes = readFileSync(INPUT);
  const schedule = makeSchedule();
  const passes = [];
  for (const { path, manager } of schedule.pipelines) {
    if (path === "optimize") manager.forEachPass(({ declaration }) => passes.push(declaration.name));
  }
  const runOurs = () => {
    const parsed = wasm.binary.parse(bytes, { file: "mappings.wasm" });
    const { succeeded } = schedule.run(parsed.op, { verifyEach: false });
    if (!succeeded) throw new Error("the pipeline failed");
    return { bytes: parsed.op.toBinary(), features: parsed.op.binaryen.getFeatures() };
  };
  const { bytes: expected, features } = runOurs();
  const runByHand = () => {
    const module = binaryen.readBinary(bytes);
    module.setFeatures(features);
    // The schedule validates the input, so the direct call also validates it.
    module.validate();
    setByHand(binaryen);
    module.runPasses(passes);
    const result = module.emitBinary();
    module.dispose();
    return result;
  };
  if (!Buffer.from(runByHand()).equals(Buffer.from(expected))) throw new Error("the two did not make the same module");
  const medians = await interleave({ ours: () => timed(runOurs), reference: () => timed(runByHand) }, rounds);
  return { ours: medians.get("ours"), reference: medians.get("reference") };
}

function timed(body) {
  const before = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function makeSchedule() {
  const catalogue = new PassCatalogue();
  for (const definition of assemblyscript.passes) {
    catalogue.add({ declaration: definition.declaration, definition, owner: { name: "@passwright/plugin-binaryen" } });
  }
  const choice = { level: LEVEL };
  const graph = new PipelineGraph(wasm, { anchor: "wasm.module", catalogue, choice });
  assemblyscript.graph(graph, { choice, hooks: {} });
  const { schedule, diagnostics } = graph.createPipelineSchedule();
  if (schedule === undefined) throw new Error(diagnostics[0].message);
  return schedule;
}

/** Sets Binaryen's global options to the values that AssemblyScript uses at -O3. */
function setByHand(binaryen) {
  binaryen.setOptimizeLevel(4);
  binaryen.setShrinkLevel(0);
  binaryen.setFastMath(true);
  binaryen.setGenerateStackIR(true);
  binaryen.setOptimizeStackIR(true);
  binaryen.setAlwaysInlineMaxSize(12);
  binaryen.setFlexibleInlineMaxSize(70);
  binaryen.setOneCallerInlineMaxSize(200);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  binaryen.setPassArgument("partial-inlining-ifs", "4");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { ours, reference } = await measureBinaryen(Number(process.argv[2] ?? 5));
  console.log(`ours ${ours.toFixed(1)} ms, by hand ${reference.toFixed(1)} ms, ratio ${(ours / reference).toFixed(3)}`);
}
