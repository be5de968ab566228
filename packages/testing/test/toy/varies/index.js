import { definePass, definePlugin } from "@passwright/sdk";

const stamp = definePass({
  name: "stamp",
  anchor: "unit",
  deterministic: false,
  runOnOperation(unit) {
    unit.note = Math.random().toString(36);
  },
});

export default definePlugin({ passes: [stamp], insert: [{ pass: "stamp", end: true }] });
