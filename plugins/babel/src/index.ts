export { babelFramework, default } from "./framework.ts";
export { fromBabel } from "./from-babel.ts";
export { babelGroup } from "./group.ts";
export {
  generateCode,
  javascriptIr,
  originOf,
  type BabelOptions,
  type File,
  type GeneratedCode,
  type Node,
  type Origin,
} from "./javascript.ts";
