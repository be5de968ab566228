import { isTable, mustBe, mustBeString, mustBeTable } from "@passwright/core";
import type { Requirement, Requirements } from "@passwright/core";
import { checkSettings, currentFolder, environmentVariable, loadModule, refuse } from "@passwright/sdk";
import type { AcceptedPlugin } from "postcss";
import type { CssSettings } from "./css.ts";
import { checkPlugin, nameOf } from "./group.ts";

/** Entry of a list of plugins: a plugin, the name of a plugin to load, or a pair `[name, options]`. */
type ListedPlugin = AcceptedPlugin | string | readonly [name: string, options?: unknown] | false | null | undefined;

/**
 * PostCSS configuration as an object, such as the default export of postcss.config.mjs or the key `postcss` of
 * package.json.
 */
export type PostcssOptions = { readonly [K in keyof CssSettings]: CssSettings[K] | string } & {
  /** List of plugins, or table that maps names of plugins to their options. The value `false` excludes the plugin. */
  readonly plugins?: readonly ListedPlugin[] | { readonly [name: string]: unknown };
};

/** Context of a configuration that is a function. The function receives this context, as in postcss-load-config. */
export interface PostcssContext {
  /** Folder of the config. */
  readonly cwd: string;
  /** Name of the environment, from `NODE_ENV`. */
  readonly env: string;
  /** Further values that the configuration function can read. */
  readonly [name: string]: unknown;
}

/** PostCSS configuration: an object, or a function that returns an object. */
export type PostcssConfig = PostcssOptions | ((context: PostcssContext) => PostcssOptions);

/** Settings in addition to the configuration. */
export interface PostcssConfigSettings {
  /** Module from which plugin names are resolved, usually `import.meta.url`. Default: a file in the current folder. */
  readonly from?: string;
  /** Members of the context besides `cwd` and `env`. */
  readonly context?: { readonly [name: string]: unknown };
}

const anything: Requirement = () => [];

/**
 * Returns the requirement for a parser or printer: a function, a name, or an object that contains one of the functions
 * `members`. As in PostCSS, `false` and `null` count as not set.
 */
function syntaxWith(...members: readonly string[]): Requirement {
  const isSyntax = (value: unknown): boolean =>
    !value ||
    ["string", "function"].includes(typeof value) ||
    members.some((member) => typeof (Object(value) as { readonly [key: string]: unknown })[member] === "function");
  return mustBe("the name of a module, or the syntax that the module exports", isSyntax);
}

/** Returns whether a value can be the plugins of a configuration. A single plugin is a table, too. */
function isPlugins(value: unknown): boolean {
  return Array.isArray(value) || (isTable(value) && nameOf(value) === undefined);
}

/**
 * Settings of a configuration. The last setting is ignored, because it concerns the command line.
 */
const CONFIG: Requirements = {
  plugins: mustBe("a list, or a table of names and options", isPlugins),
  parser: syntaxWith("parse"),
  stringifier: syntaxWith("stringify"),
  syntax: syntaxWith("parse", "stringify"),
  map: mustBe("true, false, or an object", (value) => value === null || typeof value === "boolean" || isTable(value)),
  from: anything,
  to: anything,
  hideNothingWarning: anything,
};

/**
 * Loads the modules that a configuration names.
 *
 * @throws UsageError PWV0202 if a module cannot be loaded, or if the configuration or a plugin is invalid.
 */
export function loadConfig(
  config: PostcssConfig,
  locations: PostcssConfigSettings,
): CssSettings & { readonly plugins: readonly AcceptedPlugin[] } {
  checkSettings("PWV0202", "the settings of `postcssFramework`", locations, {
    from: mustBeString,
    context: mustBeTable,
  });
  const { from, context } = locations;
  const refused = (problem: string, help: string): never => refuse("PWV0202", problem, help);
  const env = environmentVariable("NODE_ENV") ?? "development";
  const given = typeof config === "function" ? config({ cwd: currentFolder(), env, ...context }) : config;
  if (typeof given !== "object" || given === null || "then" in given)
    refused("the PostCSS configuration must be an object", "return an object, not a promise");
  checkSettings("PWV0202", "the PostCSS configuration", given, CONFIG);
  for (const key of ["from", "to"] as const)
    if ((given as { readonly from?: unknown; readonly to?: unknown })[key] !== undefined)
      refused(
        `\`${key}\` of the PostCSS configuration would be the same path for all style sheets`,
        `remove \`${key}\`: each style sheet has the path of its own ${key === "to" ? "output" : "input"}`,
      );
  const { inline = false, annotation } = Object(given.map) as { readonly [key: string]: unknown };
  if (!inline && ["string", "function"].includes(typeof annotation))
    refused(
      "`map.annotation` of the PostCSS configuration must be true or false, because `passwright run` writes each map " +
        "beside its result",
      "remove `map.annotation`",
    );
  const load = (kind: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    return loadModule([value], { from, code: "PWV0202", what: `${kind} \`${value}\` of the PostCSS configuration` });
  };
  const { plugins = [], ...others } = given;
  const settings = Object.entries(others).filter(([key]) => ["parser", "stringifier", "syntax", "map"].includes(key));
  const entries = Array.isArray(plugins) ? plugins.map((plugin: unknown) => [plugin].flat()) : Object.entries(plugins);
  const opened = entries.map(([named, options]: readonly unknown[], index) => {
    if (!named || options === false) return [];
    const loaded = load("plugin", named);
    const isEmpty = options == null || Object.keys(options).length === 0;
    const entry = Array.isArray(plugins) ? `\`plugins[${index}]\`` : `\`${named as string}\``;
    const what = `${entry} of the PostCSS configuration`;
    const help = "use a plugin, or its name and options";
    if (!isEmpty && typeof loaded !== "function")
      refused(`${what} has options, so the plugin must be a function`, help);
    const plugin = isEmpty ? loaded : (loaded as (options: unknown) => unknown)(options);
    checkPlugin(plugin, what, help);
    return plugin;
  });
  return {
    ...Object.fromEntries(settings.map(([key, value]) => [key, load(key, value)])),
    plugins: opened.flat() as readonly AcceptedPlugin[],
  };
}
