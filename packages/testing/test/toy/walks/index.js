import { definePass, definePlugin } from "@passwright/sdk";
import { walk } from "../framework/index.js";

const measure = definePass({
  name: "measure",
  group: walk,
  member(op) {
    op.note = `${op.inner.length}`;
  },
});

let count = 0;

const number = definePass({
  name: "number",
  group: walk,
  member(op) {
    op.note = `${op.note ?? ""}#${++count}`;
  },
});

export default definePlugin({
  passes: [measure, number],
  setup(builder) {
    builder.addPass(measure);
    builder.addPass(number);
  },
});
