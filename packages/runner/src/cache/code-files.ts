import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { hashOf } from "./facts.ts";
import type { Fact } from "./facts.ts";

/** Fields of package.json that determine the kind of a module and the file of an import. */
const FIELDS = ["name", "version", "type", "main", "exports", "imports"];

interface Package {
  readonly folder: string;
  /** Name and version of the package: `name@version`. */
  readonly label: string;
  /** Hash of {@link FIELDS}. */
  readonly hash: string;
}

/** Names and hashes of files with code. Reads each file once. */
export class CodeFiles {
  readonly #hashes = new Map<string, string | undefined>();
  readonly #packages = new Map<string, Package | undefined>();

  /**
   * Returns the facts about a module: its file, and the package around it. If the facts cannot be determined, returns
   * the reason as text.
   */
  factsOf(url: string): readonly Fact[] | string {
    if (url.startsWith("node:")) return [];
    if (url.startsWith("data:")) return [[`module ${hashOf(url)}`, ""]];
    if (!url.startsWith("file:")) return `the content of ${url} is not known`;
    const path = pathOf(url);
    const hash = this.hashOfFile(path);
    if (hash === undefined) return `${path} cannot be read`;
    const around = this.#packageOf(dirname(path));
    if (around === undefined) return [[`module ${path}`, hash]];
    const file = relative(around.folder, path).split(sep).join("/");
    return [
      [`package ${around.label}`, around.hash],
      [`module ${around.label}/${file}`, hash],
    ];
  }

  /** Returns the hash of a file, or `undefined` if the file cannot be read. */
  hashOfFile(path: string): string | undefined {
    if (!this.#hashes.has(path)) this.#hashes.set(path, readHash(path));
    return this.#hashes.get(path);
  }

  /** Paths of all files that were read. */
  get paths(): readonly string[] {
    const folders = new Set([...this.#packages.values()].flatMap((found) => found?.folder ?? []));
    return [...this.#hashes.keys(), ...[...folders].map((folder) => join(folder, "package.json"))];
  }

  /** Returns the folder of the package that contains a module. */
  folderOf(url: string): string | undefined {
    return url.startsWith("file:") ? this.#packageOf(dirname(pathOf(url)))?.folder : undefined;
  }

  #packageOf(folder: string): Package | undefined {
    if (this.#packages.has(folder)) return this.#packages.get(folder);
    const parent = dirname(folder);
    const found = readPackage(folder) ?? (parent === folder ? undefined : this.#packageOf(parent));
    this.#packages.set(folder, found);
    return found;
  }
}

/** Returns the path of a module without `?query`. */
function pathOf(url: string): string {
  return fileURLToPath(url.replace(/[?#].*$/s, ""));
}

function readHash(path: string): string | undefined {
  try {
    return hashOf(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Returns the package in a folder. Returns `undefined` if package.json does not contain a name. */
function readPackage(folder: string): Package | undefined {
  try {
    const json = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly [field: string]: unknown;
    };
    const { name, version } = json;
    if (typeof name !== "string") return undefined;
    const label = typeof version === "string" ? `${name}@${version}` : name;
    return { folder, label, hash: hashOf(JSON.stringify(FIELDS.map((field) => json[field]))) };
  } catch {
    return undefined;
  }
}
