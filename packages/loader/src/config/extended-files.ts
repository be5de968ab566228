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

/**
 * Reads a config after everything that it extends. Reads each file only once. `shown` is the path of the config before
 * symbolic links were resolved.
 */
export async function readExtendedFiles(
  root: string,
  shown: string,
  options: ReadOptions & { readonly cwd: string },
): Promise<{ readonly all: readonly ConfigFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { cwd, dataOnly } = options;
  const all: ConfigFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  const way: string[] = [];
  const show = (path: string): string => displayPath(path, cwd);
  const report = (diagnostic: Diagnostic | undefined): undefined => {
    if (diagnostic !== undefined) diagnostics.push(diagnostic);
  };

  const fileAt = ({ text, at }: Located, path: string, owner: ConfigOwner | undefined): Resolved => {
    const stats = statsOf(path);
    if (stats === undefined) return report(errors.notAConfigToExtend(text, "the file does not exist", at));
    if (!stats.isFile()) return report(errors.notAConfigToExtend(text, "it is not a regular file", at));
    const real = realpathSync(path);
    const diagnostic = owner && checkOwner({ text, at }, real, owner);
    return diagnostic === undefined ? { path: real, owner } : report(diagnostic);
  };

  const inFolder = (named: Located, folder: string, owner: ConfigOwner | undefined): Resolved => {
    const found = findNamedConfig(folder, cwd);
    if (found.ok) return fileAt(named, found.path, owner);
    return report(errors.notAConfigToExtend(named.text, "it contains no config", named.at));
  };

  const resolveBase = (named: Located, from: string, owner: ConfigOwner | undefined): Resolved => {
    const { text, at } = named;
    const [name, inside] = isPath(text) ? [text, ""] : splitName(text);
    if (!isPackageOrPath(name))
      return report(errors.notAConfigToExtend(text, "it is neither a package nor a path", at));
    const path = resolvePath(text, dirname(from));
    if (isPath(text) && statsOf(path)?.isDirectory() === false) return fileAt(named, path, owner);
    const result = findPackage(name, from);
    if (!result.ok) {
      // A folder without package.json can still contain a config.
      if (isPath(text) && statsOf(path) !== undefined) return inFolder(named, path, owner);
      return report(errors.packageNotFound("config", text, result.tried.map(show), findSimilarPackage(text, from), at));
    }
    const { found } = result;
    const itsOwner = isPath(text) ? owner : { name, folder: found.folder };
    if (inside !== "") return fileAt(named, join(found.folder, inside), itsOwner);
    return isFramework(found) ? "framework" : inFolder(named, found.folder, itsOwner);
  };

  const checkInside = (path: string, { keys, keyPlaces }: FileConfig, owner: ConfigOwner): void => {
    const { framework, ir, plugins = [], inputs = [], instrument = {} } = keys;
    for (const named of [framework, ir, ...plugins, ...inputs]) {
      if (named === undefined || (!isPath(named.text) && !inputs.includes(named))) continue;
      report(checkOwner(named, resolvePath(named.text, dirname(path)), owner));
    }
    withFiles(instrument, (file) => {
      const at = keyPlaces.get("instrument");
      if (at !== undefined) report(checkOwner({ text: file, at }, resolve(dirname(path), file), owner));
      return file;
    });
  };

  const nameOf = (path: string, owner: ConfigOwner | undefined): string => {
    if (path === root) return basename(path);
    const short = relative(owner?.folder ?? dirname(root), path).replaceAll(sep, "/");
    return owner === undefined ? short : `${owner.name}/${short}`;
  };

  const visit = async ({ path, owner }: Base, file: string): Promise<void> => {
    seen.add(path);
    way.push(path);
    const name = nameOf(path, owner);
    const read = await readConfigFile(path, file, name, options);
    if (read.ok) {
      let extendedFramework: Located | undefined;
      for (const named of read.config.keys.extends ?? []) {
        const base = resolveBase(named, path, owner);
        if (base === "framework") extendedFramework = named;
        else if (base !== undefined) await extend(named, base);
      }
      const framework = extendedFramework === undefined ? {} : { extendedFramework };
      all.push({ path, name, shown: file, config: read.config, owner, ...framework });
      if (owner !== undefined) checkInside(path, read.config, owner);
    } else diagnostics.push(...read.diagnostics);
    way.pop();
  };

  const extend = async ({ at }: Located, base: Base): Promise<void> => {
    const circle = way.indexOf(base.path);
    if (circle >= 0) report(errors.extendsCircle([...way.slice(circle), base.path].map(show), at));
    else if (seen.has(base.path)) return;
    else if (dataOnly && isCode(base.path)) report(errors.codeInDataOnlyMode(show(base.path), at));
    else await visit(base, show(base.path));
  };

  await visit({ path: root, owner: undefined }, show(shown));
  return { all, diagnostics };
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
