import { UsageError } from "@passwright/sdk";
import postcss from "postcss";
import type { AcceptedPlugin, ProcessOptions } from "postcss";
import type { CssSettings } from "./css.ts";

/** Entry of a list of plugins. Names are loaded, with options as a pair `[name, options]`. */
type ListedPlugin = AcceptedPlugin | string | readonly [name: string, options?: unknown] | false | null | undefined;

/** A configuration of PostCSS as data: postcss.config.mjs, or the key `postcss` of a package.json. */
export interface PostcssOptions {
  /** A list, or a table of options by the names of plugins. `false` leaves a plugin out. */
  readonly plugins?: readonly ListedPlugin[] | { readonly [name: string]: unknown };
  readonly parser?: ProcessOptions["parser"] | string;
  readonly stringifier?: ProcessOptions["stringifier"] | string;
  readonly syntax?: ProcessOptions["syntax"] | string;
  readonly map?: ProcessOptions["map"];
}

/** What a configuration that is a function gets, as from postcss-load-config. */
export interface PostcssContext {
  readonly cwd: string;
  readonly env: string;
  readonly [name: string]: unknown;
}

/** A configuration of PostCSS, in any form that postcss.config may have. */
export type PostcssConfig = PostcssOptions | ((context: PostcssContext) => PostcssOptions);

/** Settings that the file of a configuration does not have. */
export interface PostcssConfigSettings {
  /** Module that names of plugins are resolved from: `import.meta.url`. Default: a file in the current folder. */
  readonly from?: string;
  /** Members of the context besides `cwd` and `env`. */
  readonly context?: { readonly [name: string]: unknown };
}

/** A configuration whose names are loaded. */
export interface LoadedConfig extends CssSettings {
  readonly plugins: readonly AcceptedPlugin[];
}

function refuse(message: string, help: string): never {
  throw new UsageError({ code: "PWV0202", severity: "error", message, help: [help] });
}

/** The part of Node that loads what a configuration names. Browsers lack it. */
interface Node {
  readonly env: { readonly NODE_ENV?: string };
  cwd(): string;
  getBuiltinModule(name: "node:module"): { createRequire(from: string): (name: string) => unknown };
}

const { process: node } = globalThis as unknown as { readonly process?: Node };
const cwd = (): string => node?.cwd() ?? "/";

/** Loads a module of another author; its default export, if it has one. */
type Load = (kind: string, name: string) => unknown;

function loaderFrom(from = `${cwd()}/postcss.config.js`): Load {
  return (kind, name) => {
    try {
      const module = node?.getBuiltinModule("node:module").createRequire(from)(name);
      if (module === undefined) throw new Error("modules are loaded by Node only");
      return (module as { readonly default?: unknown }).default ?? module;
    } catch (thrown) {
      const [reason] = (thrown as Error).message.split("\n");
      const help = `install it with \`npm install ${name}\`, or set \`from\` to \`import.meta.url\``;
      return refuse(`${kind} \`${name}\` of the configuration of PostCSS cannot be loaded: ${reason}`, help);
    }
  };
}

function pluginsOf(plugins: NonNullable<PostcssOptions["plugins"]>, load: Load): readonly AcceptedPlugin[] {
  const made = (name: string, options?: unknown): unknown => {
    const plugin = load("plugin", name);
    const isEmpty = options == null || Object.keys(options).length === 0;
    return isEmpty ? plugin : (plugin as (options: unknown) => unknown)(options);
  };
  const listed = Array.isArray(plugins)
    ? plugins.map((plugin: unknown) => {
        if (typeof plugin === "string") return made(plugin);
        return Array.isArray(plugin) ? made(plugin[0] as string, plugin[1]) : plugin;
      })
    : Object.entries(plugins).map(([name, options]) => options !== false && made(name, options));
  const names = Array.isArray(plugins) ? undefined : Object.keys(plugins);
  return listed.flatMap((plugin, index) => {
    if (!plugin) return [];
    try {
      postcss([plugin as AcceptedPlugin]);
    } catch {
      const what = names === undefined ? `\`plugins[${index}]\`` : `\`${names[index]}\``;
      refuse(`${what} of the configuration of PostCSS is not a plugin`, "give a plugin, or its name and options");
    }
    return [plugin as AcceptedPlugin];
  });
}

/** Settings of files and of command lines, which pipelines do not need. */
const OTHER_KEYS = ["from", "to", "hideNothingWarning"];

/**
 * Loads what a configuration names.
 *
 * @throws UsageError PWV0202 if that fails, or the configuration is not an object.
 */
export function loadConfig(config: PostcssConfig, { from, context }: PostcssConfigSettings): LoadedConfig {
  const env = node?.env.NODE_ENV ?? "development";
  const given = typeof config === "function" ? config({ cwd: cwd(), env, ...context }) : config;
  if (typeof given !== "object" || given === null || "then" in given)
    refuse("the configuration of PostCSS is not an object", "return an object; await promises before");
  const load = loaderFrom(from);
  const { plugins = [], parser, stringifier, syntax, map, ...others } = given;
  const unknown = Object.keys(others).find((key) => !OTHER_KEYS.includes(key));
  if (unknown !== undefined)
    refuse(`the configuration of PostCSS has an unknown key \`${unknown}\``, `remove \`${unknown}\``);
  const loaded = Object.entries({ parser, stringifier, syntax })
    .filter(([, value]) => value !== undefined)
    .map(([kind, value]) => [kind, typeof value === "string" ? load(kind, value) : value]);
  return {
    ...(Object.fromEntries(loaded) as CssSettings),
    ...(map !== undefined && { map }),
    plugins: pluginsOf(plugins, load),
  };
}
