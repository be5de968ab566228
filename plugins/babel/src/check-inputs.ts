import { extname, resolve } from "node:path";
import { inspect } from "node:util";
import { diagnosticOf, errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { passNames } from "@passwright/sdk";
import type { BabelOptions } from "./javascript.ts";
import { loading, loadOptionsSync, traversalsOf } from "./loading.ts";
import type { Loaded, LoadedPlugin } from "./loading.ts";
import { nameOf } from "./plugin-names.ts";

/** Settings whose effect depends on the whole path of a file. Without these settings, only the extension matters. */
const OF_PATHS = ["exclude", "extends", "ignore", "include", "only", "overrides", "test"] as const;

/** Keys of loaded options that are compared separately, or that always differ. */
const SEPARATE = new Set(["filename", "plugins", "presets"]);

/**
 * Returns a function that checks an input, because the framework has one pipeline for all inputs. The function returns
 * an error if Babel leaves out the input, or if the input has other plugins or options than the sample file. `sample`
 * is the configuration that Babel loaded for the sample file.
 */
export function checkOf(options: BabelOptions, sample: Loaded): (file: string) => Diagnostic | undefined {
  const isOfPath = Boolean(options.configFile) || Boolean(options.babelrc) || OF_PATHS.some((key) => key in options);
  // Only accepted inputs are stored, because a diagnostic names its input.
  const accepted = new Set<string>();
  return (file) => {
    // Standard input does not have a file name, and uses the configuration of the sample file.
    if (file === "-") return undefined;
    const key = isOfPath ? file : extname(file);
    const problem = accepted.has(key) ? undefined : problemOf(file, options, sample);
    if (problem === undefined) accepted.add(key);
    return problem;
  };
}

function problemOf(file: string, options: BabelOptions, sample: Loaded): Diagnostic | undefined {
  const at = { at: { file, line: 0, column: 0 } };
  let loaded: Loaded | null;
  // Uses the environment of the sample file, because bundlers set `NODE_ENV` after they load the framework.
  const { envName } = sample;
  try {
    loaded = loading(`the configuration of \`${file}\``, () =>
      loadOptionsSync({ ...options, envName, filename: resolve(file) }),
    );
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic === undefined) throw thrown;
    return { ...diagnostic, ...at };
  }
  if (loaded === null) {
    const help = "remove the file from the inputs, or change `only` and `ignore` in the configuration";
    return errorDiagnostic("PWV0402", `the configuration of Babel leaves out \`${file}\``, help, at);
  }
  const [first, ...others] = differences(sample, loaded, (plugin) => nameOf(plugin, options) || plugin.key);
  if (first === undefined) return undefined;
  const { filename } = options;
  const from = filename == null ? "a file without a name" : `the sample file \`${filename}\``;
  const more = others.length === 0 ? "" : `, and ${others.length} more difference${others.length === 1 ? "" : "s"}`;
  const message = `the configuration of Babel for \`${file}\` differs from the configuration for ${from}: ${first}${more}`;
  const help = `run the file with a separate framework: \`babelFramework({ filename: ${JSON.stringify(file)}, … })\``;
  return errorDiagnostic("PWV0402", message, help, at);
}

/** Describes the differences between the plugins and options of the sample file and of an input. */
function differences(sample: Loaded, input: Loaded, shownName: (plugin: LoadedPlugin) => string): readonly string[] {
  const [own, other] = [pluginsIn(sample), pluginsIn(input)];
  const shown = (plugins: typeof own, filter: (key: string) => boolean, what: string): readonly string[] =>
    [...plugins].flatMap(([key, plugin]) => (filter(key) ? `plugin \`${shownName(plugin)}\` ${what}` : []));
  const hasChanged = (key: string): boolean =>
    other.has(key) && textOf(own.get(key)?.options) !== textOf(other.get(key)?.options);
  const found = [
    ...shown(other, (key) => !own.has(key), "is added"),
    ...shown(own, (key) => !other.has(key), "is missing"),
    ...shown(own, hasChanged, "has different options"),
    ...optionsIn(sample, input).map((key) => `option \`${key}\` has a different value`),
  ];
  const orderOf = (loaded: Loaded): string => textOf(traversalsOf(loaded).map((list) => list.map(({ key }) => key)));
  return found.length === 0 && orderOf(sample) !== orderOf(input) ? ["the order of plugins"] : found;
}

/**
 * Returns the plugins of all traversals by unique names, because a configuration and its presets can contain the same
 * plugin.
 */
function pluginsIn(loaded: Loaded): ReadonlyMap<string, LoadedPlugin> {
  const unique = passNames();
  return new Map(traversalsOf(loaded).flatMap((plugins) => plugins.map((plugin) => [unique(plugin.key), plugin])));
}

function optionsIn(sample: object, input: object): readonly string[] {
  const [own, other] = [sample, input].map((options) => new Map(Object.entries(options)));
  const keys = new Set([...(own?.keys() ?? []), ...(other?.keys() ?? [])]);
  return [...keys].filter((key) => !SEPARATE.has(key) && textOf(own?.get(key)) !== textOf(other?.get(key))).sort();
}

/** Returns a value as text. Functions with the same name have the same text, because presets create functions again. */
function textOf(value: unknown): string {
  return inspect(value, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity, sorted: true });
}
