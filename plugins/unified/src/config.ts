import { loadModule } from "@passwright/sdk";
import type { Pluggable, PluggableList, Preset } from "unified";
import { checkPlugin } from "./from-unified.ts";

/** Preset in which plugins can be given by name, such as the content of .remarkrc. */
export interface NamedPreset {
  /** List of plugins, or table that maps names of plugins to their settings. The value `false` leaves a plugin out. */
  readonly plugins?: NamedPlugins | { readonly [name: string]: unknown };
  /** Settings of the parser and printer. */
  readonly settings?: Preset["settings"];
}

/**
 * List of plugins that `unified().use(list)` accepts. In addition, an element can be the name of a plugin, with or
 * without settings.
 */
export type NamedPlugins = readonly (
  Pluggable | NamedPreset | string | readonly [name: string, ...settings: unknown[]]
)[];

/** Settings in addition to the list of plugins. */
export interface UnifiedConfigSettings {
  /** Module from which plugin names are resolved, usually `import.meta.url`. Default: a file in the current folder. */
  readonly from?: string;
}

/**
 * Loads the plugins that a list contains by name, and returns the list with the loaded plugins. As in .remarkrc, the
 * prefix `remark-` or `rehype-` of a name can be omitted.
 *
 * @throws UsageError PWV0302 for a name that cannot be found; PWV0305 for a value that is not a plugin.
 */
export function loadPlugins(list: NamedPlugins | NamedPreset, { from }: UnifiedConfigSettings): PluggableList {
  const loaded = (one: unknown): Pluggable => {
    if (typeof one === "string") {
      const what = `plugin \`${one}\` of remark or rehype`;
      const isWhole = /^[@.]|^(?:remark|rehype)-/.test(one);
      const names = isWhole ? ([one] as const) : ([`remark-${one}`, `rehype-${one}`, one] as const);
      return loaded(loadModule(names, { from, code: "PWV0302", what }));
    }
    if (Array.isArray(one)) {
      const [given, ...settings] = one as unknown[];
      const plugin = loaded(given);
      // Omits settings of presets, because presets do not accept settings.
      if (typeof plugin === "function") return [plugin, ...settings] as Pluggable;
      return settings[0] === false ? {} : plugin;
    }
    if (typeof one !== "object" || one === null) {
      checkPlugin(one, "an element of the list of plugins", "remove the element, or import the plugin");
      return one as Pluggable;
    }
    const { plugins = [], settings } = one as NamedPreset;
    const entries = Array.isArray(plugins) ? plugins : Object.entries(plugins);
    return { plugins: entries.map(loaded), ...(settings && { settings }) };
  };
  return [list].flat().map(loaded);
}
