import { postcssFramework } from "@passwright/postcss";
import autoprefixer from "autoprefixer";
import nested from "postcss-nested";

/** The former contents of postcss.config.mjs. */
export default postcssFramework({ plugins: [nested(), autoprefixer({ overrideBrowserslist: "safari 12" })] });
