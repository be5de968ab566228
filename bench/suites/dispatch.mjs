import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineAnalysis, definePass, PassManager } from "@passwright/core";
import { Timing } from "@passwright/instrument";
import { Context, createMlirAdapter, dialects, parseModule } from "@passwright/ir";
import { clockNamed } from "../clock.mjs";
import { interleave, interleaveLeast, timeOf } from "../measure.mjs";
import { mlirOpt, withFolder } from "../programs.mjs";
import { row } from "../rows.mjs";
import { measureRunLoop } from "../run-loop.mjs";

const FUNCTIONS = 20_000;
const FEW = 1;
const MANY = 51;
const PAIRS = FUNCTIONS * (MANY - FEW);
const UNIT = "ns per pass and operation";

const text = () => Array.from({ length: FUNCTIONS }, (_, i) => `func.func @f${i}() {\n  return\n}\n`).join("");

/**
 * Measures the overhead of a pass manager per pass and operation, as the time of 51 empty passes on 20,000 functions
 * minus the time of one empty pass. mlir-opt runs its `test-function-pass`. Passwright and mlir-opt run without the
 * verifier. In the row `analyses`, the passes of Passwright also request an analysis, but the passes of mlir-opt do
 * not.
 */
export async function measureDispatch({ rounds, wants }) {
  const names = ["plain", "timing", "statistics", "analyses"].map((kind) => `dispatch: ${kind}`);
  const rows = [];
  if (names.some(wants)) {
    const reference = await withFolder((folder) => measureReference(folder, rounds));
    const ours = await measureOurs(Math.max(rounds, 5));
    for (const name of names) {
      if (!wants(name)) continue;
      const kind = name.slice("dispatch: ".length);
      rows.push(
        row(name, ours.get(kind), reference.get(kind) ?? reference.get("plain"), kind === "plain" ? 0.25 : null, UNIT),
      );
    }
  }
  if (wants("dispatch: beside two bare loops")) {
    const { ours, reference } = await measureRunLoop(Math.max(rounds, 7));
    rows.push(row("dispatch: beside two bare loops", ours, reference, 6, UNIT));
  }
  return rows;
}

async function measureReference(folder, rounds) {
  const input = join(folder, "functions.mlir");
  writeFileSync(input, text());
  const run = (count, flags) => {
    const passes = Array.from({ length: count }, () => "test-function-pass").join(",");
    const pipeline = `--pass-pipeline=builtin.module(func.func(${passes}))`;
    return timeOf(mlirOpt(input, pipeline, "--verify-each=0", "--mlir-disable-threading", ...flags), { clock: "cpu" });
  };
  const kinds = { plain: [], timing: ["--mlir-timing"], statistics: ["--mlir-pass-statistics"] };
  const tasks = Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, flags]) => [
      [`${kind} few`, () => run(FEW, flags)],
      [`${kind} many`, () => run(MANY, flags)],
    ]),
  );
  const least = await interleaveLeast(tasks, rounds);
  return new Map(
    Object.keys(kinds).map((kind) => [kind, ((least.get(`${kind} many`) - least.get(`${kind} few`)) * 1e6) / PAIRS]),
  );
}

async function measureOurs(rounds) {
  const context = new Context({ dialects });
  const adapter = createMlirAdapter(context, dialects);
  const parsed = parseModule(context, text(), { file: "functions" });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
  const analysis = defineAnalysis({ name: "nothing", compute: () => ({}) });
  const bodies = {
    plain: (i) => new Function("op", "pass", `this.last = ${i};`),
    timing: (i) => new Function("op", "pass", `this.last = ${i};`),
    statistics: () => (_, pass) => pass.statistics.visited.add(1),
    analyses: () => (_, pass) => {
      pass.getAnalysis(analysis);
      pass.markAllAnalysesPreserved();
    },
  };
  const managers = Object.entries(bodies).map(([kind, body]) => {
    const build = (count) => {
      const manager = new PassManager(adapter, { anchor: "builtin.module" });
      manager.verifyEach = false;
      if (kind === "timing") manager.addInstrumentation(new Timing(() => performance.now()));
      const nested = manager.nest("func.func");
      for (let i = 0; i < count; i++) {
        const statistics = kind === "statistics" ? { statistics: { visited: "how many" } } : {};
        nested.addPass(definePass({ name: `pass-${i}`, anchor: "func.func", ...statistics, runOnOperation: body(i) }));
      }
      return manager;
    };
    return [kind, build(FEW), build(MANY)];
  });
  const tasks = Object.fromEntries(
    managers.map(([kind, few, many]) => [
      kind,
      () => ((used(() => run(many, parsed.op)) - used(() => run(few, parsed.op))) * 1e6) / PAIRS,
    ]),
  );
  await interleave(tasks, 2);
  return interleaveLeast(tasks, rounds);
}

function used(work) {
  const now = clockNamed("cpu");
  const start = now();
  work();
  return now() - start;
}

function run(manager, op) {
  const result = manager.run(op);
  if (!result.succeeded) throw new Error(JSON.stringify(result.diagnostics));
}
