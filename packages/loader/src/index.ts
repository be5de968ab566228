export {
  type Activity,
  beginActivity,
  currentActivity,
  type DescribeActivity,
  during,
  followActivities,
} from "./activity.ts";
export { causeOf, keepCause, thrownText } from "./cause.ts";
export {
  type CheckedConfig,
  type Config,
  type ConfigResult,
  type InConfig,
  type NamedInConfig,
  type PluginEntry,
  type PluginInConfig,
  type ShownFile,
} from "./config/config.ts";
export { type BundleInsertionData } from "./config/contribution-schema.ts";
export { isPath } from "./package/find-package.ts";
export { displayPath } from "./config/display-path.ts";
export { CONFIG_ENDINGS, findNamedConfig, type FindResult, SEARCH_PLACES, searchConfig } from "./config/find-config.ts";
export { type DataDocument, type DataEntry, type DataNode, nodeOfValue } from "./config/node.ts";
export { type InstrumentData, type PrintIrData } from "./config/instrument-schema.ts";
export { type BundleData, type StepData } from "./config/pipeline-schema.ts";
export { readConfig } from "./config/read-config.ts";
export { type ThreadCount, type ThreadsData } from "./config/threads-schema.ts";
export { type Placed } from "./config/shape.ts";
export { type ReadResult, readText, statsOf, systemErrorText } from "./config/read-text.ts";
export { HookSet, type TapSummary } from "./hooks/hook-set.ts";
export { type LoaderHooks, makeLoaderHooks } from "./hooks/loader-hooks.ts";
export { configJsonSchema, manifestJsonSchema } from "./json-schema.ts";
export { checkApiRange } from "./package/api-range.ts";
export { readPackages } from "./session/read-packages.ts";
export { findPackage, type FindPackageResult, type FoundPackage } from "./package/find-package.ts";
export { type CodeResult, importFramework, importPlugin, type ModuleThere } from "./package/import-code.ts";
export { loadOrders } from "./session/load-orders.ts";
export { compareTexts } from "./package/compare-declarations.ts";
export { type CheckedManifest } from "./package/manifest-schema.ts";
export {
  type PluginPackage,
  readPackage,
  type ReadPackageOptions,
  type ReadPackageResult,
} from "./package/read-package.ts";
export { makeSourceOf } from "./package/source-of.ts";
export { type LoadOptions, loadSession, surveySession } from "./session/load-session.ts";
export { type Survey, type SurveyResult } from "./session/survey.ts";
export {
  type LoadResult,
  type ManagerResult,
  type Planned,
  type PlannedResult,
  Session,
  type SessionParts,
} from "./session/session.ts";
export { type LoadedPlugin, loadPlugins } from "./session/load-plugins.ts";
export { type NamedObject, ObjectSnapshot } from "./trust/object-snapshot.ts";
export { watched } from "./session/set-up.ts";
