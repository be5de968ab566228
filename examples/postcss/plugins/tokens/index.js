import { definePlugin, string } from "@passwright/sdk";
import { fromPostcss } from "@passwright/postcss";

/** Ordinary PostCSS plugin that replaces `token(x)` with a CSS variable. */
const tokens = ({ prefix = "token" } = {}) => ({
  postcssPlugin: "tokens",
  Declaration(declaration) {
    if (declaration.value.includes("token("))
      declaration.value = declaration.value.replaceAll(/token\((\w+)\)/g, `var(--${prefix}-$1)`);
  },
});

const options = { prefix: string("token", "begin of the names of variables") };
const pass = fromPostcss(tokens, { name: "tokens", options });

export default definePlugin({
  name: "passwright-plugin-css-tokens",
  passes: [pass],
  options,
  setup(builder, { options: { prefix } }) {
    builder.addBefore("autoprefixer", pass, { options: { prefix }, reason: "prefixes depend on values" });
    builder.rule(pass).strong.after("postcss-nested", { reason: "tokens of nested rules are resolved in their rule" });
  },
});
