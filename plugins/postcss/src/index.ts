export type { PostcssConfig, PostcssConfigSettings, PostcssContext, PostcssOptions } from "./config.ts";
export { cssIr, type CssSettings } from "./css.ts";
export { default, postcssFramework } from "./framework.ts";
export { fromPostcss, openPlugins } from "./from-postcss.ts";
export { messagesOf, postcssGroup } from "./group.ts";
