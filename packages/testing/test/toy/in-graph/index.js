import { bool, definePass, definePlugin } from "@passwright/sdk";
import { ir } from "../framework/index.js";
import { list } from "../graph/index.js";

const count = definePass({
  name: "count-neighbours",
  ir,
  anchor: "unit",
  runOnOperation(unit) {
    unit.note = `#${unit.parent?.inner.length ?? 0}`;
  },
});

let numbers = 0;

const number = definePass({
  name: "number",
  ir: list,
  anchor: "unit",
  runOnOperation(unit) {
    unit.note = `#${++numbers}`;
  },
});

let calls = 0;

export default definePlugin({
  passes: [count, number],
  options: { unstable: bool(false, "forget the second call") },
  setup(_, { graph, options }) {
    graph?.pipeline("middle").addBefore("to-list", count);
    if (!options.unstable || ++calls === 1) graph?.pipeline("write").addPass(number);
  },
});
