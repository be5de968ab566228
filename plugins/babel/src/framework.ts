import type { PluginItem } from "@babel/core";
import { defineFramework, passNames, refuse } from "@passwright/sdk";
import type { DefinedFramework, PassDefinition, PassManagerBuilder } from "@passwright/sdk";
import { configFilesOf } from "./config-files.ts";
import { fromBabel } from "./from-babel.ts";
import { babelGroup } from "./group.ts";
import { ALONE, javascriptIr } from "./javascript.ts";
import type { BabelOptions, Node } from "./javascript.ts";
import { loading, loadOptionsSync, loadPartialConfigSync } from "./loading.ts";
import type { Loaded, LoadedPlugin } from "./loading.ts";

const since = "0.1";

const shape = {
  name: "babel",
  extensionPoints: {
    "plugins.begin": { since, doc: "visitors at this point run first on every node" },
    "plugins.end": { since, doc: "visitors at this point run last on every node" },
  },
} as const;

/**
 * Loads a configuration with Babel. Reads the configuration files that `config` names, but does not search for other
 * configuration files.
 */
function load(config: BabelOptions): Loaded | null {
  if (typeof config !== "object" || config === null || Array.isArray(config) || "then" in config) {
    const isPromise = Boolean(Object(config)["then"]);
    const kind = isPromise
      ? "a promise"
      : config === null
        ? "null"
        : Array.isArray(config)
          ? "a list"
          : `a ${typeof config}`;
    refuse(
      "PWV0401",
      `the configuration for \`babelFramework\` is ${kind}, not an object`,
      'pass the path of the configuration file: `babelFramework({ configFile: "./babel.config.js" })`',
    );
  }
  return loading("the configuration", () => loadOptionsSync({ ...ALONE, ...config }));
}

/**
 * Returns the name of a plugin. If the plugin does not have a name, returns the name of its package, its file, or its
 * function in the configuration. Returns an empty string if the plugin does not have any of these names.
 */
function nameOf({ key }: LoadedPlugin, { plugins }: BabelOptions): string {
  // Babel generates a key such as `base$0` for a plugin that the configuration contains as a function or object.
  if (/^base(\$\d+)+$/.test(key)) return functionName(plugins?.[Number(key.slice("base$".length))]);
  const parts = key.split(/[\\/]/);
  const modules = parts.lastIndexOf("node_modules");
  const [scope = "", own = ""] = parts.slice(modules + 1);
  const named = modules < 0 ? parts.at(-1) : scope.startsWith("@") ? `${scope}-${own}` : scope;
  return (named ?? "").replace(/^babel-plugin-/, "");
}

/**
 * Returns the name of an item in the list `plugins` of a configuration. If the item is a list, the name can follow the
 * options. Without this name, returns the name of the item's function.
 */
function functionName(item: unknown): string {
  const [target, , name = (target as { readonly name?: string } | undefined)?.name] = Array.isArray(item)
    ? item
    : [item];
  return typeof name === "string" ? name : "";
}

/**
 * Makes a framework from a Babel configuration. All plugins, including the plugins of presets, run in Babel's order and
 * in one traversal. With `passPerPreset`, each preset has a separate traversal. `filename` is a sample file name,
 * because presets depend on the file extension. `configFile` is the path of a configuration file in any form that Babel
 * reads.
 *
 * @throws UsageError PWV0401 if the configuration is not an object, or if Babel cannot load it.
 */
export function babelFramework(config: BabelOptions = {}): DefinedFramework<Node, typeof shape, {}> {
  const { plugins = [], presets = [], ...settings } = load(config) ?? {};
  const lists = [plugins, ...presets.map((preset) => preset.plugins)].filter(({ length }) => length > 0);
  const unique = passNames();
  const definitionOf = (plugin: LoadedPlugin): PassDefinition<Node> =>
    fromBabel(plugin as unknown as PluginItem, { name: unique(nameOf(plugin, config)) });
  const traversals = lists.map((list) => list.map(definitionOf));
  const all = traversals.flat();
  const syntax = lists.flat() as unknown as PluginItem[];
  const isFiltered = Boolean(config.configFile) || Boolean(config.babelrc) || "ignore" in config || "only" in config;
  const takes = (filename: string): boolean =>
    !isFiltered || loadPartialConfigSync({ ...ALONE, ...config, filename }) !== null;
  const ir = javascriptIr({ ...(settings as BabelOptions), plugins: syntax }, takes);
  let configFiles: readonly string[] | undefined;
  const dependenciesOf = (file: Node): readonly string[] => [
    ...(ir.dependenciesOf?.(file) ?? []),
    ...(configFiles ??= configFilesOf({ ...ALONE, ...config })),
  ];
  return defineFramework({
    ...shape,
    ir: { ...ir, dependenciesOf },
    groups: [babelGroup],
    passes: all,
    pipeline(builder: PassManagerBuilder<Node>) {
      // With `passPerPreset`, makes a separate group for each preset. Otherwise, adjacent plugins would share one
      // group.
      const groups = traversals.map(() => (traversals.length > 1 ? builder.group(babelGroup) : builder));
      (groups[0] ?? builder).addExtensionPoint("plugins.begin");
      for (const [index, passes] of traversals.entries()) for (const pass of passes) groups[index]?.addPass(pass);
      (groups.at(-1) ?? builder).addExtensionPoint("plugins.end");
    },
  });
}

/** Framework with an empty pipeline on Babel's trees. Configs and plugins can insert passes into the pipeline. */
export default babelFramework();
