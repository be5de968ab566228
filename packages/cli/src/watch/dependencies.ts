import { dirname, resolve } from "node:path";
import { findPackage } from "@passwright/loader";
import type { LoadObserver } from "@passwright/loader";

/**
 * Reports which files and folders a session depends on: the config, its inputs, and the packages that it names. Packages that
 * npm installed are left out: a new installation needs a new start.
 */
export function dependencyObserver(report: (paths: readonly string[]) => void): LoadObserver {
  return {
    configRead(config) {
      const inputs = config.inputs.map(({ text, from = config.path }) => resolve(dirname(from), text));
      const named = [...(config.framework === undefined ? [] : [config.framework]), ...config.plugins];
      const packages = named.flatMap(({ text, from = config.path }) => {
        const result = findPackage(text, from);
        return result.ok ? [result.found.file ?? result.found.folder] : [];
      });
      report([...config.files, ...inputs, ...packages.filter((path) => !/[\\/]node_modules[\\/]/.test(path))]);
    },
  };
}
