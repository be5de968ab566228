import { UsageError } from "@passwright/sdk";
import type { Pluggable, PluggableList, Preset } from "unified";

/** Plugin of a list: as `use` takes it, or by its name, with or without settings. */
type Listed = Pluggable | NamedPreset | string | readonly [name: string, ...settings: unknown[]];

/** Preset whose plugins may be names: what .remarkrc contains. */
export interface NamedPreset {
  /** A list, or a table of settings by the names of plugins. `false` leaves a plugin out. */
  readonly plugins?: NamedPlugins | { readonly [name: string]: unknown };
  readonly settings?: Preset["settings"];
}

/** List of plugins as `unified().use(list)` takes it, where plugins may also be names. */
export type NamedPlugins = readonly Listed[];

/** Settings that a list of plugins does not have. */
export interface UnifiedConfigSettings {
  /** Module that names of plugins are resolved from: `import.meta.url`. Default: a file in the current folder. */
  readonly from?: string;
}

/** The part of Node that loads plugins by their names. Browsers lack it. */
interface Node {
  cwd(): string;
  getBuiltinModule(name: "node:module"): {
    createRequire(from: string): { (name: string): unknown; resolve(name: string): string };
  };
}

const { process: node } = globalThis as unknown as { readonly process?: Node };

/** Loads a plugin. As in .remarkrc, the names of packages may lack `remark-` or `rehype-`. */
function load(name: string, from: string): unknown {
  const require = node?.getBuiltinModule("node:module").createRequire(from);
  const names = [`remark-${name}`, `rehype-${name}`, name];
  for (const one of /^[@.]|^(?:remark|rehype)-/.test(name) ? [name] : names) {
    try {
      require?.resolve(one);
    } catch {
      continue;
    }
    const module = require?.(one) as { readonly default?: unknown } | undefined;
    if (module !== undefined) return module.default ?? module;
  }
  throw new UsageError({
    code: "PWV0302",
    severity: "error",
    message: `there is no plugin \`${name}\` of remark or rehype`,
    help: ["install it, or set `from` to `import.meta.url`"],
  });
}

/**
 * Returns the list with its names loaded.
 *
 * @throws UsageError PWV0302 for a name that cannot be found.
 */
export function loadPlugins(
  list: NamedPlugins | NamedPreset,
  { from = `${node?.cwd()}/unified.js` }: UnifiedConfigSettings,
): PluggableList {
  const loaded = (one: unknown): Pluggable => {
    if (typeof one === "string") return loaded(load(one, from));
    if (Array.isArray(one)) {
      const [given, ...settings] = one as unknown[];
      const plugin = loaded(given);
      // A preset takes no settings.
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
