import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findPackage } from "@passwright/loader";
import type { Skeleton } from "./skeleton.ts";

/** A plugin as a config names it. */
export type PluginToTry = readonly [folder: string, options: { readonly [name: string]: unknown }];

/** A folder that is gone after the trial, with configs that name a framework and the plugin. */
export class Project {
  readonly folder: string;
  #count = 0;

  /** Under another folder, whose owner removes both: for a thread that may be ended before it can. */
  constructor(parent: string = tmpdir()) {
    this.folder = realpathSync(mkdtempSync(join(parent, "passwright-")));
    writeFileSync(join(this.folder, "package.json"), '{ "name": "trial", "type": "module" }\n');
  }

  /** A module whose default export is the skeleton's framework; answers its path. */
  addSkeleton(skeleton: Skeleton): string {
    const path = join(this.folder, `${skeleton.name}.js`);
    const from = JSON.stringify(new URL("./framework-of.js", import.meta.url).href);
    const text = `import { frameworkOf } from ${from};\nexport default frameworkOf(${JSON.stringify(skeleton)});\n`;
    writeFileSync(path, text);
    return path;
  }

  /** Writes a config; answers its path. */
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

/** The folder of a plugin, absolute. */
export function folderOf(plugin: string | URL): string {
  return resolve(typeof plugin === "string" ? plugin : fileURLToPath(plugin));
}

/** A framework named by an author: a path, or a package as the plugin's own code would find it. */
export function findFramework(named: string, pluginFolder: string): string {
  if (/^[./]|^file:/.test(named)) return resolve(pluginFolder, named);
  const found = findPackage(named, join(pluginFolder, "package.json"));
  return found.ok ? found.found.folder : named;
}
