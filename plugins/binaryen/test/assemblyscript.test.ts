import { describeLong } from "@passwright/development";
import { expect } from "chai";
import type { Choice } from "@passwright/builder";
import { definePass } from "@passwright/core";
import type { OpPassManager, PassDefinition } from "@passwright/core";
import { printTrace } from "@passwright/graph";
import type { ScheduleRunOptions, ScheduleRunResult } from "@passwright/graph";
import { Timing } from "@passwright/instrument";
import { levels, wasm } from "@passwright/plugin-binaryen";
import type { WasmModule, WasmOp } from "@passwright/plugin-binaryen";
import binaryen from "./binaryen.ts";
import { compileProgram } from "./compile-program.ts";
import { recordCalls, runByHand } from "./recorded-calls.ts";
import { makeGraph, makeSchedule, readModule, textOf } from "./schedule.ts";

/** Returns the optimize level and the shrink level for a name such as `O2s`. */
function askedOf(level: string): { readonly optimize: number; readonly shrink: number } {
  const [, optimize, suffix = ""] = /^O(\d)(.?)$/.exec(level) as unknown as [string, string, string];
  return { optimize: Number(optimize), shrink: ["", "s", "z"].indexOf(suffix) };
}

function roundOf(choice: Choice): OpPassManager<WasmOp> {
  const found = makeSchedule(makeGraph(choice)).pipelines.find(({ path }) => path === "optimize");
  if (found === undefined) throw new Error("no round");
  return found.manager;
}

const FEATURES = { multivalue: 512, gc: 1024, strings: 16384 };

/**
 * Pairs of a program and a level of `asc`. Only one program is tested at every level, because each level takes seconds.
 */
const RUNS: readonly (readonly [program: string, level: string])[] = [
  ...levels.map(({ name }) => ["numbers", name] as const),
  ["shapes", "O3z"],
  ["shapes", "O1s"],
  ["words", "O3"],
  ["source-map", "O2s"],
];

/**
 * Compiles a program. Returns the compiled module, and the bytes that AssemblyScript's own optimization produces from
 * the module.
 */
async function prepare(
  program: string,
  level: string,
  options: { readonly converge?: boolean },
): Promise<{ readonly expected: Uint8Array; readonly module: WasmModule }> {
  const bytes = await compileProgram(program);
  const module = readModule(bytes);
  const features = module.binaryen.getFeatures();
  return { expected: runByHand(binaryen, bytes, features, recordCalls(askedOf(level)), options), module };
}

function run(module: WasmModule, choice: Choice, options: ScheduleRunOptions<WasmOp>): ScheduleRunResult {
  const result = makeSchedule(makeGraph(choice)).run(module, options);
  expect(result.succeeded, textOf(result.diagnostics)).to.equal(true);
  return result;
}

describeLong("AssemblyScript's pipeline", () => {
  before(() => wasm.load());

  it("runs the same passes as AssemblyScript at each level and for each feature", () => {
    for (const { name: level } of levels) {
      for (let bits = 0; bits < 16; bits++) {
        const option = {
          multivalue: (bits & 1) !== 0,
          gc: (bits & 2) !== 0,
          strings: (bits & 4) !== 0,
          "low-memory-unused": (bits & 8) !== 0,
        };
        const features =
          (option.multivalue ? FEATURES.multivalue : 0) +
          (option.gc ? FEATURES.gc : 0) +
          (option.strings ? FEATURES.strings : 0);
        const recorded = recordCalls({
          ...askedOf(level),
          features,
          lowMemoryUnused: option["low-memory-unused"],
        });
        const names: string[] = [];
        const optionsOf = new Map<string, { readonly [name: string]: unknown }>();
        roundOf({ level, option }).forEachPass(({ declaration, options }) => {
          names.push(declaration.name);
          optionsOf.set(declaration.name, options.values);
        });
        expect(names, `${level} ${JSON.stringify(option)}`).to.deep.equal(recorded.passes);
        const set = new Map(recorded.settings.map(([name, ...values]) => [name, values.at(-1)]));
        const inlining = optionsOf.get("inlining-optimizing");
        if (inlining === undefined) continue;
        expect({
          setOptimizeLevel: inlining["optimize"],
          setShrinkLevel: inlining["shrink"],
          setAlwaysInlineMaxSize: inlining["always-inline-max-size"],
          setFlexibleInlineMaxSize: inlining["flexible-inline-max-size"],
          setOneCallerInlineMaxSize: inlining["one-caller-inline-max-size"],
          setAllowInliningFunctionsWithLoops: inlining["inline-functions-with-loops"],
          setPassArgument: String(inlining["partial-inlining-ifs"]),
          setFastMath: (inlining["settings"] as string[]).includes("fast-math"),
          setDebugInfo: (inlining["settings"] as string[]).includes("debug-info"),
          setZeroFilledMemory: (inlining["settings"] as string[]).includes("zero-filled-memory"),
        }).to.deep.include(Object.fromEntries([...set].filter(([name]) => !/StackIR/.test(name))));
      }
    }
  });

  for (const [program, level] of RUNS) {
    it(`gives the same bytes as direct calls of the same passes, for ${program} at ${level}`, async () => {
      const { expected, module } = await prepare(program, level, {});
      run(module, { level }, { verifyEach: false });
      expect(Buffer.from(module.toBinary()).equals(expected)).to.equal(true);
    });
  }

  it("gives the same bytes if each pass is called separately, verified or timed", async () => {
    const { expected, module } = await prepare("numbers", "O3", {});
    const { module: copy } = await prepare("numbers", "O3", {});
    run(module, { level: "O3" }, { verifyEach: true });
    const timing = new Timing(() => performance.now());
    run(copy, { level: "O3" }, { verifyEach: false, instrumentations: [timing] });
    expect(Buffer.from(module.toBinary()).equals(expected)).to.equal(true);
    expect(Buffer.from(copy.toBinary()).equals(expected)).to.equal(true);
    const report = timing.report({ display: "list" });
    for (const pass of ["dae-optimizing", "merge-blocks", "reorder-functions"]) expect(report).to.contain(pass);
  });

  it("repeats until the module stops shrinking, as `asc --converge` does", async () => {
    const { expected, module } = await prepare("shapes", "O2s", { converge: true });
    const { trace } = run(module, { level: "O2s", option: { converge: true } }, { verifyEach: false });
    expect(Buffer.from(module.toBinary()).equals(expected)).to.equal(true);
    expect(printTrace(trace)).to.match(/jump to optimize, 1 of 32 \(pass `converge`: \d+ bytes\)/);
    expect([...module.attributes.keys()]).to.deep.equal([]);
  });

  it("inserts a pass before the rounds, which runs once, and one at the end of each round", async () => {
    const { module } = await prepare("shapes", "O2s", {});
    const seen: string[] = [];
    const note = (name: string): PassDefinition<WasmOp> =>
      definePass({ name, anchor: "wasm.module", runOnOperation: (_op: WasmOp) => void seen.push(name) });
    const graph = makeGraph({ level: "O2s", option: { converge: true } });
    const plugin = graph.forContributor({ kind: "plugin", name: "notes" });
    expect(plugin.pipeline("before")?.addAt("before.end", note("once")).ok).to.equal(true);
    expect(plugin.pipeline("optimize")?.addAt("optimize.end", note("each")).ok).to.equal(true);
    expect(plugin.pipeline("after")?.addAt("after.begin", note("last")).ok).to.equal(true);
    const { trace } = makeSchedule(graph).run(module, { verifyEach: false });
    const rounds = trace.filter((event) => event.kind === "pipeline" && event.pipeline === "optimize").length;
    expect(rounds).to.be.greaterThan(1);
    expect(seen).to.deep.equal(["once", ...Array.from({ length: rounds }, () => "each"), "last"]);
  });
});
