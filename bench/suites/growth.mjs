import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "@passwright/test-support";
import { BUILDER_KINDS, callsOf } from "../growth/builder.mjs";
import { GRAPH_KINDS } from "../growth/graph.mjs";
import { totalOf } from "../growth/sizes.mjs";
import { row } from "../rows.mjs";

const LINEAR = 200;

/** By how much the logarithm of the builder's 100 steps grows with a hundred times as many. */
const LOGARITHM = 2;

/** Fewer do not tell what an idle machine takes. */
const ROUNDS = 7;

/** What must not grow faster than what it is given: ten and a hundred times the work beside once the work. */
export async function measureGrowth({ rounds, clock, wants }) {
  const rows = [];
  const measure = (subject, kind) => measureApart([subject, kind, clock, Math.max(rounds, ROUNDS)]);
  const add = (measured, [once, ...others]) => {
    for (const { factor, parts } of others)
      rows.push(
        row(nameOf(measured, factor), totalOf(parts), totalOf(once.parts), (LINEAR * factor) / 100, unit("ms")),
      );
  };
  const unit = (of) => `${of} ${clock}, reference is 1x`;
  if (wants("builder")) {
    for (const kind of BUILDER_KINDS) {
      const sizes = measure("builder", kind);
      add(["builder", kind], sizes);
      const [once, many] = [sizes[0], sizes.at(-1)].map(
        ({ factor, parts }) => (1000 * parts.adds) / callsOf(kind, factor),
      );
      rows.push(row(`builder 100x: an add… call, ${kind}`, many, once, LOGARITHM, unit("µs")));
    }
  }
  if (wants("graph")) for (const kind of GRAPH_KINDS) add(["graph", kind], measure("graph", kind));
  if (wants("textual pipeline")) add(["textual pipeline"], measure("textual", "pipeline"));
  return rows;
}

const nameOf = ([subject, kind], factor) => `${subject} ${factor}x${kind === undefined ? "" : `: ${kind}`}`;

/** In a process of its own, as what was measured before leaves its mark on the compiler and the heap. */
function measureApart(args) {
  const program = fileURLToPath(new URL("../growth/main.mjs", import.meta.url));
  const options = { encoding: "utf8", env: childEnvironment() };
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args.map(String)], options);
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}
