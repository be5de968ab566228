import type { StrictData } from "@passwright/sdk/loading";
import type { CodeSource } from "../code/import-code.ts";
import type { CheckedConfig } from "../config/config.ts";

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
  /** Version of the plugin API against which manifests are checked. Default: the actual version. */
  readonly apiVersion?: string;
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
