import { definePlugin } from "@passwright/sdk";

export default definePlugin({
  passes: [],
  setup(builder) {
    // Wrong: not every framework has this position.
    const placed = builder.addBefore("one-shot-bufferisation", "cse");
    if (!placed.ok) throw new Error("cannot add a pass before one-shot-bufferisation");
  },
});
