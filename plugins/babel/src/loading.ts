import * as babel from "@babel/core";
import type { PluginItem } from "@babel/core";
import { refuse } from "@passwright/sdk";
import type { BabelOptions } from "./javascript.ts";

/** Plugin that Babel loaded, with its options. */
export interface LoadedPlugin {
  readonly key: string;
  readonly options?: unknown;
  readonly pre?: unknown;
  readonly post?: unknown;
  readonly parserOverride?: unknown;
}

/**
 * Configuration that Babel loaded. `plugins` contains the plugins of the first traversal. `presets` contains the
 * plugins of each traversal that `passPerPreset` adds.
 */
export interface Loaded {
  readonly envName?: string;
  readonly code?: boolean;
  readonly plugins?: readonly LoadedPlugin[];
  readonly presets?: readonly { readonly plugins: readonly LoadedPlugin[] }[];
}

/** Returns the plugins of each traversal. */
export function traversalsOf({ plugins = [], presets = [] }: Loaded): readonly (readonly LoadedPlugin[])[] {
  return [plugins, ...presets.map((preset) => preset.plugins)].filter(({ length }) => length > 0);
}

/** Plugin with its options. If the plugin was given by name, Babel has already resolved the name to a module. */
export interface ConfigItem {
  readonly value: object;
  readonly options?: object | false;
}

/** Configuration whose plugins Babel has not loaded yet. */
export interface PartialConfig {
  /** Paths of the configuration files. */
  readonly files: ReadonlySet<string>;
}

/** Functions of Babel that the type declarations of Babel 7 do not contain. */
export const { createConfigItemSync, loadOptionsSync, loadPartialConfigSync, transformSync } = babel as unknown as {
  createConfigItemSync(plugin: PluginItem, settings: { readonly type: "plugin" }): ConfigItem;
  loadOptionsSync(options: BabelOptions): Loaded | null;
  loadPartialConfigSync(options: BabelOptions): PartialConfig | null;
  transformSync(code: string, options: BabelOptions): { readonly externalDependencies?: Iterable<string> } | null;
};

/** Addition to the reason of an error of Babel, and the help. */
export interface Explanation {
  readonly where: string;
  readonly help: string;
}

/**
 * Calls `load`, which loads a configuration or a plugin, and converts errors of Babel. `what` describes the
 * configuration or the plugin. `explain` can explain the reason of an error.
 *
 * @throws UsageError PWV0401 if Babel refuses the configuration or the plugin.
 */
export function loading<T>(
  what: string,
  load: () => T,
  explain: (reason: string) => Explanation | false = () => false,
): T {
  try {
    return load();
  } catch (thrown) {
    const { message } = thrown as Error;
    const [reason = ""] = message.replace(/^\[BABEL\] .*?: | \(While processing: .*\)$/g, "").split("\n");
    const explained = explain(reason);
    if (explained !== false)
      return refuse("PWV0401", `Babel cannot load ${what}: ${reason}${explained.where}`, explained.help);
    const missing = /^Cannot find (?:module|package) '((?:@[^/']+\/)?[\w-][^/']*)/.exec(reason)?.[1];
    // Babel's suggestions contain names of existing modules.
    const existing = /^- (?:Did you mean|If you want to resolve .*, use) "(.*?)"/m.exec(message)?.[1];
    const help =
      existing !== undefined
        ? `write ${JSON.stringify(existing)}`
        : missing !== undefined
          ? `run \`npm install ${missing}\``
          : `correct ${what}`;
    return refuse("PWV0401", `Babel cannot load ${what}: ${reason}`, help);
  }
}
