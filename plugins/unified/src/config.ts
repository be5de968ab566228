import { currentFolder, loadModule, refuse } from "@passwright/sdk";
import type { Pluggable, PluggableList, Preset } from "unified";

/** Plugin of a list: as `use` accepts it, or its name, with or without settings. */
type Listed = Pluggable | NamedPreset | string | readonly [name: string, ...settings: unknown[]];

/** Preset whose plugins may be names: content of .remarkrc. */
export interface NamedPreset {
  /** List of plugins, or table that maps names of plugins to their settings. `false` leaves a plugin out. */
  readonly plugins?: NamedPlugins | { readonly [name: string]: unknown };
  readonly settings?: Preset["settings"];
}

/** List of plugins as `unified().use(list)` accepts it. Plugins may also be names. */
export type NamedPlugins = readonly Listed[];

/** Settings in addition to the list of plugins. */
export interface UnifiedConfigSettings {
  /** Module from which names of plugins are resolved: `import.meta.url`. Default: a file in the current folder. */
  readonly from?: string;
}

/** Loads a plugin. As in .remarkrc, the prefix `remark-` or `rehype-` of the package name is optional. */
function load(name: string, from: string): unknown {
  const isWhole = /^[@.]|^(?:remark|rehype)-/.test(name);
  const plugin = loadModule(isWhole ? [name] : [`remark-${name}`, `rehype-${name}`, name], from);
  if (plugin !== undefined) return plugin;
  const message = `plugin \`${name}\` of remark or rehype was not found`;
  return refuse("PWV0302", message, "install it, or set `from` to `import.meta.url`");
}

/**
 * Returns the list with names replaced by loaded plugins.
 *
 * @throws UsageError PWV0302 for a name that cannot be found.
 */
export function loadPlugins(
  list: NamedPlugins | NamedPreset,
  { from = `${currentFolder()}/unified.js` }: UnifiedConfigSettings,
): PluggableList {
  const loaded = (one: unknown): Pluggable => {
    if (typeof one === "string") return loaded(load(one, from));
    if (Array.isArray(one)) {
      const [given, ...settings] = one as unknown[];
      const plugin = loaded(given);
      // A preset does not have settings.
      if (typeof plugin === "function") return [plugin, ...settings] as Pluggable;
      return settings[0] === false ? {} : plugin;
    }
    if (typeof one !== "object" || one === null) return one as Pluggable;
    const { plugins = [], settings } = one as NamedPreset;
    const entries = Array.isArray(plugins) ? plugins : Object.entries(plugins);
    return { plugins: entries.map(loaded), ...(settings && { settings }) };
  };
  return [list].flat().map(loaded);
}
