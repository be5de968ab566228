import { definePlugin } from "@passwright/sdk";
import { fromBabel } from "@passwright/babel";

/** Ordinary Babel plugin that removes calls of `console.debug`. */
const quiet = () => ({
  visitor: {
    CallExpression(path) {
      if (path.get("callee").matchesPattern("console.debug")) path.remove();
    },
  },
});

export default definePlugin({
  name: "passwright-plugin-quiet",
  passes: [fromBabel(quiet, { name: "remove-debug" })],
  insert: [
    {
      pass: "remove-debug",
      before: "transform-template-literals",
      reason: "removed calls need no transformed templates",
    },
  ],
});
