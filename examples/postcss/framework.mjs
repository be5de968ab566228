import { postcssFramework } from "@passwright/postcss";
import autoprefixer from "autoprefixer";
import nested from "postcss-nested";

/** Framework with the plugins that postcss.config.mjs contained before. */
export default postcssFramework({ plugins: [nested(), autoprefixer({ overrideBrowserslist: "safari 12" })] });
