import presetEnv from "@babel/preset-env";
import { babelFramework } from "@passwright/babel";

/** A configuration of Babel, as in a user's babel.config.json. */
export default babelFramework({ filename: "src/index.js", presets: [[presetEnv, { targets: "ie 11" }]] });
