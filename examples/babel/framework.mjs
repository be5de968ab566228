import { babelFramework } from "@passwright/babel";

/** Framework with the settings of the project's former babel.config.json. */
export default babelFramework({ filename: "a.js", presets: [["@babel/preset-env", { targets: "ie 11" }]] });
