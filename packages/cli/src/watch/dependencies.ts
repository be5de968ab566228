import { dirname, resolve } from "node:path";
import { findPackage, type LoaderHooks, makeLoaderHooks } from "@passwright/loader";

/**
 * Hooks that tell which files and folders a session is made of: the config, its inputs, and the packages that it names. What
 * npm installed is left out: a new installation is a new start.
 */
export async function hooksThatTell(tell: (paths: readonly string[]) => void): Promise<LoaderHooks> {
  const hooks = await makeLoaderHooks();
  hooks.configRead.tap("watch", (config) => {
    const inputs = config.inputs.map(({ text, from = config.path }) => resolve(dirname(from), text));
    const named = [...(config.framework === undefined ? [] : [config.framework]), ...config.plugins];
    const packages = named.flatMap(({ text, from = config.path }) => {
      const result = findPackage(text, from);
      return result.ok ? [result.found.file ?? result.found.folder] : [];
    });
    tell([...config.files, ...inputs, ...packages.filter((path) => !/[\\/]node_modules[\\/]/.test(path))]);
  });
  return hooks;
}
