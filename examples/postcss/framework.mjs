import { postcssFramework } from "@passwright/postcss";
import autoprefixer from "autoprefixer";
import nested from "postcss-nested";

/** Framework with the plugins of the project's former postcss.config.mjs. */
export default postcssFramework({ plugins: [nested(), autoprefixer({ overrideBrowserslist: "safari 12" })] });
