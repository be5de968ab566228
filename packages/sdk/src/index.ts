export { API_VERSION } from "./api-version.ts";
export {
  type AnyFramework,
  defineFramework,
  type ExtensionPoint,
  type Framework,
  type FrameworkEnvironment,
  type FrameworkShape,
  isFramework,
} from "./define-framework.ts";
export {
  definePlugin,
  definePluginFor,
  isPlugin,
  type Plugin,
  type PluginBuilder,
  type PluginEnvironment,
} from "./define-plugin.ts";
export {
  type Callable,
  type CallableHooks,
  type HookDeclaration,
  type HookDeclarations,
  type HookKind,
  syncBailHook,
  syncHook,
  syncWaterfallHook,
  type Tappable,
  type TappableHooks,
  type TapOptions,
} from "./hook.ts";
export { type InsertionData, type Manifest, type RuleData } from "./manifest.ts";
export {
  type Insertion,
  ofType,
  type OnMissing,
  PassManagerBuilder,
  PassType,
  type PassTypeName,
  type Place,
  type Which,
} from "@passwright/builder";
export {
  type Analysis,
  bool,
  defineAnalysis,
  definePass,
  float,
  int,
  list,
  oneOf,
  type Pass,
  type PassContext,
  type PassDeclaration,
  type PassDefinition,
  pipelineText,
  string,
} from "@passwright/core";
