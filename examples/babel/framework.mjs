import { babelFramework } from "@passwright/babel";

/** The former contents of babel.config.json. */
export default babelFramework({ filename: "a.js", presets: [["@babel/preset-env", { targets: "ie 11" }]] });
