export { builtIns } from "./built-ins.ts";
export { default, svgoFramework } from "./framework.ts";
export { fromSvgo, type SvgoPassSettings, type SvgoPlugin } from "./from-svgo.ts";
export { svg, svgIr, type PrintSettings } from "./svg.ts";
