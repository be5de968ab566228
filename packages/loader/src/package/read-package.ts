import { join } from "node:path";
import { hasControlCharacters } from "@passwright/core";
import type { Diagnostic, Result, SourceLocation } from "@passwright/core";
import { API_VERSION } from "@passwright/sdk";
import { blamed } from "@passwright/sdk/loading";
import type { Manifest } from "@passwright/sdk/loading";
import type { NamedInConfig } from "../config/config.ts";
import { statsOf } from "../config/files.ts";
import { displayPath, isInside } from "../config/paths.ts";
import { CODE_ENDINGS, isCode } from "../config/find-config.ts";
import { JsonFile, readManifestFile } from "../manifest/read-file.ts";
import { checkField, EMPTY_MANIFEST } from "../manifest/schema.ts";
import type { CheckedManifest } from "../manifest/schema.ts";
import * as errors from "../errors/index.ts";
import { refused } from "../errors/index.ts";
import { findAdapter, findPackage, findSimilarPackage, isPackageOrPath } from "./find-package.ts";
import type { FoundPackage, SeenPackages } from "./find-package.ts";

/** Plugin, framework or IR with its checked manifest, before its code is loaded. */
export interface PluginPackage {
  /** Whether the package is a plugin, a framework or an IR. */
  readonly kind: Manifest["kind"];
  /** Name in package.json. For a single file: its path in the config. */
  readonly name: string;
  /** Version of the package. */
  readonly version?: string;
  /** Name in the config, with its position. */
  readonly named: NamedInConfig;
  /** Folder of the package. */
  readonly folder: string;
  /** Path of the file, if a single file is used instead of a package. */
  readonly file?: string;
  /** Field `exports` of package.json. */
  readonly exports: unknown;
  /** Path of the entry module. `undefined` if the package does not have code. */
  readonly main: string | undefined;
  /** Path of the module with the code, relative to `folder`, if the manifest contains this path. */
  readonly entry?: string;
  /** Path of the manifest file, relative to `folder`. */
  readonly manifestFile?: string;
  /** Manifest of the package. Empty if the package does not have a manifest. */
  readonly manifest: CheckedManifest;
  /** Whether the package has code. A manifest alone can be a complete plugin. */
  readonly hasCode: boolean;
  /** Whether the user is probably the author: the current folder is in the package, or the package is a single file. */
  readonly isOwn?: true;
  /** Peer dependencies and their version ranges. */
  readonly peers: { readonly [name: string]: string };
  /** Position at which the manifest starts. */
  readonly at: SourceLocation;
}

/** Options of {@link readPackage}. */
export interface ReadPackageOptions {
  /** Kind that the package must have. */
  readonly kind: Manifest["kind"];
  /** File that refers to the package by name. */
  readonly from: string;
  /** Folder to which paths in diagnostics are relative. */
  readonly cwd: string;
  /** Cache of packages, shared between calls. */
  readonly seen?: SeenPackages;
  /** Whether `named` is a default that the loader uses because the config does not name a package. */
  readonly isDefault?: boolean;
  /** Whether to check only the path of the manifest file, because it is about to be written. */
  readonly withoutManifest?: boolean;
}

/** Package, or all problems with its manifest. */
export type ReadPackageResult = Result<{ readonly package: PluginPackage }>;

/** Finds a package, then reads and checks its manifest. Does not run code of the package. */
export async function readPackage(named: NamedInConfig, options: ReadPackageOptions): Promise<ReadPackageResult> {
  const { kind, from, cwd } = options;
  if (!isPackageOrPath(named.text)) return refused(errors.badPackageName(kind, named.text, named.at));
  const result = findPackage(named.text, from, options.seen);
  if (!result.ok) {
    // The requested package was not found, but an invalid package.json might belong to it.
    const { broken } = result;
    if (broken !== undefined) return readPackageJson(named, broken, broken.manifestText, options);
    const tried = result.tried.map((path) => displayPath(path, cwd));
    if (options.isDefault === true) return refused(errors.defaultIrNotFound(named.text, tried, named.at));
    return refused(errors.packageNotFound(kind, named.text, tried, findSimilarPackage(named.text, from), named.at));
  }
  const { found } = result;
  if (found.file !== undefined && !isCode(found.file))
    return refused(errors.notCode(kind, named.text, CODE_ENDINGS, named.at));
  if (found.manifestText === undefined) return { ok: true, package: singleFile(kind, named, found) };
  return readPackageJson(named, found, found.manifestText, options);
}

/** Reads a package that is a plugin or a framework. */
export async function readAnyPackage(
  named: NamedInConfig,
  options: Omit<ReadPackageOptions, "kind">,
): Promise<ReadPackageResult> {
  const plugin = await readPackage(named, { ...options, kind: "plugin" });
  const isOther = !plugin.ok && plugin.diagnostics.some(({ code }) => code === "PWL0105");
  return isOther ? readPackage(named, { ...options, kind: "framework" }) : plugin;
}

/**
 * Checks whether the API range of a package includes the installed version. If the installed version is a prerelease,
 * the range must include both this prerelease and its release version. semver alone would refuse 1.3.0-beta.1 for
 * `^1.0.0`, and accept 2.0.0-alpha.1 for `<2.0.0`.
 */
export async function checkApiRange(range: string, version: string, who: errors.Who): Promise<Diagnostic | undefined> {
  // Fast path for the usual range, without loading semver.
  if (range === `^${version}` && /^[1-9]\d*\.\d+\.\d+$/.test(version)) return undefined;
  const { gtr, ltr, satisfies, validRange } = await import("./semver.ts");
  if (validRange(range) === null) return errors.badApiRange(range, version, who);
  const release = version.replace(/-.*$/, "");
  if (satisfies(version, range, { includePrerelease: true }) && satisfies(release, range)) return undefined;
  const side = gtr(version, range) ? "plugin" : ltr(version, range) ? "host" : "neither";
  return errors.apiMismatch(range, version, side, who);
}

export const NO_MANIFEST: Pick<PluginPackage, "exports" | "main" | "manifest" | "peers"> = {
  exports: undefined,
  main: undefined,
  manifest: EMPTY_MANIFEST,
  peers: {},
};

function singleFile(kind: Manifest["kind"], named: NamedInConfig, found: FoundPackage): PluginPackage {
  return {
    kind,
    name: named.text,
    named,
    folder: found.folder,
    ...(found.file === undefined ? {} : { file: found.file }),
    ...NO_MANIFEST,
    hasCode: true,
    ...(found.folder.split(/[\\/]/).includes("node_modules") ? {} : { isOwn: true }),
    at: named.at,
  };
}

/** Returns whether a value is a string that is safe to print as a name or version. npm does not allow other values. */
function isPlain(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 214 && !hasControlCharacters(value);
}

type PackageJson = {
  readonly [field in "name" | "version" | "main" | "exports" | "peerDependencies" | "passwright"]?: unknown;
};

function peersIn(peers: unknown): { readonly [name: string]: string } {
  const entries = typeof peers === "object" && peers !== null ? Object.entries(peers) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Reads a package.json. Positions require a second, slower parser, which runs only on demand. */
async function readPackageJson(
  named: NamedInConfig,
  { folder, unreadable }: FoundPackage,
  text: string,
  { kind, from, cwd, withoutManifest }: ReadPackageOptions,
): Promise<ReadPackageResult> {
  const document = new JsonFile(displayPath(join(folder, "package.json"), cwd), text);
  const broken = (why: string, at: SourceLocation = document.locate(0)): ReadPackageResult =>
    refused(errors.brokenPackageJson({ kind, name: named.text, at }, why));
  if (unreadable !== undefined) return broken(unreadable);
  const parsed = await document.parse("package.json");
  if (!parsed.ok) return broken(parsed.why, parsed.at);
  const json = parsed.value as PackageJson | null;
  if (typeof json !== "object" || json === null) return broken("it is not an object");
  const name = isPlain(json.name) ? json.name : named.text;
  const version = isPlain(json.version) ? { version: json.version } : {};
  // Approximate position of the manifest, without the slower parser.
  const top = document.locate(Math.max(text.indexOf('"passwright":'), 0));
  const who = { name, kind, at: top };
  const { passwright } = json;
  if (passwright === undefined) {
    if (withoutManifest === true) return refused(errors.ownWithoutManifest(who));
    const adapter = findAdapter(named.text, from);
    return refused(errors.noManifest(adapter === undefined ? who : { ...who, at: named.at }, kind, adapter));
  }
  const { found: field, diagnostics } = await document.check(passwright, KEY, checkField, keepsLines(passwright));
  const own = blamed({ kind, name, ...version });
  if (field === undefined) return refused(...diagnostics.map((found) => ({ ...found, ...own })));
  const { head } = field;
  if (head.kind !== kind)
    return refused(errors.wrongKind({ name, kind: head.kind, at: await document.placeOf(KEY, "kind") }, kind));
  const mismatch = await checkApiRange(head.api, API_VERSION, who);
  if (mismatch !== undefined) return refused({ ...mismatch, ...own, at: await document.placeOf(KEY, "api") });
  const { entry, manifest: manifestFile } = head;
  const read =
    manifestFile === undefined
      ? { ok: true as const, manifest: field.manifest, at: undefined }
      : await readManifestFile(folder, manifestFile, { cwd, isWritten: withoutManifest === true }, who);
  if (!read.ok) return refused(...read.diagnostics.map((found) => ({ ...found, ...own })));
  const found: PluginPackage = {
    kind,
    name,
    ...version,
    named,
    folder,
    exports: json.exports,
    main: typeof json.main === "string" ? json.main : undefined,
    ...(entry === undefined ? {} : { entry }),
    ...(manifestFile === undefined ? {} : { manifestFile }),
    manifest: read.manifest,
    peers: peersIn(json.peerDependencies),
    hasCode: hasCode(folder, [entry, json.exports, json.main], read.manifest),
    ...(isInside(folder, cwd) ? { isOwn: true } : {}),
    at: read.at ?? top,
  };
  return { ok: true, package: found };
}

/** Returns whether a package has or needs code, even if the code is not built yet. */
function hasCode(folder: string, modules: readonly unknown[], { setup, passes, taps }: CheckedManifest): boolean {
  if (setup || passes?.length !== 0 || taps.length > 0) return true;
  return modules.some((one) => one !== undefined) || statsOf(join(folder, "index.js")) !== undefined;
}

const KEY = "passwright";

/** Returns whether a manifest contains keys whose positions are needed after the check. */
function keepsLines(field: unknown): boolean {
  const keys = typeof field === "object" && field !== null ? Object.keys(field) : [];
  return ["insert", "rules", "pipeline"].some((key) => keys.includes(key));
}
