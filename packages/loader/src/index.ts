export {
  type CheckedConfig,
  type Config,
  type ConfigResult,
  type InputInConfig,
  type NamedInConfig,
  type ShownFile,
  type PluginEntry,
  type PluginInConfig,
} from "./config/config.ts";
export { defineConfig, type ConfigFor } from "./config/define-config.ts";
export { helpOnBackslashes, isPath } from "./config/is-path.ts";
export { checkOwner, type ConfigOwner, realPath } from "./config/owner.ts";
export { displayPath, isInside, pathInConfig, resolvePath } from "./config/paths.ts";
export { CONFIG_ENDINGS, findNamedConfig, type FindResult, SEARCH_PLACES, searchConfig } from "./config/find-config.ts";
export {
  type InstrumentData,
  type PrintIrData,
  type ThreadCount,
  type ThreadsData,
  withFiles,
} from "./config/run-schema.ts";
export { readConfigData } from "./config/read-config-file.ts";
export { readConfig } from "./config/read-config.ts";
export {
  decodeUtf8,
  fieldsIn,
  type DecodedText,
  problemOf,
  type ReadBytesResult,
  readRegularFile,
  type ReadResult,
  readText,
  statsOf,
  systemErrorText,
} from "./config/files.ts";
export { configJsonSchema, manifestJsonSchema } from "./json-schema.ts";
export { findPackage, type FindPackageResult, type FoundPackage } from "./package/find-package.ts";
export { type CodeResult, importFramework, importPlugin, type ModuleThere } from "./code/import-code.ts";
export { ownerOfThrown, placeOfThrown } from "./code/thrown-place.ts";
export { loadOrders } from "./session/load-orders.ts";
export { hasCode } from "./manifest/of-code.ts";
export { surveyFramework } from "./manifest/generate.ts";
export { staleManifestOfPlugin } from "./manifest/compare.ts";
export {
  checkManifestFile,
  generateManifest,
  type PackageManifest,
  type PackageManifestResult,
} from "./manifest/of-package.ts";
export { type CheckedManifest } from "./manifest/schema.ts";
export {
  checkApiRange,
  type PluginPackage,
  readAnyPackage,
  readPackage,
  type ReadPackageOptions,
  type ReadPackageResult,
} from "./package/read-package.ts";
export type { LoadOptions } from "./session/assembly-input.ts";
export {
  type LoadedPlugin,
  loadPlugins,
  loadSession,
  type Survey,
  type SurveyResult,
  surveySession,
} from "./session/load-session.ts";
export { type LoadResult, type Planned, type Runs, Session } from "./session/session.ts";
