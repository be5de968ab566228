import { definePass, definePlugin, string } from "@passwright/sdk";
import { cssPlugins } from "passwright-example-groups";

/** `color: theme` gets the accent color, also in rules that other plugins write. */
export const theme = definePass({
  name: "theme",
  group: cssPlugins,
  summary: "Replace theme colors",
  options: { accent: string("rebeccapurple", "the accent color") },
  createMember: ({ accent }) => ({
    postcssPlugin: "theme",
    Declaration(declaration) {
      if (declaration.value === "theme") declaration.value = accent;
    },
  }),
});

/** `@card` writes a nested rule with a theme color: `nested` and `theme` have to see it. */
export const card = definePass({
  name: "card",
  group: cssPlugins,
  member: {
    postcssPlugin: "card",
    AtRule: {
      card(rule, { Rule }) {
        rule.replaceWith(new Rule({ selector: "& .title", nodes: [] }).append({ prop: "color", value: "theme" }));
      },
    },
  },
});

export default definePlugin({
  name: "passwright-plugin-css-theme",
  passes: [theme, card],
  insert: [
    { pass: "theme", at: "sizes.end", reason: "in the middle of the processor" },
    { pass: "card", after: "nested" },
  ],
});
