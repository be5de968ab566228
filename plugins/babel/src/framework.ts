import { resolve } from "node:path";
import type { PluginItem } from "@babel/core";
import { defineFramework, passNames, refuse } from "@passwright/sdk";
import type { DefinedFramework, PassDefinition, PassManagerBuilder } from "@passwright/sdk";
import { checkOf } from "./check-inputs.ts";
import { configFilesOf } from "./config-files.ts";
import { fromBabel } from "./from-babel.ts";
import { babelGroup } from "./group.ts";
import { ALONE, javascriptIr } from "./javascript.ts";
import type { BabelOptions, Node } from "./javascript.ts";
import { loading, loadOptionsSync, traversalsOf } from "./loading.ts";
import type { Explanation, Loaded, LoadedPlugin } from "./loading.ts";
import { nameOf } from "./plugin-names.ts";

const since = "0.1";

const shape = {
  name: "babel",
  extensionPoints: {
    "plugins.begin": { since, doc: "visitors at this point run first on every node" },
    "plugins.end": { since, doc: "visitors at this point run last on every node" },
  },
} as const;

/**
 * Loads a configuration with Babel. Without `configFile` in `config`, does not search for configuration files.
 */
function load(config: BabelOptions): Loaded {
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
  const { configFile, cwd } = config;
  const loaded = loading(
    "the configuration",
    () => loadOptionsSync(completed(config)),
    (reason) => typeof configFile === "string" && missingFile(reason, configFile, resolve(cwd ?? ".")),
  );
  if (loaded?.code === false)
    refuse("PWV0401", "the configuration sets `code` to `false`, so Babel would not print code", "remove `code`");
  const { filename = "" } = config;
  return (
    loaded ??
    refuse(
      "PWV0401",
      `the configuration leaves out the sample file \`${filename}\``,
      "set `filename` to a file that the configuration compiles",
    )
  );
}

/** If `configFile` does not exist, returns where Babel searched for it, and the help. */
function missingFile(reason: string, configFile: string, folder: string): Explanation | false {
  if (reason !== `Cannot find module '${configFile}'` || !/^\.{1,2}[\\/]/.test(configFile)) return false;
  const url = `new URL(${JSON.stringify(configFile)}, import.meta.url)`;
  return {
    where: ` in the folder \`${folder}\``,
    help: `pass a path that does not depend on the current folder: \`configFile: fileURLToPath(${url})\``,
  };
}

/** Disables the search for configuration files, unless the configuration names a file, as in Babel. */
function completed(config: BabelOptions): BabelOptions {
  return { ...ALONE, babelrc: Boolean(config.configFile), ...config };
}

/**
 * Makes a framework from a Babel configuration. All plugins, including the plugins of presets, run in Babel's order and
 * in one traversal. With `passPerPreset`, each preset has a separate traversal. `filename` is a sample file name,
 * because presets depend on the file extension. The framework refuses inputs for which the configuration has other
 * plugins or options. `configFile` is the path of a configuration file in any form that Babel reads.
 *
 * @throws UsageError PWV0401 if the configuration is not an object, if Babel cannot load it, or if it leaves out the
 * sample file.
 */
export function babelFramework(config: BabelOptions = {}): DefinedFramework<Node, typeof shape, {}> {
  const sample = load(config);
  const { plugins: _plugins, presets: _presets, ...settings } = sample;
  const lists = traversalsOf(sample);
  const unique = passNames();
  const definitionOf = (plugin: LoadedPlugin): PassDefinition<Node> =>
    fromBabel(plugin as unknown as PluginItem, { name: unique(nameOf(plugin, config)) });
  const traversals = lists.map((list) => list.map(definitionOf));
  const all = traversals.flat();
  const syntax = lists.flat() as unknown as PluginItem[];
  const problemOf = checkOf(completed(config), sample);
  const ir = javascriptIr({ ...(settings as BabelOptions), plugins: syntax });
  const parse: typeof ir.parse = (text, source) => {
    const problem = source && problemOf(source.file);
    return problem === undefined
      ? (ir.parse as NonNullable<typeof ir.parse>)(text, source)
      : { ok: false, diagnostics: [problem] };
  };
  let configFiles: readonly string[] | undefined;
  const dependenciesOf = (file: Node): readonly string[] => [
    ...(ir.dependenciesOf?.(file) ?? []),
    ...(configFiles ??= configFilesOf(completed(config))),
  ];
  return defineFramework({
    ...shape,
    ir: { ...ir, parse, dependenciesOf },
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
