import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "@passwright/core";
import type { Located } from "@passwright/sdk/loading";
import { packageNotFound } from "../errors.ts";
import { findPackage, findSimilarPackage, isPackageOrPath, isPath } from "../package/find-package.ts";
import type { FoundPackage } from "../package/find-package.ts";
import type { FileConfig } from "./config-schema.ts";
import * as errors from "../errors.ts";
import { displayPath, statsOf } from "./files.ts";
import { findNamedConfig, isCode } from "./find-config.ts";
import { readConfigFile } from "./read-config-file.ts";
import type { ReadOptions } from "./read-config-file.ts";
import { withFiles } from "./run-schema.ts";

/** File that belongs to a config. */
export interface ConfigFile {
  /** Absolute path without symbolic links. */
  readonly path: string;
  /** Name in plans, which is the same on every machine: a path relative to the config, or `package/file`. */
  readonly name: string;
  /** Path in messages. */
  readonly shown: string;
  readonly config: FileConfig;
  /** Framework that the file extends. */
  readonly extendedFramework?: Located;
}

/** Package that a config extends by name. The package's configs may refer only to files in its folder. */
interface Owner {
  readonly name: string;
  readonly folder: string;
}

interface Base {
  readonly path: string;
  readonly owner: Owner | undefined;
}

type Resolved = { readonly base: Base } | { readonly isFramework: true } | { readonly diagnostic: Diagnostic };

/** Reads a config and everything that it extends. Reads each file once, extended ones first. */
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
    const read = await readConfigFile(path, file, this.#options);
    if (read.ok) {
      let extendedFramework: Located | undefined;
      for (const named of read.config.keys.extends ?? []) {
        if (await this.#extend(named, path, owner)) extendedFramework = named;
      }
      const framework = extendedFramework === undefined ? {} : { extendedFramework };
      this.all.push({ path, name: this.#nameOf(path, owner), shown: file, config: read.config, ...framework });
      if (owner !== undefined) this.#checkInside(path, read.config, owner);
    } else this.diagnostics.push(...read.diagnostics);
    this.#way.pop();
  }

  /** Reads an entry of `extends`. Returns whether the entry is a framework. */
  async #extend(named: Located, from: string, owner: Owner | undefined): Promise<boolean> {
    const resolved = this.#resolve(named, from, owner);
    if ("isFramework" in resolved) return true;
    if ("diagnostic" in resolved) this.diagnostics.push(resolved.diagnostic);
    else {
      const { base } = resolved;
      const circle = this.#way.indexOf(base.path);
      if (circle >= 0) {
        const files = [...this.#way.slice(circle), base.path].map((path) => displayPath(path, this.#options.cwd));
        this.diagnostics.push(errors.extendsCircle(files, named.at));
      } else if (!this.#seen.has(base.path)) {
        const file = displayPath(base.path, this.#options.cwd);
        if (this.#options.dataOnly && isCode(base.path)) {
          this.diagnostics.push(errors.codeInDataOnlyMode(file, named.at));
        } else await this.#visit(base, file);
      }
    }
    return false;
  }

  #resolve(named: Located, from: string, owner: Owner | undefined): Resolved {
    const { text, at } = named;
    const [name, inside] = isPath(text) ? [text, ""] : splitName(text);
    if (!isPackageOrPath(name))
      return { diagnostic: errors.notAConfigToExtend(text, "that is neither a package nor a path", at) };
    if (isPath(text)) {
      const path = resolve(dirname(from), text);
      if (statsOf(path)?.isDirectory() === false) return this.#file(named, path, owner);
    }
    const result = findPackage(name, from);
    if (!result.ok) {
      const path = resolve(dirname(from), text);
      // A folder without package.json may still contain a config.
      if (isPath(text) && statsOf(path) !== undefined) return this.#folder(named, path, owner);
      const tried = result.tried.map((place) => displayPath(place, this.#options.cwd));
      return { diagnostic: packageNotFound("config", text, tried, findSimilarPackage(text, from), at) };
    }
    const { found } = result;
    const itsOwner = isPath(text) ? owner : { name, folder: found.folder };
    if (inside !== "") return this.#file(named, join(found.folder, inside), itsOwner);
    return isFramework(found) ? { isFramework: true } : this.#folder(named, found.folder, itsOwner);
  }

  #folder(named: Located, folder: string, owner: Owner | undefined): Resolved {
    const found = findNamedConfig(folder, this.#options.cwd);
    if (found.ok) return this.#file(named, found.path, owner);
    return { diagnostic: errors.notAConfigToExtend(named.text, "there is no config in it", named.at) };
  }

  #file({ text, at }: Located, path: string, owner: Owner | undefined): Resolved {
    const stats = statsOf(path);
    if (stats === undefined) return { diagnostic: errors.notAConfigToExtend(text, "there is no such file", at) };
    if (!stats.isFile()) return { diagnostic: errors.notAConfigToExtend(text, "it is not a regular file", at) };
    const real = realpathSync(path);
    if (owner !== undefined && !real.startsWith(owner.folder + sep))
      return { diagnostic: errors.leavesPackage(text, owner.name, at) };
    return { base: { path: real, owner } };
  }

  /** Reports paths in the config of an installed package that lead out of the package. */
  #checkInside(path: string, config: FileConfig, owner: Owner): void {
    const { framework, ir, plugins = [], inputs = [], instrument = {} } = config.keys;
    for (const named of [framework, ir, ...plugins, ...inputs]) {
      if (named === undefined || (!isPath(named.text) && !inputs.includes(named))) continue;
      const target = realPath(resolve(dirname(path), named.text));
      if (target !== owner.folder && !target.startsWith(owner.folder + sep))
        this.diagnostics.push(errors.leavesPackage(named.text, owner.name, named.at));
    }
    withFiles(instrument, (file) => {
      const at = config.keyPlaces.get("instrument");
      if (at !== undefined && !realPath(resolve(dirname(path), file)).startsWith(owner.folder + sep))
        this.diagnostics.push(errors.leavesPackage(file, owner.name, at));
      return file;
    });
  }

  #nameOf(path: string, owner: Owner | undefined): string {
    if (path === this.#root) return basename(path);
    const base = owner === undefined ? dirname(this.#root) : owner.folder;
    const short = relative(base, path).replaceAll(sep, "/");
    return owner === undefined ? short : `${owner.name}/${short}`;
  }
}

/** Resolves the symbolic links in the existing part of a path. */
function realPath(path: string): string {
  const parent = dirname(path);
  if (parent === path) return path;
  if (existsSync(path)) return realpathSync(path);
  const inside = join(realPath(parent), basename(path));
  // Writing through a broken link creates its target.
  const isLink = lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? realPath(resolve(dirname(inside), readlinkSync(inside))) : inside;
}

/** Splits a name into package and path: `@acme/config/strict.yaml` is `strict.yaml` in `@acme/config`. */
function splitName(named: string): [name: string, inside: string] {
  const parts = named.split("/");
  const count = named.startsWith("@") ? 2 : 1;
  return [parts.slice(0, count).join("/"), parts.slice(count).join("/")];
}

function isFramework({ manifestText = "" }: FoundPackage): boolean {
  try {
    const { passwright } = JSON.parse(manifestText) as { passwright?: { readonly kind?: unknown } };
    return passwright?.kind === "framework";
  } catch {
    // An error here is reported when the manifest is read.
    return false;
  }
}
