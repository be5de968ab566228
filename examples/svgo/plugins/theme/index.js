import { definePlugin, list, PassType, string } from "@passwright/sdk";
import { fromSvgo } from "@passwright/svgo";

/** Ordinary SVGO plugin, written as in svgo.config.mjs. */
const themeColors = {
  name: "theme-colors",
  description: "replace colors of the brand by CSS variables",
  fn: (_root, { colors = [] }) => ({
    element: {
      enter({ attributes }) {
        for (const name of ["fill", "stroke", "stop-color"]) {
          const index = colors.indexOf(attributes[name]);
          if (index >= 0) attributes[name] = `var(--brand-${index + 1})`;
        }
      },
    },
  }),
};

const options = { colors: list(string("", "a color"), "colors to replace, as `#rrggbb` or `#rgb`") };
const pass = fromSvgo(themeColors, { types: [PassType.Normalization], options });

export default definePlugin({
  name: "passwright-plugin-svg-theme",
  passes: [pass],
  options,
  setup(builder, { options: { colors } }) {
    builder.addAfter("convertColors", pass, {
      options: { colors },
      reason: "all spellings of a color are equal at this point",
    });
    builder.rule(pass).strong.before("mergePaths", { reason: "mergePaths merges paths of equal color" });
  },
});
