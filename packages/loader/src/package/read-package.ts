import { isAbsolute, join, relative } from "node:path";
import { hasControlCharacters, locate } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { API_VERSION } from "@passwright/sdk";
import { blamed, DataTooLarge, placeIn } from "@passwright/sdk/loading";
import type { Manifest } from "@passwright/sdk/loading";
import type { NamedInConfig } from "../config/config.ts";
import { displayPath, statsOf } from "../config/files.ts";
import { CODE_ENDINGS, isCode } from "../config/find-config.ts";
import type { TextResult } from "../config/json.ts";
import { entryOf, JsonFile, readManifestFile } from "../manifest/read-file.ts";
import { checkField, EMPTY_MANIFEST } from "../manifest/schema.ts";
import type { CheckedManifest } from "../manifest/schema.ts";
import * as errors from "../errors.ts";
import { findPackage, findSimilarPackage, isPackageOrPath } from "./find-package.ts";
import type { FoundPackage, SeenPackages } from "./find-package.ts";

/** A plugin, framework or IR whose manifest was read and fits, and none of whose code was loaded. */
export interface PluginPackage {
  readonly kind: Manifest["kind"];
  /** The name in its package.json; for a single file, the path as the config has it. */
  readonly name: string;
  readonly version?: string;
  /** How the config names it. */
  readonly named: NamedInConfig;
  readonly folder: string;
  /** The file that is the whole plugin, where there is no package. */
  readonly file?: string;
  /** As its package.json has it. */
  readonly exports: unknown;
  readonly main: string | undefined;
  /** The range of API versions that it works with. */
  readonly api: string;
  /** The module with its code, relative to `folder`, if package.json names one for Passwright. */
  readonly entry?: string;
  /** The file of its manifest, relative to `folder`. */
  readonly manifestFile?: string;
  readonly manifest: CheckedManifest;
  /** Whether there is code. A manifest alone is a whole plugin, too. */
  readonly hasCode: boolean;
  /** Whoever runs this is in the package's own folder, or has the one file that it is, and so is its author. */
  readonly isOwn?: true;
  /** Peer dependencies with their ranges. */
  readonly peers: { readonly [name: string]: string };
  /** Where the manifest begins: for errors about it. */
  readonly at: SourceLocation;
}

/** What a package is wanted for, and who asks. */
export interface ReadPackageOptions {
  readonly kind: Manifest["kind"];
  /** The file that names the package. */
  readonly from: string;
  readonly cwd: string;
  /** What was found in folders by those who read before. */
  readonly seen?: SeenPackages;
  /** Nobody named it: it is what is taken where the config names none. */
  readonly isDefault?: boolean;
  /** Whether to leave the file of the manifest alone, as the command does that writes it. */
  readonly withoutManifest?: boolean;
  /** `API_VERSION` of the SDK unless a test says otherwise. */
  readonly apiVersion?: string;
}

/** A package whose manifest was checked, or everything that is wrong with it. */
export type ReadPackageResult =
  | { readonly ok: true; readonly package: PluginPackage }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Finds a package, reads its manifest and checks both, all before any of its code runs. */
export async function readPackage(named: NamedInConfig, options: ReadPackageOptions): Promise<ReadPackageResult> {
  const { kind, from, cwd } = options;
  if (!isPackageOrPath(named.text)) return refused(errors.badPackageName(kind, named.text, named.at));
  const result = findPackage(named.text, from, options.seen);
  if (!result.ok) {
    // Who names a plugin from within it gets to hear of its package.json first.
    const { broken } = result;
    if (broken !== undefined) return new PackageReader(named, broken, broken.manifestText, options).read();
    const tried = result.tried.map((path) => displayPath(path, cwd));
    if (options.isDefault === true) return refused(errors.defaultIrNotFound(named.text, tried, named.at));
    return refused(errors.packageNotFound(kind, named.text, tried, findSimilarPackage(named.text, from), named.at));
  }
  const { found } = result;
  if (found.file !== undefined && !isCode(found.file)) {
    return refused(errors.notCode(kind, named.text, CODE_ENDINGS, named.at));
  }
  if (found.manifestText === undefined) return { ok: true, package: singleFile(kind, named, found) };
  return new PackageReader(named, found, found.manifestText, options).read();
}

/** Reads a plugin, or else a framework. */
export async function readAnyPackage(
  named: NamedInConfig,
  options: Omit<ReadPackageOptions, "kind">,
): Promise<ReadPackageResult> {
  const plugin = await readPackage(named, { ...options, kind: "plugin" });
  const isOther = !plugin.ok && plugin.diagnostics.some(({ code }) => code === "PWL0105");
  return isOther ? readPackage(named, { ...options, kind: "framework" }) : plugin;
}

/**
 * Checks the range of API versions that a package works with against the version that is here.
 *
 * A prerelease of the API counts as the release that it leads to, and has to be in the range itself too. semver alone
 * would refuse 1.3.0-beta.1 to `^1.0.0`, and, told to include prereleases, accept 2.0.0-alpha.1 for `<2.0.0`.
 */
export async function checkApiRange(range: string, version: string, who: errors.Who): Promise<Diagnostic | undefined> {
  // What nearly every manifest says. Reading ranges takes expressions that are long to prepare.
  if (range === `^${version}` && /^[1-9]\d*\.\d+\.\d+$/.test(version)) return undefined;
  const { gtr, ltr, satisfies, validRange } = await import("./semver.ts");
  if (validRange(range) === null) return errors.badApiRange(range, version, who);
  const release = version.replace(/-.*$/, "");
  if (satisfies(version, range, { includePrerelease: true }) && satisfies(release, range)) return undefined;
  const side = gtr(version, range) ? "plugin" : ltr(version, range) ? "host" : "neither";
  return errors.apiMismatch(range, version, side, who);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way.startsWith("..") || isAbsolute(way));
}

function refused(...diagnostics: readonly Diagnostic[]): ReadPackageResult {
  return { ok: false, diagnostics };
}

/** A file on its own has no manifest: naming it is all the consent and all the check there is. */
function singleFile(kind: Manifest["kind"], named: NamedInConfig, found: FoundPackage): PluginPackage {
  return {
    kind,
    name: named.text,
    named,
    folder: found.folder,
    ...(found.file === undefined ? {} : { file: found.file }),
    exports: undefined,
    main: undefined,
    api: "*",
    hasCode: true,
    manifest: EMPTY_MANIFEST,
    peers: {},
    // What was installed is somebody else's.
    ...(found.folder.split(/[\\/]/).includes("node_modules") ? {} : { isOwn: true }),
    at: named.at,
  };
}

/** A name or a version that can stand in messages; npm takes no others. */
function isPlain(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 214 && !hasControlCharacters(value);
}

interface PackageJson {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
  readonly peerDependencies?: unknown;
  readonly passwright?: unknown;
}

function peersIn(peers: unknown): { readonly [name: string]: string } {
  const entries = typeof peers === "object" && peers !== null ? Object.entries(peers) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Reads one package.json. Places in it cost a second, slower reading, which is done only when something needs one. */
class PackageReader {
  readonly #named: NamedInConfig;
  readonly #folder: string;
  readonly #options: ReadPackageOptions;
  readonly #file: string;
  readonly #text: string;
  readonly #unreadable: string | undefined;

  constructor(named: NamedInConfig, found: FoundPackage, text: string, options: ReadPackageOptions) {
    this.#named = named;
    this.#folder = found.folder;
    this.#options = options;
    this.#file = displayPath(join(found.folder, "package.json"), options.cwd);
    this.#text = text;
    this.#unreadable = found.unreadable;
  }

  async read(): Promise<ReadPackageResult> {
    const { kind, apiVersion = API_VERSION } = this.#options;
    if (this.#unreadable !== undefined) return refused(this.#broken(`it cannot be read: ${this.#unreadable}`, 0));
    let json: PackageJson;
    try {
      json = JSON.parse(this.#text) as PackageJson;
      if (typeof json !== "object" || json === null) return refused(this.#broken("it is no object", 0));
    } catch {
      return refused(await this.#whyBroken());
    }
    const name = isPlain(json.name) ? json.name : this.#named.text;
    const version = isPlain(json.version) ? json.version : undefined;
    if (json.passwright === undefined) return refused(errors.noManifest({ name, kind, at: this.#top() }, kind));
    const document = new JsonFile(this.#file, this.#text);
    const { passwright } = json;
    const { found: field, diagnostics } = await document.check(passwright, KEY, checkField, keepsLines(passwright));
    const own = blamed({ kind, name, ...(version === undefined ? {} : { version }) });
    if (field === undefined) return refused(...diagnostics.map((found) => ({ ...found, ...own })));
    const { head } = field;
    const placeOf = async (key: string): Promise<SourceLocation> => {
      const { document: placed, node } = await document.placed(KEY);
      return placeIn(placed, entryOf(node, key)?.keyOffset);
    };
    if (head.kind !== kind)
      return refused(errors.wrongKind({ name, kind: head.kind, at: await placeOf("kind") }, kind, head.kind));
    const who = { name, kind, at: this.#top() };
    const mismatch = await checkApiRange(head.api, apiVersion, who);
    if (mismatch !== undefined) return refused({ ...mismatch, ...own, at: await placeOf("api") });
    const read =
      head.manifest === undefined || this.#options.withoutManifest === true
        ? { ok: true as const, manifest: field.manifest, at: undefined }
        : await readManifestFile(this.#folder, head.manifest, this.#options.cwd, who);
    if (!read.ok) return refused(...read.diagnostics.map((found) => ({ ...found, ...own })));
    const { entry, manifest: manifestFile } = head;
    const found: PluginPackage = {
      kind,
      name,
      ...(version === undefined ? {} : { version }),
      named: this.#named,
      folder: this.#folder,
      exports: json.exports,
      main: typeof json.main === "string" ? json.main : undefined,
      api: head.api,
      ...(entry === undefined ? {} : { entry }),
      ...(manifestFile === undefined ? {} : { manifestFile }),
      manifest: read.manifest,
      peers: peersIn(json.peerDependencies),
      hasCode: hasCode(this.#folder, { ...json, entry }, read.manifest),
      ...(isInside(this.#options.cwd, this.#folder) ? { isOwn: true } : {}),
      at: read.at ?? this.#top(),
    };
    return { ok: true, package: found };
  }

  /** The words of one parser, whatever Node it is; and with a place. */
  async #whyBroken(): Promise<Diagnostic> {
    const { readJson } = await import("../config/json.ts");
    let read: TextResult;
    try {
      read = readJson(this.#text);
    } catch (thrown) {
      if (!(thrown instanceof DataTooLarge) && !(thrown instanceof RangeError)) throw thrown;
      return this.#broken("it is nested too deeply", 0);
    }
    const first = read.ok ? undefined : read.errors[0];
    if (first !== undefined) return this.#broken(first.message, first.offset);
    return this.#broken("a package.json holds neither comments nor commas at the end", 0);
  }

  #broken(why: string, offset: number): Diagnostic {
    const at = locate(this.#file, this.#text, offset);
    return errors.brokenPackageJson({ kind: this.#options.kind, name: this.#named.text, at }, why);
  }

  /** The line with the manifest, near enough: a value that reads `"passwright"` may stand before it. */
  #top(): SourceLocation {
    return locate(this.#file, this.#text, Math.max(this.#text.indexOf('"passwright":'), 0));
  }
}

/** Whether a package has code, be it that it is not built. A complete manifest without setup and taps can do without. */
function hasCode(
  folder: string,
  { entry, exports, main }: { readonly entry: unknown; readonly exports?: unknown; readonly main?: unknown },
  { setup, passes, taps }: CheckedManifest,
): boolean {
  if (setup || passes === undefined || taps.length > 0) return true;
  return [entry, exports, main].some((one) => one !== undefined) || statsOf(join(folder, "index.js")) !== undefined;
}

/** The key of package.json. */
const KEY = "passwright";

/** Whether something of a manifest is told with its line later. */
function keepsLines(field: unknown): boolean {
  const keys = typeof field === "object" && field !== null ? Object.keys(field) : [];
  return ["insert", "rules", "pipeline"].some((key) => keys.includes(key));
}
