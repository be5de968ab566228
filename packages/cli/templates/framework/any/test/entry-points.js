import { definePlugin } from "@passwright/sdk";

/** A plugin that taps the hook `isEntry`. To insert passes, list them in `passes` and call methods of `builder`. */
export default definePlugin({
  passes: [],
  setup(_builder, { hooks }) {
    hooks.isEntry?.tap("one of two", (name) => name !== "adds_one");
  },
});
