import { definePlugin } from "@passwright/sdk";

export default definePlugin({
  passes: [],
  setup(builder) {
    // Wrong: the answer may be that there is no such place.
    const placed = builder.addBefore("one-shot-bufferisation", "cse");
    if (!placed.ok) throw new Error("one-shot-bufferisation has to be there");
  },
});
