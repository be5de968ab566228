import { fromPostcss } from "@passwright/postcss";
import { float, PassType } from "@passwright/sdk";
import type { Declaration } from "postcss";

/** Example: an ordinary plugin of PostCSS that converts font sizes to `rem`. */
const plugin = ({ base = 16 }: { readonly base?: number }) => ({
  postcssPlugin: "template-pass",
  Declaration(declaration: Declaration) {
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
