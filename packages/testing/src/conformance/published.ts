import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { locate } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import type { PluginPackage } from "@passwright/loader";
import type { ModuleRequest } from "@passwright/runner/reuse";
import * as errors from "./errors.ts";

/** Files and packages that a plugin needs after it is published. */
export interface PublishedNeeds {
  /** Manifest and modules of the plugin, relative to its folder. */
  readonly files: readonly string[];
  /** Names of other packages that the modules import. */
  readonly packages: readonly string[];
}

/**
 * Returns the files and packages that a plugin needs: its manifest, and the modules and packages in `requests`, which
 * the import of the plugin's code requested.
 */
export function needsOf({ folder, manifestFile }: PluginPackage, requests: readonly ModuleRequest[]): PublishedNeeds {
  const files = new Set(manifestFile === undefined ? [] : [join(manifestFile)]);
  const packages = new Set<string>();
  for (const { name, parent, url } of requests) {
    const file = ownFile(url, folder);
    if (file !== undefined) files.add(file);
    else if (ownFile(parent, folder) !== undefined && !isBuiltin(name) && /^@?[\w~]/.test(name) && !name.includes(":"))
      packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  }
  return { files: [...files].map((file) => file.replaceAll("\\", "/")).sort(), packages: [...packages].sort() };
}

/** Returns the path of a module relative to a package, or `undefined` for a module outside of the package. */
function ownFile(url: string | undefined, folder: string): string | undefined {
  if (url?.startsWith("file:") !== true) return undefined;
  const path = relative(folder, fileURLToPath(url.replace(/[?#].*$/, "")));
  return path.startsWith("..") || isAbsolute(path) || /(?:^|[/\\])node_modules[/\\]/.test(path) ? undefined : path;
}

interface PackageJson {
  readonly name?: string;
  readonly private?: unknown;
  readonly passwright?: unknown;
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
}

/**
 * Checks that the published package of a plugin contains the files that the plugin needs, and that the plugin's
 * package.json lists the packages that the plugin imports. Does not check private packages and modules without a
 * package, because npm does not publish them.
 */
export async function checkPublished(
  folder: string,
  label: string,
  needs: PublishedNeeds,
  framework: string | undefined,
): Promise<readonly Diagnostic[]> {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const json = JSON.parse(text) as PackageJson;
  if (json.private === true) return [];
  const at = (key: string): SourceLocation =>
    locate("package.json", text, Math.max(text.search(new RegExp(`"${key}"\\s*:`)), 0));
  const { dependencies, optionalDependencies, peerDependencies, devDependencies = {} } = json;
  const listed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const unlisted = needs.packages.filter((name) => name !== json.name && !listed.includes(name));
  const packed = await packedFiles(folder);
  // Ignores a file that does not exist yet: a manifest that the script `prepack` writes before npm packs the package.
  const isLost = (file: string): boolean => packed?.includes(file) === false && existsSync(join(folder, file));
  const lost = needs.files.filter(isLost);
  return [
    ...(lost.length === 0 ? [] : [errors.notPublished(label, lost, at("files"))]),
    ...unlisted.map((name) => {
      const key = isShared(name, folder, framework) ? "peerDependencies" : "dependencies";
      const isDev = Object.hasOwn(devDependencies, name);
      return errors.notListed(label, name, key, isDev, at(isDev ? "devDependencies" : key));
    }),
  ];
}

/**
 * Returns whether a plugin and its framework must use the same copy of a package: packages of Passwright, the
 * framework, the packages that the framework itself uses, and other frameworks and plugins.
 */
function isShared(name: string, folder: string, framework: string | undefined): boolean {
  if (name.startsWith("@passwright/") || name === framework) return true;
  const { dependencies, peerDependencies } = installed(framework ?? "", folder);
  return name in { ...dependencies, ...peerDependencies } || installed(name, folder).passwright !== undefined;
}

/** Returns the package.json of a package that is installed in `folder` or an enclosing folder. */
function installed(name: string, folder: string): PackageJson {
  const file = join(folder, "node_modules", name, "package.json");
  if (name !== "" && existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as PackageJson;
  const parent = dirname(folder);
  return parent === folder ? {} : installed(name, parent);
}

/** Time limit of `npm pack` in milliseconds. This limit is an estimate. */
const PACK_LIMIT = 60_000;

/** Returns the files that `npm pack` packs, or `undefined` if npm is not installed or cannot pack the package. */
async function packedFiles(folder: string): Promise<readonly string[] | undefined> {
  const flags = ["pack", "--dry-run", "--json", "--ignore-scripts", "--no-update-notifier"];
  // Removes the variables of an enclosing `npm test --workspace …`, with which npm would pack other packages.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  try {
    const isWindows = process.platform === "win32";
    const options = { cwd: folder, env, timeout: PACK_LIMIT, maxBuffer: Infinity, shell: isWindows };
    const { stdout } = await promisify(execFile)("npm", flags, options);
    const [packed] = JSON.parse(stdout) as readonly { readonly files: readonly { readonly path: string }[] }[];
    return packed?.files.map(({ path }) => path);
  } catch {
    return undefined;
  }
}
