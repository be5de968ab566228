import type { BabelOptions } from "./javascript.ts";
import type { LoadedPlugin } from "./loading.ts";

/**
 * Returns the name of a plugin. If the plugin does not have a name, returns the name of its package, its file, or its
 * function in the configuration. Returns an empty string if the plugin does not have any of these names.
 */
export function nameOf({ key }: LoadedPlugin, { plugins }: BabelOptions): string {
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
