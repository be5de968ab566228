import { parsePipeline, PassRegistry, definePass, printPipeline } from "@passwright/core";
import { measureBuilder, totalOf } from "../builder.mjs";
import { measureGraph } from "../graph.mjs";
import { row } from "../rows.mjs";

const LINEAR = 200;

/** By how much the logarithm of the builder's 100 steps grows with a hundred times as many. */
const LOGARITHM = 2;

/** What must not grow faster than what it is given: a hundred times the work beside once the work. */
export async function measureGrowth({ rounds, wants }) {
  const rows = [];
  const add = (name, many, once, factor) =>
    rows.push(row(name, many, once, (LINEAR * factor) / 100, "ms, reference is 1x"));
  if (wants("builder")) {
    for (const [kind, sizes] of Object.entries(await measureBuilder(Math.max(rounds, 3)))) {
      for (const size of sizes.slice(1))
        add(`builder ${size.factor}x: ${kind}`, totalOf(size), totalOf(sizes[0]), size.factor);
      const [once, many] = [sizes[0], sizes.at(-1)].map(({ calls, adds }) => (1000 * adds) / calls);
      rows.push(row(`builder 100x: an add… call, ${kind}`, many, once, LOGARITHM, "µs, reference is 1x"));
    }
  }
  if (wants("graph")) {
    const total = ({ register, schedule }) => register + schedule;
    for (const [kind, sizes] of Object.entries(measureGraph(Math.max(rounds, 3))))
      for (const size of sizes.slice(1))
        add(`graph ${size.factor}x: ${kind}`, total(size), total(sizes[0]), size.factor);
  }
  if (wants("textual pipeline 100x")) {
    const times = [1, 100].map((factor) => pipelineTime(factor, rounds));
    add("textual pipeline 100x", times[1], times[0], 100);
  }
  return rows;
}

/** Milliseconds to read the text of a pipeline of a hundred passes, or a hundred times as many, and to print it. */
function pipelineTime(factor, rounds) {
  const registry = new PassRegistry();
  for (let i = 0; i < 100; i++) registry.registerPass(definePass({ name: `pass-${i}`, runOnOperation: () => {} }));
  const passes = Array.from({ length: 100 * factor }, (_, i) => `pass-${i % 100}`);
  const text = `module(${passes.join(",")})`;
  const samples = Array.from({ length: Math.max(rounds, 5) }, () => {
    const start = process.cpuUsage();
    for (let time = 0; time < 100 / factor; time++) {
      const parsed = parsePipeline(text, registry);
      if (!parsed.ok) throw new Error(parsed.diagnostic.message);
      if (printPipeline(parsed.manager) !== text) throw new Error("the pipeline is not printed as it was read");
    }
    const { user, system } = process.cpuUsage(start);
    return ((user + system) * factor) / 100_000;
  });
  return Math.min(...samples.slice(1));
}
