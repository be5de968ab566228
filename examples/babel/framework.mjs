import { babelFramework } from "@passwright/babel";

/** What stood in babel.config.json. */
export default babelFramework({ filename: "a.js", presets: [["@babel/preset-env", { targets: "ie 11" }]] });
