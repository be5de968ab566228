import { fromBabel } from "@passwright/babel";
import { PassType, string } from "@passwright/sdk";

/** Example: an ordinary plugin of Babel that removes calls such as `console.debug(…)`. */
const plugin = (_babel, { method = "debug" }) => ({
  visitor: {
    CallExpression(path) {
      if (path.get("callee").matchesPattern(`console.${method}`) && path.parentPath.isExpressionStatement())
        path.remove();
    },
  },
});

export const templatePass = fromBabel(plugin, {
  name: "template-pass",
  summary: "remove calls of a method of `console`",
  types: [PassType.Cleanup],
  options: { method: string("debug", "the method") },
});
