import { postcssFramework } from "@passwright/postcss";
import autoprefixer from "autoprefixer";
import nested from "postcss-nested";

/** A configuration of PostCSS, as in a user's postcss.config.mjs. */
export default postcssFramework({ plugins: [nested(), autoprefixer({ overrideBrowserslist: "safari 12" })] });
