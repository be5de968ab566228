import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { readConfigData } from "@passwright/loader";
import type { ProjectFiles } from "./project-files.ts";
import type { Tool, ToolConfig } from "./tools.ts";

/** Framework that runs the plugins of a tool in the same way as the tool with a given configuration. */
export interface ToolFramework {
  readonly framework: unknown;
  /** Parts of the configuration that the framework does not support. */
  readonly notes: readonly string[];
}

type Table = { readonly [key: string]: unknown };
type Make = (config: unknown) => unknown;

/** Makes a framework from a configuration file. If the tool throws an error, throws the same error. */
export async function frameworkOf(tool: Tool, config: ToolConfig, project: ProjectFiles): Promise<ToolFramework> {
  const adapter = await project.load(tool.package);
  const read = READERS[tool.id];
  return read(config, project, adapter);
}

type Reader = (config: ToolConfig, project: ProjectFiles, adapter: Table) => Promise<ToolFramework>;

const READERS: { readonly [id in Tool["id"]]: Reader } = {
  async svgo({ path }, project, adapter) {
    const { multipass, ...config } = tableOf(await valueOf(path, project));
    const notes = multipass === true ? ["rounds of `multipass` after the first"] : [];
    return { framework: (adapter["svgoFramework"] as Make)(config), notes };
  },

  async postcss({ path }, project, adapter) {
    const given = await valueOf(path, project);
    const context = { cwd: dirname(path), env: "production", options: {} };
    const config = tableOf(
      typeof given === "function" ? await (given as (context: object) => unknown)(context) : given,
    );
    const plugins = await Promise.all(postcssPlugins(config["plugins"]).map((one) => loadPlugin(one, project)));
    return { framework: (adapter["postcssFramework"] as Make)({ ...config, plugins }), notes: [] };
  },

  async babel({ path, example }, project, adapter) {
    const babel = await project.load("@babel/core");
    const load = babel["loadPartialConfigAsync"] as (options: object) => Promise<{ readonly options: object } | null>;
    const settings = { cwd: dirname(path), filename: example ?? `${dirname(path)}/input.js` };
    const partial = await load({ ...settings, configFile: path, babelrc: false });
    return { framework: (adapter["babelFramework"] as Make)(partial?.options ?? {}), notes: [] };
  },

  remark: (config, project, adapter) => unifiedOf("remark", config, project, adapter),
  rehype: (config, project, adapter) => unifiedOf("rehype", config, project, adapter),
};

async function unifiedOf(
  prefix: "remark" | "rehype",
  { path }: ToolConfig,
  project: ProjectFiles,
  adapter: Table,
): Promise<ToolFramework> {
  const { plugins = [], settings } = tableOf(await valueOf(path, project));
  const attached = await Promise.all(
    entriesOf(plugins).map(async ([plugin, options]) => {
      const loaded = typeof plugin === "string" ? await namedPlugin(plugin, prefix, project) : plugin;
      return options === undefined ? loaded : [loaded, options];
    }),
  );
  const [parse, stringify] = [
    await project.loadDefault(`${prefix}-parse`),
    await project.loadDefault(`${prefix}-stringify`),
  ];
  const preset = { plugins: attached, ...(settings !== undefined && { settings }) };
  // The configuration is last, so that its printer replaces the default: for example, an HTML printer after
  // `remark-rehype`.
  return { framework: (adapter["unifiedFramework"] as Make)([parse, stringify, preset]), notes: [] };
}

type Attach = (this: unknown, ...settings: unknown[]) => unknown;

/**
 * Loads a plugin by its name. The name can omit the prefix of the tool's packages. Renames the plugin's function to the
 * name of the package, because the two names often differ.
 */
async function namedPlugin(plugin: string, prefix: string, project: ProjectFiles): Promise<unknown> {
  const name = [plugin, `${prefix}-${plugin}`].find((one) => project.resolve(one) !== undefined) ?? plugin;
  const loaded = await project.loadDefault(name);
  if (typeof loaded !== "function" || !/^[@\w]/.test(name)) return loaded;
  const attach: Attach = function (...settings) {
    return (loaded as Attach).apply(this, settings);
  };
  return Object.defineProperty(attach, "name", { value: name.replace(/^@[^/]*\//, "") });
}

/**
 * Returns the content of a configuration file: its default export, its JSON or its YAML. A file without an extension,
 * such as `.postcssrc`, can contain JSON or YAML.
 */
async function valueOf(path: string, project: ProjectFiles): Promise<unknown> {
  if (path.endsWith(".json")) return JSON.parse(readFileSync(path, "utf8")) as unknown;
  if (/\.[cm]?js$/.test(basename(path))) return (await project.load(path))["default"];
  const value = await readConfigData(path);
  if (value === undefined) throw new Error("it is not valid JSON or YAML");
  return value;
}

function tableOf(value: unknown): Table {
  if (typeof value !== "object" || value === null) throw new Error("it is not an object");
  return value as Table;
}

type Entry = readonly [plugin: unknown, options?: unknown];

/**
 * Returns plugins as a list of entries. A list contains names, plugins and `[plugin, options]`; a table maps names to
 * options.
 */
function entriesOf(plugins: unknown): readonly Entry[] {
  if (!Array.isArray(plugins)) return Object.entries(tableOf(plugins)).filter(([, options]) => options !== false);
  return plugins.map((one: unknown): Entry => (Array.isArray(one) ? (one as unknown as Entry) : [one]));
}

const postcssPlugins = (plugins: unknown = []): readonly Entry[] =>
  entriesOf(plugins).filter(([plugin]) => plugin !== false && plugin != null);

async function loadPlugin([plugin, options]: Entry, project: ProjectFiles): Promise<unknown> {
  const loaded = typeof plugin === "string" ? await project.loadDefault(plugin) : plugin;
  const isNamed = typeof plugin === "string" || options !== undefined;
  return isNamed && typeof loaded === "function" ? (loaded as (options?: unknown) => unknown)(options) : loaded;
}
