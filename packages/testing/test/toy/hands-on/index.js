import { parentPort } from "node:worker_threads";
import { definePass, definePlugin, defineValue } from "@passwright/sdk";

const units = defineValue({ name: "units", version: 1, per: "input" });
const size = defineValue({ name: "size", version: 1, per: "operation" });

const collect = definePass({
  name: "collect-units",
  provides: { units },
  preserves: ["size@1"],
  runOnOperation(file, { values }) {
    // The parent of the thread ignores messages of plugins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    for (const message of [null, { kind: "done" }]) parentPort?.postMessage(message);
    values.set(units, file.inner.length);
  },
});

const measure = definePass({
  name: "measure-units",
  anchor: "unit",
  requires: { units },
  provides: { size },
  runOnOperation: (unit, { values }) => values.set(size, unit.inner.length / values.get(units)),
});

const mark = definePass({
  name: "mark-units",
  anchor: "unit",
  requires: { size, units },
  worksOn: ["thing"],
  runOnOperation(unit, { values }) {
    if (unit.inner.length > 0) unit.note = `${values.get(size)} of ${values.get(units)}`;
  },
});

export default definePlugin({
  passes: [mark, measure, collect],
  setup(builder) {
    builder.addPass(collect);
    builder.addPass(measure);
    builder.addPass(mark);
  },
});
