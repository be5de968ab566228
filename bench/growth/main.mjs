import { clockNamed } from "../clock.mjs";
import { BUILDER_KINDS, sampleBuilder } from "./builder.mjs";
import { GRAPH_KINDS, sampleGraph } from "./graph.mjs";
import { measureSizes, totalOf } from "./sizes.mjs";
import { sampleText } from "./textual.mjs";

/*
 * node bench/growth/main.mjs SUBJECT [KIND] [wall|cpu] [ROUNDS]: the subject is builder, graph or textual. Without a
 * kind, prints a table of all kinds. With all four arguments, prints the measured times as JSON. The bench starts this
 * script with all four arguments in a separate process.
 */
const SUBJECTS = {
  builder: { kinds: BUILDER_KINDS, sample: sampleBuilder },
  graph: { kinds: GRAPH_KINDS, sample: sampleGraph },
  textual: { kinds: ["pipeline"], sample: sampleText },
};

const [subject, kind, clock = "wall", rounds] = process.argv.slice(2);
const { kinds, sample } = SUBJECTS[subject];
const now = clockNamed(clock);
const measured = (each, times) => measureSizes((factor) => sample(each, factor, now), times);

if (rounds !== undefined) process.stdout.write(JSON.stringify(measured(kind, Number(rounds))));
else
  for (const each of kind === undefined ? kinds : [kind]) {
    const sizes = measured(each, 7);
    console.log(`${subject}, ${each}: ${Object.keys(sizes[0].parts).join(" + ")}, in ms (${clock})`);
    for (const { factor, parts } of sizes) {
      const sum = Object.values(parts)
        .map((part) => part.toFixed(2))
        .join(" + ");
      const times = (totalOf(parts) / totalOf(sizes[0].parts)).toFixed(0);
      console.log(`  ${`${factor}x`.padStart(5)}  ${sum}  (${times} times 1x)`);
    }
  }
