import { pathToFileURL } from "node:url";
import { PipelineGraph } from "@passwright/graph";

/** 1x; a hundred times as much is to take at most 200 times as long. */
const BASE = { pipelines: 100, edges: 500 };
const FACTORS = [1, 10, 100];

const name = { text: "pile", isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
const adapter = {
  name: "piles",
  intern: () => name,
  nameOf: () => name,
  parentOf: () => undefined,
  collectNested: () => undefined,
};

/**
 * How long it takes to register, plan and make a schedule of 100, 1,000 and 10,000 pipelines with five times as many edges, and to
 * run it, in milliseconds. Once in good order, once with a cycle to be found and told. Every sample has the same number of
 * pipelines in all, so that each pays for its own garbage; the sizes take turns.
 */
export function measureGraph(rounds) {
  return Object.fromEntries(
    ["in order", "a cycle"].map((kind) => {
      const samples = FACTORS.map(() => []);
      for (let round = 0; round <= rounds; round++)
        for (const [index, factor] of FACTORS.entries()) {
          const one = repeat(kind, factor, 100 / factor);
          if (round > 0) samples[index].push(one);
        }
      const middle = (of, what) => of.map((each) => each[what]).toSorted((a, b) => a - b)[of.length >> 1];
      return [
        kind,
        FACTORS.map((factor, index) => {
          const [register, schedule, run] = ["register", "schedule", "run"].map((what) => middle(samples[index], what));
          return { factor, register, schedule, run };
        }),
      ];
    }),
  );
}

/** The mean of several graphs of one size. */
function repeat(kind, factor, times) {
  const sum = { register: 0, schedule: 0, run: 0 };
  for (let time = 0; time < times; time++)
    for (const [what, ms] of Object.entries(sample(kind, factor))) sum[what] += ms / times;
  return sum;
}

const inputs = new Map();

/** What is registered, made once: names in programs are there before anything is measured. */
function inputOf(kind, factor) {
  const key = `${kind} ${factor}`;
  if (!inputs.has(key)) inputs.set(key, makeInput(kind, factor));
  return inputs.get(key);
}

function makeInput(kind, factor) {
  const count = BASE.pipelines * factor;
  const below = makeRandom(factor);
  const names = Array.from({ length: count }, (_, at) => `p${at}`);
  const edges = names.map(() => ({ predecessors: [], successors: [], jumpTargets: [] }));
  for (let edge = 0; edge < BASE.edges * factor; edge++) {
    const [one, other] = [below(count), below(count)];
    if (one === other) continue;
    const [before, after] = one < other ? [one, other] : [other, one];
    if (edge % 2 === 0) edges[after].predecessors.push(names[before]);
    else edges[before].successors.push(names[after]);
    if (edge % 10 === 0 && edges[after].jumpTargets.length === 0) edges[after].jumpTargets.push(names[before]);
  }
  if (kind === "a cycle") {
    for (let at = 0; at < count; at++) edges[at].predecessors.push(names[(at + count - 1) % count]);
  }
  return names.map((name, at) => [name, edges[at]]);
}

function sample(kind, factor) {
  const input = inputOf(kind, factor);
  let start = performance.now();
  const graph = new PipelineGraph(adapter, { anchor: "pile" });
  for (const [name, edges] of input) graph.registerPipeline(name, edges);
  const register = performance.now() - start;

  start = performance.now();
  const { schedule, diagnostics } = graph.createPipelineSchedule();
  const made = performance.now() - start;
  if ((schedule === undefined) !== (kind === "a cycle"))
    throw new Error(JSON.stringify(diagnostics.find(({ severity }) => severity === "error")));

  start = performance.now();
  if (schedule?.run({}).succeeded === false) throw new Error("the run failed");
  return { register, schedule: made, run: performance.now() - start };
}

function makeRandom(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * limit);
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [kind, rows] of Object.entries(measureGraph(7))) {
    console.log(`graph, ${kind}: register + schedule + run, in ms`);
    const total = (row) => row.register + row.schedule + row.run;
    for (const row of rows) {
      const parts = [row.register, row.schedule, row.run].map((part) => part.toFixed(2)).join(" + ");
      console.log(
        `  ${`${row.factor}x`.padStart(5)}  ${parts}  (${(total(row) / total(rows[0])).toFixed(0)} times 1x)`,
      );
    }
  }
}
