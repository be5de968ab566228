import { definePlugin } from "@passwright/sdk";

/** A plugin for this framework: it answers the hook. Passes it would list under `passes`, and insert with `builder`. */
export default definePlugin({
  passes: [],
  setup(_builder, { hooks }) {
    hooks.isEntry?.tap("one of two", (name) => name !== "adds_one");
  },
});
