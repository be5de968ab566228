export {
  type Activity,
  beginActivity,
  currentActivity,
  type DescribeActivity,
  during,
  followActivities,
  type BundleData,
  type BundleInsertionData,
  causeOf,
  type DataDocument,
  type DataEntry,
  type DataNode,
  HookSet,
  type InConfig,
  keepCause,
  type ManagerResult,
  type NamedObject,
  nodeOfValue,
  ObjectSnapshot,
  type Placed,
  type StepData,
  type TapSummary,
  thrownText,
} from "@passwright/sdk/loading";
export {
  type CheckedConfig,
  type Config,
  type ConfigResult,
  type NamedInConfig,
  type ShownFile,
  type PluginEntry,
  type PluginInConfig,
} from "./config/config.ts";
export { isPath } from "./package/find-package.ts";
export { decodeUtf8, type DecodedText } from "./config/decode-utf8.ts";
export { displayPath } from "./config/display-path.ts";
export { CONFIG_ENDINGS, findNamedConfig, type FindResult, SEARCH_PLACES, searchConfig } from "./config/find-config.ts";
export { type InstrumentData, type PrintIrData } from "./config/instrument-schema.ts";
export { readConfig } from "./config/read-config.ts";
export { type ThreadCount, type ThreadsData } from "./config/threads-schema.ts";
export {
  type PathStats,
  problemOf,
  type ReadBytesResult,
  readRegularFile,
  type ReadResult,
  readText,
  statsOf,
  systemErrorText,
} from "./config/read-text.ts";
export { packageHost } from "./session/host.ts";
export { type LoadObserver } from "./session/load-observer.ts";
export { configJsonSchema, manifestJsonSchema } from "./json-schema.ts";
export { checkApiRange } from "./package/api-range.ts";
export { readPackages } from "./session/read-packages.ts";
export { findPackage, type FindPackageResult, type FoundPackage } from "./package/find-package.ts";
export { type CodeResult, importFramework, importPlugin, type ModuleThere } from "./package/import-code.ts";
export { loadOrders } from "./session/load-orders.ts";
export { staleManifestOfPlugin } from "./manifest/compare.ts";
export {
  checkManifestFile,
  generateManifest,
  type PackageManifest,
  type PackageManifestResult,
} from "./manifest/of-package.ts";
export { type CheckedManifest } from "./manifest/schema.ts";
export {
  type PluginPackage,
  readPackage,
  type ReadPackageOptions,
  type ReadPackageResult,
} from "./package/read-package.ts";
export { findSimilarPackage } from "./package/similar-package.ts";
export { makeSourceOf } from "./package/source-of.ts";
export { type LoadOptions, loadSession, surveySession } from "./session/load-session.ts";
export { type Survey, type SurveyResult } from "./session/survey.ts";
export { type LoadResult, type Planned, type PlannedResult, Session, type SessionParts } from "./session/session.ts";
export { type LoadedPlugin, loadPlugins } from "./session/load-plugins.ts";
