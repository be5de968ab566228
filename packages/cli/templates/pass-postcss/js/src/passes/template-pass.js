import { fromPostcss } from "@passwright/postcss";
import { float, PassType } from "@passwright/sdk";

/** Example: an ordinary plugin of PostCSS that converts font sizes to `rem`. */
const plugin = ({ base = 16 }) => ({
  postcssPlugin: "template-pass",
  Declaration(declaration) {
    const [, size] = /^([\d.]+)px$/.exec(declaration.value) ?? [];
    if (declaration.prop === "font-size" && size !== undefined) declaration.value = `${Number(size) / base}rem`;
  },
});

export const templatePass = fromPostcss(plugin, {
  name: "template-pass",
  summary: "convert sizes of fonts to `rem`",
  types: [PassType.Normalization],
  options: { base: float(16, "size of one `rem` in pixels") },
});
