import { babelFramework } from "@passwright/babel";

/** Framework with the settings that babel.config.json contained before. */
export default babelFramework({ filename: "a.js", presets: [["@babel/preset-env", { targets: "ie 11" }]] });
