export type { AnyPlugin, AnyProcessor } from "./attach.ts";
export type { NamedPlugins, NamedPreset, UnifiedConfigSettings } from "./config.ts";
export { conversionOf, fromUnified, type UnifiedPassSettings } from "./from-unified.ts";
export { default, unifiedFramework } from "./framework.ts";
export { fileOf, hast, hastIr, mdast, mdastIr, type Syntax } from "./trees.ts";
