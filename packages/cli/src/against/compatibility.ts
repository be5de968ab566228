import { join } from "node:path";
import { findPackage, readPackage, readText } from "@passwright/loader";
import type { PluginPackage } from "@passwright/loader";
import { API_VERSION, PassType } from "@passwright/sdk";
import satisfies from "semver/functions/satisfies.js";
import coerce from "semver/functions/coerce.js";
import gte from "semver/functions/gte.js";
import intersects from "semver/ranges/intersects.js";
import minVersion from "semver/ranges/min-version.js";
import subset from "semver/ranges/subset.js";
import validRange from "semver/ranges/valid.js";

/** A framework and the versions of it that are asked about. */
export interface Asked {
  readonly name: string;
  readonly range: string;
}

/** Whether a plugin fits: with all versions asked about, with some of them, with none; or it cannot be told. */
export type Verdict = "fits" | "in part" | "does not fit" | "unknown";

/** One field of the table. */
export interface Fit {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

/** A framework's manifest, where one is installed. */
interface Installed {
  readonly version: string | undefined;
  /** Whether its version is one that is asked about. */
  readonly isAsked: boolean;
  readonly api: string;
  readonly manifest: PluginPackage["manifest"];
}

/** Reads `name@range`; `undefined` for anything else. */
export function readAsked(text: string): Asked | undefined {
  const at = text.lastIndexOf("@");
  const [name, range] = [text.slice(0, at), text.slice(at + 1).trim()];
  return at < 1 || range === "" || validRange(range) === null ? undefined : { name, range };
}

/** Whether plugins fit a framework, from their package.json and the framework's alone: no code runs, and nothing is fetched. */
export class Compatibility {
  readonly #from: string;
  readonly #cwd: string;

  /** Packages are looked for from the file `from`. */
  constructor(from: string, cwd: string) {
    this.#from = from;
    this.#cwd = cwd;
  }

  /** Returns `undefined` for a framework that is not installed and that no plugin names: it may be misspelt. */
  async fitsOf(plugins: readonly PluginPackage[], asked: Asked): Promise<readonly Fit[] | undefined> {
    const installed = await this.#find(asked);
    if (installed === undefined && !plugins.some((plugin) => dependenciesOf(plugin).has(asked.name))) return undefined;
    return plugins.map((plugin) =>
      judge([
        ...apiFits(plugin, installed),
        ...rangeFits(plugin, asked),
        ...typeFits(plugin),
        ...pointFits(plugin, asked, installed),
      ]),
    );
  }

  async #find({ name, range }: Asked): Promise<Installed | undefined> {
    const found = findPackage(name, this.#from);
    if (!found.ok) return undefined;
    const api = manifestIn(found.found.manifestText)?.api;
    // Its own API, whatever this program has: the question is whether the two fit each other.
    const own = typeof api === "string" && validRange(api) !== null ? minVersion(api)?.version : undefined;
    const named = { text: name, at: { file: "", line: 1, column: 1 } };
    const read = await readPackage(named, {
      kind: "framework",
      from: this.#from,
      cwd: this.#cwd,
      ...(own === undefined ? {} : { apiVersion: own }),
    });
    if (!read.ok) return undefined;
    const { version, api: ofFramework, manifest } = read.package;
    return { version, api: ofFramework, manifest, isAsked: version !== undefined && satisfies(version, range) };
  }
}

/** The API is that of the framework at hand, where it is one of those asked about, else the one of this program. */
function apiFits({ api }: PluginPackage, installed: Installed | undefined): Fit[] {
  const other = installed?.isAsked === true ? installed.api : `^${API_VERSION}`;
  if (intersects(api, other)) return [];
  return [{ verdict: "does not fit", reasons: [`it needs plugin API ${api}, and the framework has ${other}`] }];
}

/** What its package.json says of the framework, as a peer or a dependency. One that names no framework is for any. */
function rangeFits(plugin: PluginPackage, { name, range }: Asked): Fit[] {
  const ranges = dependenciesOf(plugin);
  const wanted = ranges.get(name);
  if (wanted === undefined) {
    const others = [...ranges.keys()].filter((one) => isFramework(one, join(plugin.folder, "package.json")));
    return others.length === 0
      ? [{ verdict: "fits", reasons: ["it names no framework"] }]
      : [{ verdict: "unknown", reasons: [`it names ${others.join(", ")} as its framework`] }];
  }
  if (validRange(wanted) === null) return [];
  if (subset(range, wanted)) return [{ verdict: "fits", reasons: [`it is for ${wanted}`] }];
  const verdict = intersects(range, wanted) ? "in part" : "does not fit";
  return [{ verdict, reasons: [`it is for ${name} ${wanted}`] }];
}

function dependenciesOf({ folder, file }: PluginPackage): ReadonlyMap<string, string> {
  if (file !== undefined) return new Map();
  const read = readText(join(folder, "package.json"));
  const json = JSON.parse(read.ok ? read.text : "{}") as { readonly [field: string]: unknown };
  const entries = ["dependencies", "peerDependencies"].flatMap((field) => Object.entries(json[field] ?? {}));
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function isFramework(name: string, from: string): boolean {
  const found = findPackage(name, from);
  return found.ok && manifestIn(found.found.manifestText)?.kind === "framework";
}

/** The manifest in a package.json, not checked; `undefined` for a broken one, too. */
function manifestIn(packageJson: string | undefined): { readonly kind?: unknown; readonly api?: unknown } | undefined {
  try {
    return (JSON.parse(packageJson ?? "") as { readonly passwright?: object } | null)?.passwright;
  } catch {
    return undefined;
  }
}

/** The types that it needs beyond those that every framework knows: no manifest declares them. */
function typeFits({ manifest: { needs } }: PluginPackage): Fit[] {
  const shared: readonly string[] = Object.values(PassType);
  const own = needs.passTypes.filter((type) => !shared.includes(type));
  return own.map((type) => ({
    verdict: "unknown",
    reasons: [`it needs pass type \`${type}\`, and manifests declare none`],
  }));
}

/** The extension points that it needs, against those that the framework's manifest declares. */
function pointFits(
  { manifest: { needs } }: PluginPackage,
  { name, range }: Asked,
  installed: Installed | undefined,
): Fit[] {
  const points = installed?.manifest.extensionPoints;
  return needs.extensionPoints.map((point): Fit => {
    const code = `extension point \`${point}\``;
    if (installed === undefined)
      return { verdict: "unknown", reasons: [`it needs ${code}, and ${name} is not installed here`] };
    if (points === undefined) {
      return { verdict: "unknown", reasons: [`it needs ${code}, and the manifest of ${name} does not declare any`] };
    }
    const declared = points.get(point) ?? [...points.values()].find(({ formerly }) => formerly?.includes(point));
    if (declared === undefined) {
      const here = installed.version === undefined ? "" : ` ${installed.version}`;
      return installed.isAsked
        ? { verdict: "does not fit", reasons: [`it needs ${code}, which ${name}${here} does not have`] }
        : {
            verdict: "unknown",
            reasons: [`it needs ${code}, which ${name}${here}, the one installed here, does not have`],
          };
    }
    const since = coerce(declared.since);
    const lowest = minVersion(range);
    if (since === null || lowest === null || gte(lowest, since)) return { verdict: "fits", reasons: [] };
    const verdict = intersects(range, `>=${since.version}`) ? "in part" : "does not fit";
    return { verdict, reasons: [`it needs ${code}, which ${name} has since ${declared.since}`] };
  });
}

const WORST_FIRST: readonly Verdict[] = ["does not fit", "unknown", "in part", "fits"];

/** The worst of all, with what is said of it. */
function judge(fits: readonly Fit[]): Fit {
  const verdict = WORST_FIRST.find((one) => fits.some((fit) => fit.verdict === one)) ?? "fits";
  return { verdict, reasons: fits.filter((fit) => fit.verdict === verdict).flatMap(({ reasons }) => reasons) };
}
