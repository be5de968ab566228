import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "@passwright/development";
import { BUILDER_KINDS, callsOf } from "../growth/builder.mjs";
import { GRAPH_KINDS } from "../growth/graph.mjs";
import { leastOf, totalOf } from "../growth/sizes.mjs";
import { row } from "../rows.mjs";

const LINEAR = 200;

/** Factor by which the logarithm of the number of steps grows from 100 steps to 10,000 steps. */
const LOGARITHM = 2;

/** Minimum number of rounds. With fewer rounds, other programs can affect even the fastest round. */
const ROUNDS = 7;

/**
 * Number of times that the complete list of measurements runs. Other programs can slow down all measurements for a
 * while. With runs at different times, at least one measurement is likely to be undisturbed.
 */
const TURNS = 3;

const SUBJECTS = [
  ...BUILDER_KINDS.map((kind) => ({ name: "builder", subject: "builder", kind })),
  ...GRAPH_KINDS.map((kind) => ({ name: "graph", subject: "graph", kind })),
  { name: "textual pipeline", subject: "textual", kind: "pipeline" },
];

/** Wall time is measured, because processor time would include other threads of the garbage collector. */
const CLOCK = "wall";

/** Compares the times for 10 and 100 times the basic amount of work with the time for the basic amount. */
export async function measureGrowth({ rounds, wants }) {
  const wanted = SUBJECTS.filter(({ name }) => wants(name));
  let sizes = wanted.map(() => []);
  for (let turn = 0; turn < TURNS; turn++) {
    sizes = wanted.map(({ subject, kind }, at) =>
      leastOf(sizes[at], measureApart([subject, kind, CLOCK, Math.max(rounds, ROUNDS)])),
    );
  }
  return wanted.flatMap((one, at) => [
    ...rowsOf(one, sizes[at]),
    ...(one.name === "builder" ? [rowOfCalls(one, sizes[at])] : []),
  ]);
}

const unit = (of) => `${of} ${CLOCK}, reference is 1x`;

function rowsOf({ name, kind }, [once, ...others]) {
  return others.map(({ factor, parts }) => {
    const which = name === "textual pipeline" ? "" : `: ${kind}`;
    const limit = (LINEAR * factor) / 100;
    return row(`${name} ${factor}x${which}`, totalOf(parts), totalOf(once.parts), limit, unit("ms"));
  });
}

function rowOfCalls({ kind }, sizes) {
  const costs = [sizes.at(-1), sizes[0]].map(({ factor, least }) => (1000 * least.adds) / callsOf(kind, factor));
  return row(`builder 100x: an add… call, ${kind}`, ...costs, LOGARITHM, unit("µs"));
}

/**
 * Measures in a separate process, because earlier measurements in the same process would affect its compiled code and
 * heap.
 */
function measureApart(args) {
  const program = fileURLToPath(new URL("../growth/main.mjs", import.meta.url));
  const options = { encoding: "utf8", env: childEnvironment() };
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args.map(String)], options);
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}
