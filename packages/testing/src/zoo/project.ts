import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findPackage, isPath, statsOf } from "@passwright/loader";
import type { Skeleton } from "./skeleton.ts";

/** Folder and options of a plugin, as in a config. */
export type PluginToTry = readonly [folder: string, options: { readonly [name: string]: unknown }];

/** Temporary folder with configs that name a framework and plugins. */
export class Project {
  readonly folder: string;
  #count = 0;

  /**
   * Creates a folder in `parent`. In a thread that can be killed, `parent` must be a folder that the main thread
   * removes.
   */
  constructor(parent: string = tmpdir()) {
    this.folder = realpathSync(mkdtempSync(join(parent, "passwright-")));
    writeFileSync(join(this.folder, "package.json"), '{ "name": "trial", "type": "module" }\n');
  }

  /** Writes a module whose default export is the framework of a skeleton. Returns the path of the module. */
  addSkeleton(skeleton: Skeleton): string {
    const path = join(this.folder, `${skeleton.name}.js`);
    const from = JSON.stringify(new URL("./framework-of.js", import.meta.url).href);
    const text = `import { frameworkOf } from ${from};\nexport default frameworkOf(${JSON.stringify(skeleton)});\n`;
    writeFileSync(path, text);
    return path;
  }

  /** Writes a config. Returns the path of the config. */
  addConfig(framework: string, plugins: readonly PluginToTry[]): string {
    const path = join(this.folder, `passwright.config.${++this.#count}.json`);
    const entries = plugins.map(([folder, options]) =>
      Object.keys(options).length === 0 ? folder : [folder, options],
    );
    writeFileSync(path, JSON.stringify({ framework, plugins: entries }));
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the absolute path of a plugin. */
export function folderOf(plugin: string | URL): string {
  return resolve(typeof plugin === "string" ? plugin : fileURLToPath(plugin));
}

/** Path of a framework or plugin, or the paths that were tried. */
export type FindNamedResult =
  { readonly ok: true; readonly path: string } | { readonly ok: false; readonly tried: readonly string[] };

/**
 * Finds a framework or a plugin. `named` is the name of a package that the plugin's code can import, or a path: relative to the
 * plugin's folder if it starts with `.`, and otherwise relative to the current folder. `plugin` is the path of the plugin.
 */
export function findNamed(named: string, plugin: string): FindNamedResult {
  const isFile = statsOf(plugin)?.isFile() === true;
  const from = isFile ? plugin : join(plugin, "package.json");
  const asNamed = findPackage(named, from);
  const result = asNamed.ok || isPath(named) ? asNamed : findPackage(resolve(named), from);
  if (result.ok) return { ok: true, path: result.found.file ?? result.found.folder };
  return { ok: false, tried: [...new Set([asNamed, result].flatMap((one) => (one.ok ? [] : one.tried)))] };
}
