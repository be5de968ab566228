import { definePass, definePlugin, defineValue, PassType } from "@passwright/sdk";

const symbols = defineValue({ name: "symbols", version: 1, per: "input" });

// A pass of another plugin provides the value.
const pass = definePass({
  name: "count-symbols",
  anchor: "func.func",
  types: [PassType.LateOptimization],
  requires: { symbols },
  runOnOperation: (_func, { values }) => void values.get(symbols),
});

export default definePlugin({ passes: [pass], setup() {} });
