import type { Diagnostic } from "@passwright/core";
import { assembleInput, Assembly, blameBundles, leaveOut, withoutLeftOut } from "@passwright/sdk/loading";
import type { FrameworkPart, LeavingOut, PluginPart, StrictData } from "@passwright/sdk/loading";
import type { CodeSource } from "../code/import-code.ts";
import type { LoadedCode } from "../code/loaded-code.ts";
import type { CheckedConfig } from "../config/config.ts";
import * as errors from "../errors/index.ts";
import type { DeclaredPipeline } from "../manifest/schema.ts";
import type { PluginPackage } from "../package/read-package.ts";
import { frameworkOfConfig } from "./framework-of-config.ts";
import { frameworkOfCode, frameworkOfManifest, hostOf, partOfCode, partOfManifest } from "./parts.ts";
import type { Packages } from "./read-packages.ts";

/** Options of `loadSession`. */
export interface LoadOptions {
  /** Config file, or a folder that contains a config file. Default: the loader searches from `cwd` upwards. */
  readonly config?: string | undefined;
  /** Plugins to leave out, by package name or by their name in the config. */
  readonly without?: readonly string[];
  /** Folder to which `config` is relative. Default: the current folder of the process. */
  readonly cwd?: string;
  /** Target that overrides the target of the config. */
  readonly target?: string | undefined;
  /** Level that overrides the level of the config. */
  readonly level?: string | undefined;
  /** Names of plugins in load order. Default: alphabetical order. */
  readonly order?: readonly string[];
  /** Kinds of reports to treat as errors, in addition to `strict` of the config. */
  readonly strict?: readonly StrictData[] | undefined;
  /** Whether to keep duplicate cleanups. */
  readonly keepDuplicates?: boolean;
  /** Whether to refuse code. Configs and packages that need code are errors, and the session cannot run. */
  readonly dataOnly?: boolean;
  /** Called before code of a config, framework or plugin runs. Loading ends if this function throws. */
  readonly beforeCode?: (() => void) | undefined;
  /** @internal Returns the module of a package if the module is already loaded and must not be imported again. */
  readonly moduleOf?: CodeSource["moduleOf"] | undefined;
  /** Called with the config before the packages in this config are read. */
  readonly onConfig?: ((config: CheckedConfig) => void) | undefined;
}

/** Config, the packages that it names, and the code that has been loaded so far. */
export interface Opened {
  readonly config: CheckedConfig;
  readonly packages: Packages;
  readonly code: LoadedCode;
  readonly options: LoadOptions;
}

export function assemblyOf(opened: Opened): Assembly {
  const { input, diagnostics } = inputOf(opened);
  const { absent, leftOut } = opened.packages;
  const assembled = assembleInput(input, diagnostics);
  const names = absent.map((plugin) => plugin.package.name);
  const state = { ...assembled, diagnostics: assembled.diagnostics.map((one) => errors.nextToAbsent(one, names)) };
  if (!state.isResolved) return new Assembly(state);
  const blamed = blameBundles(state.diagnostics, state.work);
  const kept = withoutLeftOut(blamed, [...leftOut, ...absent].map(partOfManifest));
  return new Assembly({ ...state, diagnostics: kept });
}

/** Returns the input of an assembly. Uses the code of a package if it is loaded, and otherwise the manifest. */
export function inputOf({ config, packages, code, options }: Opened): LeavingOut {
  const { target, level, strict = [], keepDuplicates = false } = options;
  const diagnostics: Diagnostic[] = [];
  const plugins = packages.plugins.map((plugin): PluginPart => {
    const own = code.get(plugin);
    if (own === undefined) return partOfManifest(plugin);
    const { part, diagnostics: wrong } = partOfCode(plugin, own);
    diagnostics.push(...wrong);
    return part;
  });
  const input = {
    framework: frameworkPart(config, packages, code),
    plugins,
    pluginNames: packages.names,
    owner: strict.length === 0 ? config : { ...config, strict: [...config.strict, ...strict] },
    ownPasses: [],
    requested: { ...(target === undefined ? {} : { target }), ...(level === undefined ? {} : { level }) },
    taps: {},
    instrumentations: [],
    keepDuplicates,
    host: hostOf(config, packages.absent),
  };
  const left = leaveOut(input, packages.leftOut.map(partOfManifest));
  return { input: left.input, diagnostics: [...diagnostics, ...left.diagnostics] };
}

function frameworkPart(config: CheckedConfig, packages: Packages, code: LoadedCode): FrameworkPart {
  if (config.pipeline !== undefined) return frameworkOfConfig(config, config.pipeline, code, packages.ir);
  const found = packages.framework as PluginPackage;
  if (code.framework !== undefined) return frameworkOfCode(found, code.framework);
  return frameworkOfManifest(found, found.manifest.pipeline as DeclaredPipeline);
}
