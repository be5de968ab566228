import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "@passwright/core";
import type { Located } from "@passwright/sdk/loading";
import { findPackage, findSimilarPackage, isPackageOrPath } from "../package/find-package.ts";
import type { FoundPackage } from "../package/find-package.ts";
import type { FileConfig } from "./config-schema.ts";
import * as errors from "../errors/index.ts";
import { fieldsIn, statsOf } from "./files.ts";
import { isPath } from "./is-path.ts";
import { checkOwner } from "./owner.ts";
import type { ConfigOwner } from "./owner.ts";
import { displayPath, resolvePath } from "./paths.ts";
import { findNamedConfig, isCode } from "./find-config.ts";
import { readConfigFile } from "./read-config-file.ts";
import type { ReadOptions } from "./read-config-file.ts";
import { withFiles } from "./run-schema.ts";

export interface ConfigFile {
  /** Absolute path without symbolic links. */
  readonly path: string;
  /** Name in plans, which is the same on every machine: a path relative to the config, or `package/file`. */
  readonly name: string;
  readonly shown: string;
  readonly config: FileConfig;
  readonly extendedFramework?: Located;
  /** Package that contains the file, if a config extends this package by name. */
  readonly owner: ConfigOwner | undefined;
}

interface Base {
  readonly path: string;
  readonly owner: ConfigOwner | undefined;
}

/** Config of an entry of `extends`. `undefined` if the entry was reported. */
type Resolved = Base | "framework" | undefined;

/** Reads a config after everything that it extends. Reads each file only once. */
export class ExtendedFiles {
  readonly all: ConfigFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #root: string;
  readonly #options: ReadOptions & { readonly cwd: string };
  readonly #seen = new Set<string>();
  /** Chain of files from the config to the current file. */
  readonly #way: string[] = [];

  constructor(root: string, options: ReadOptions & { readonly cwd: string }) {
    this.#root = root;
    this.#options = options;
  }

  /** Reads the config. `shown` is the config's path before symbolic links were resolved. */
  async read(shown: string): Promise<void> {
    await this.#visit({ path: this.#root, owner: undefined }, displayPath(shown, this.#options.cwd));
  }

  async #visit({ path, owner }: Base, file: string): Promise<void> {
    this.#seen.add(path);
    this.#way.push(path);
    const name = this.#nameOf(path, owner);
    const read = await readConfigFile(path, file, name, this.#options);
    if (read.ok) {
      let extendedFramework: Located | undefined;
      for (const named of read.config.keys.extends ?? []) {
        if (await this.#extend(named, path, owner)) extendedFramework = named;
      }
      const framework = extendedFramework === undefined ? {} : { extendedFramework };
      this.all.push({ path, name, shown: file, config: read.config, owner, ...framework });
      if (owner !== undefined) this.#checkInside(path, read.config, owner);
    } else this.diagnostics.push(...read.diagnostics);
    this.#way.pop();
  }

  /** Reads an entry of `extends`. Returns whether the entry is a framework. */
  async #extend(named: Located, from: string, owner: ConfigOwner | undefined): Promise<boolean> {
    const base = this.#resolve(named, from, owner);
    if (base === "framework") return true;
    if (base === undefined) return false;
    const shown = (path: string): string => displayPath(path, this.#options.cwd);
    const circle = this.#way.indexOf(base.path);
    if (circle >= 0) this.#report(errors.extendsCircle([...this.#way.slice(circle), base.path].map(shown), named.at));
    else if (!this.#seen.has(base.path)) {
      if (!this.#options.dataOnly || !isCode(base.path)) await this.#visit(base, shown(base.path));
      else this.#report(errors.codeInDataOnlyMode(shown(base.path), named.at));
    }
    return false;
  }

  #resolve(named: Located, from: string, owner: ConfigOwner | undefined): Resolved {
    const { text, at } = named;
    const [name, inside] = isPath(text) ? [text, ""] : splitName(text);
    if (!isPackageOrPath(name))
      return this.#report(errors.notAConfigToExtend(text, "it is neither a package nor a path", at));
    if (isPath(text)) {
      const path = resolvePath(text, dirname(from));
      if (statsOf(path)?.isDirectory() === false) return this.#file(named, path, owner);
    }
    const result = findPackage(name, from);
    if (!result.ok) {
      const path = resolvePath(text, dirname(from));
      // A folder without package.json can still contain a config.
      if (isPath(text) && statsOf(path) !== undefined) return this.#folder(named, path, owner);
      const tried = result.tried.map((place) => displayPath(place, this.#options.cwd));
      return this.#report(errors.packageNotFound("config", text, tried, findSimilarPackage(text, from), at));
    }
    const { found } = result;
    const itsOwner = isPath(text) ? owner : { name, folder: found.folder };
    if (inside !== "") return this.#file(named, join(found.folder, inside), itsOwner);
    return isFramework(found) ? "framework" : this.#folder(named, found.folder, itsOwner);
  }

  #folder(named: Located, folder: string, owner: ConfigOwner | undefined): Resolved {
    const found = findNamedConfig(folder, this.#options.cwd);
    if (found.ok) return this.#file(named, found.path, owner);
    return this.#report(errors.notAConfigToExtend(named.text, "it contains no config", named.at));
  }

  #file({ text, at }: Located, path: string, owner: ConfigOwner | undefined): Resolved {
    const stats = statsOf(path);
    if (stats === undefined) return this.#report(errors.notAConfigToExtend(text, "the file does not exist", at));
    if (!stats.isFile()) return this.#report(errors.notAConfigToExtend(text, "it is not a regular file", at));
    const real = realpathSync(path);
    const diagnostic = owner && checkOwner({ text, at }, real, owner);
    return diagnostic === undefined ? { path: real, owner } : this.#report(diagnostic);
  }

  /** Reports each path of a package's config that is outside of the package. */
  #checkInside(path: string, config: FileConfig, owner: ConfigOwner): void {
    const { framework, ir, plugins = [], inputs = [], instrument = {} } = config.keys;
    for (const named of [framework, ir, ...plugins, ...inputs]) {
      if (named === undefined || (!isPath(named.text) && !inputs.includes(named))) continue;
      this.#report(checkOwner(named, resolvePath(named.text, dirname(path)), owner));
    }
    withFiles(instrument, (file) => {
      const at = config.keyPlaces.get("instrument");
      if (at !== undefined) this.#report(checkOwner({ text: file, at }, resolve(dirname(path), file), owner));
      return file;
    });
  }

  #report(diagnostic: Diagnostic | undefined): undefined {
    if (diagnostic !== undefined) this.diagnostics.push(diagnostic);
  }

  #nameOf(path: string, owner: ConfigOwner | undefined): string {
    if (path === this.#root) return basename(path);
    const base = owner === undefined ? dirname(this.#root) : owner.folder;
    const short = relative(base, path).replaceAll(sep, "/");
    return owner === undefined ? short : `${owner.name}/${short}`;
  }
}

/** Splits a name into package and path: `@acme/config/strict.yaml` is `strict.yaml` in `@acme/config`. */
function splitName(named: string): [name: string, inside: string] {
  const parts = named.split("/");
  const count = named.startsWith("@") ? 2 : 1;
  return [parts.slice(0, count).join("/"), parts.slice(count).join("/")];
}

function isFramework({ manifestText = "" }: FoundPackage): boolean {
  // Ignores invalid JSON, because reading the manifest reports it.
  const manifest = fieldsIn(manifestText)?.["passwright"] as { readonly kind?: unknown } | undefined;
  return manifest?.kind === "framework";
}
