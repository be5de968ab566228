import { isTable, mustBe, mustBeString, mustBeTable, suggest } from "@passwright/core";
import { checkSettings, loadModule, refuse } from "@passwright/sdk";
import type { Pluggable, PluggableList, Preset } from "unified";
import { checkPlugin } from "./from-unified.ts";

/** Preset in which plugins can be given by name, such as the content of .remarkrc. */
export interface NamedPreset {
  /** List of plugins, or table that maps names of plugins to their settings. The value `false` excludes the plugin. */
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
 * @throws UsageError PWV0302 for a name that cannot be found; PWV0305 for a value that is not a plugin; PWV0309 for an
 * invalid setting.
 */
export function loadPlugins(list: NamedPlugins | NamedPreset, locations: UnifiedConfigSettings): PluggableList {
  checkSettings("PWV0309", "the settings of `unifiedFramework`", locations, { from: mustBeString });
  const { from } = locations;
  const loaded = (one: unknown, index = 0, all: readonly unknown[] = []): Pluggable => {
    if (typeof one === "string") {
      const what = `plugin \`${one}\` of remark or rehype`;
      const isWhole = /^[@.]|^(?:remark|rehype)-/.test(one);
      const names = isWhole ? ([one] as const) : ([`remark-${one}`, `rehype-${one}`, one] as const);
      return loaded(loadModule(names, { from, code: "PWV0302", what }));
    }
    if (Array.isArray(one)) {
      const [given, ...settings] = one as unknown[];
      // unified does not accept a list as the first element of a pair.
      if (Array.isArray(given) || given === undefined)
        checkPlugin(
          given,
          "the first element of a nested list",
          "write each plugin as `plugin` or `[plugin, settings]`",
        );
      const plugin = loaded(given);
      // Omits settings of presets, because presets do not accept settings.
      if (typeof plugin === "function") return [plugin, ...settings] as Pluggable;
      return settings[0] === false ? {} : plugin;
    }
    if (typeof one !== "object" || one === null) {
      checkPlugin(one, "an element of the list of plugins", "remove the element, or import the plugin");
      return one as Pluggable;
    }
    const plugged = mustBe("a list or a table of plugins", (value) => Array.isArray(value) || isTable(value));
    const { plugins, settings } = one as NamedPreset;
    // Accepts other members, as unified does, because published presets can have further members.
    checkSettings("PWV0309", "a preset", { plugins, settings }, { plugins: plugged, settings: mustBeTable });
    if (plugins === undefined && settings === undefined) {
      checkSettingsBeside(all[index - 1], one);
      refuse("PWV0309", "a preset has neither `plugins` nor `settings`", "add `plugins` to the preset");
    }
    const entries = Array.isArray(plugins) ? plugins : Object.entries(plugins ?? {});
    return { plugins: (entries as readonly unknown[]).map(loaded), ...(settings && { settings }) };
  };
  return [list].flat().map(loaded);
}

/** Throws if an object contains the settings of the plugin before it in a list. */
function checkSettingsBeside(plugin: unknown, settings: object): void {
  const name = typeof plugin === "function" ? plugin.name : plugin;
  const [key] = Object.keys(settings);
  // An object with a member that is almost `plugins` is a preset.
  if (typeof name !== "string" || name === "" || key === undefined || suggest(key, ["plugins", "settings"])) return;
  const written = typeof plugin === "string" ? `"${name}"` : name;
  const message = `the settings of plugin \`${name}\` are beside the plugin`;
  refuse("PWV0309", message, `write \`[${written}, { ${key}: … }]\``);
}
