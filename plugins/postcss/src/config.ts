import { currentFolder, environmentVariable, loadModule, refuse } from "@passwright/sdk";
import postcss from "postcss";
import type { AcceptedPlugin, ProcessOptions } from "postcss";
import type { CssSettings } from "./css.ts";

/** Entry of a list of plugins. Names are loaded, with options as a pair `[name, options]`. */
type ListedPlugin = AcceptedPlugin | string | readonly [name: string, options?: unknown] | false | null | undefined;

/** PostCSS configuration as data: postcss.config.mjs, or the key `postcss` of a package.json. */
export interface PostcssOptions {
  /** List of plugins, or table that maps names of plugins to their options. `false` leaves a plugin out. */
  readonly plugins?: readonly ListedPlugin[] | { readonly [name: string]: unknown };
  readonly parser?: ProcessOptions["parser"] | string;
  readonly stringifier?: ProcessOptions["stringifier"] | string;
  readonly syntax?: ProcessOptions["syntax"] | string;
  readonly map?: ProcessOptions["map"];
}

/** Argument of a configuration that is a function, as in postcss-load-config. */
export interface PostcssContext {
  readonly cwd: string;
  readonly env: string;
  readonly [name: string]: unknown;
}

/** PostCSS configuration, in any form that postcss.config may have. */
export type PostcssConfig = PostcssOptions | ((context: PostcssContext) => PostcssOptions);

/** Settings in addition to the configuration. */
export interface PostcssConfigSettings {
  /** Module from which names of plugins are resolved: `import.meta.url`. Default: a file in the current folder. */
  readonly from?: string;
  /** Members of the context besides `cwd` and `env`. */
  readonly context?: { readonly [name: string]: unknown };
}

/** Configuration with loaded plugins. */
export interface LoadedConfig extends CssSettings {
  readonly plugins: readonly AcceptedPlugin[];
}

const CODE = "PWV0202";

/** Loads a third-party module. Returns its default export, if there is one. */
type Load = (kind: string, name: string) => unknown;

function loaderFrom(from = `${currentFolder()}/postcss.config.js`): Load {
  return (kind, name) => {
    let reason: string | undefined = `Cannot find module '${name}'`;
    try {
      const module = loadModule([name], from);
      if (module !== undefined) return module;
    } catch (thrown) {
      [reason] = (thrown as Error).message.split("\n");
    }
    const help = `install it with \`npm install ${name}\`, or set \`from\` to \`import.meta.url\``;
    return refuse(CODE, `${kind} \`${name}\` of the PostCSS configuration cannot be loaded: ${reason}`, help);
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
      refuse(CODE, `${what} of the PostCSS configuration is not a plugin`, "use a plugin, or its name and options");
    }
    return [plugin as AcceptedPlugin];
  });
}

/** Keys about files and command lines, which are ignored. */
const OTHER_KEYS = ["from", "to", "hideNothingWarning"];

/**
 * Loads the modules that a configuration names.
 *
 * @throws UsageError PWV0202 if that fails, or the configuration is not an object.
 */
export function loadConfig(config: PostcssConfig, { from, context }: PostcssConfigSettings): LoadedConfig {
  const env = environmentVariable("NODE_ENV") ?? "development";
  const given = typeof config === "function" ? config({ cwd: currentFolder(), env, ...context }) : config;
  if (typeof given !== "object" || given === null || "then" in given)
    refuse(CODE, "the PostCSS configuration is not an object", "return an object; await promises before");
  const load = loaderFrom(from);
  const { plugins = [], parser, stringifier, syntax, map, ...others } = given;
  const unknown = Object.keys(others).find((key) => !OTHER_KEYS.includes(key));
  if (unknown !== undefined)
    refuse(CODE, `the PostCSS configuration has an unknown key \`${unknown}\``, `remove \`${unknown}\``);
  const loaded = Object.entries({ parser, stringifier, syntax })
    .filter(([, value]) => value !== undefined)
    .map(([kind, value]) => [kind, typeof value === "string" ? load(kind, value) : value]);
  return {
    ...(Object.fromEntries(loaded) as CssSettings),
    ...(map !== undefined && { map }),
    plugins: pluginsOf(plugins, load),
  };
}
