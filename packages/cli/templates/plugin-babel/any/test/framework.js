import presetEnv from "@babel/preset-env";
import { babelFramework } from "@passwright/babel";

/** A configuration of Babel, as a user has it in babel.config.json. */
export default babelFramework({ filename: "src/index.js", presets: [[presetEnv, { targets: "ie 11" }]] });
