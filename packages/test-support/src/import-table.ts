import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isBuiltin } from "node:module";
import { findImports } from "./find-imports.ts";

/** Who may import whom: the table "Packages" of ARCHITECTURE.md, executable. */
interface Row {
  /** Our packages, without the scope; those after `type` for their types only. */
  readonly ours: readonly string[];
  readonly types?: readonly string[];
  readonly node?: boolean;
  /** Packages of others: these, or any that package.json declares. */
  readonly npm?: readonly string[] | "declared";
}

const loaderNpm = ["tapable", "semver", "cosmiconfig", "yaml", "jsonc-parser", "resolve.exports", "jiti"];
/** Versions, names of npm packages, globs, watching files, words for shells: what a command line needs and nobody should write again. */
const cliNpm = ["semver", "validate-npm-package-name", "tinyglobby", "chokidar", "shlex"];
const beforeTesting = ["core", "ir", "instrument", "builder", "graph", "sdk", "loader"];

const table: ReadonlyMap<string, Row> = new Map([
  ["core", { ours: [] }],
  ["ir", { ours: ["core"] }],
  ["instrument", { ours: ["core"] }],
  ["builder", { ours: ["core"] }],
  ["graph", { ours: ["core", "builder"] }],
  ["sdk", { ours: ["core", "builder"], types: ["graph"] }],
  ["loader", { ours: ["sdk", "builder", "graph", "core"], node: true, npm: loaderNpm }],
  ["threads", { ours: ["core"], node: true, npm: ["tinypool"] }],
  ["testing", { ours: beforeTesting, node: true, npm: "declared" }],
  ["cli", { ours: [...beforeTesting, "threads"], node: true, npm: cliNpm }],
  ["packaging", { ours: [] }],
  ["documentation", { ours: [], node: true, npm: "declared" }],
  ["test-support", { ours: [], node: true, npm: ["fast-check"] }],
]);

/** Plugins and examples are written as a stranger would write them. */
const stranger: Row = { ours: ["sdk", "core", "ir"], npm: "declared" };
const strangerWithNode: Row = { ...stranger, node: true };
/** Those that start programs. */
const pluginsWithNode: ReadonlySet<string> = new Set(["mlir-tools"]);

/** A source file as far as the table is concerned. */
export interface SourceFile {
  /** From the top of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What a workspace's package.json declares as dependencies, peers and optional ones included. */
export interface Workspace {
  /** `packages/core`, `plugins/transforms`. */
  readonly folder: string;
  readonly name: string;
  readonly dependencies: ReadonlySet<string>;
  /** The subpaths that package.json exports: `.`, `./store`. */
  readonly exports: ReadonlySet<string>;
  readonly sources: readonly SourceFile[];
}

/** Every import that the table does not allow, as `file:line: "specifier": reason`. */
export function checkImports(workspaces: readonly Workspace[]): readonly string[] {
  const exported = new Map(workspaces.map(({ name, exports }) => [name, exports]));
  return workspaces.flatMap((workspace) =>
    workspace.sources.flatMap(({ path, text }) =>
      findImports(text).flatMap(({ specifier, line, isTypeOnly }) => {
        const complaint = complain(workspace, path, specifier, isTypeOnly, exported);
        return complaint === undefined ? [] : [`${path}:${line}: "${specifier}": ${complaint}`];
      }),
    ),
  );
}

/** The workspaces of the repository at `root`, with what lies under their `src/`. */
export function readWorkspaces(root: string): readonly Workspace[] {
  return ["packages", "plugins", "examples"].flatMap((group) =>
    listFolder(join(root, group))
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${group}/${entry.name}`)
      .flatMap((folder) => {
        const manifest = readManifest(join(root, folder, "package.json"));
        if (manifest === undefined) return [];
        return [{ folder, ...manifest, sources: readSources(root, join(root, folder, "src")) }];
      }),
  );
}

function complain(
  workspace: Workspace,
  path: string,
  specifier: string,
  isTypeOnly: boolean,
  exported: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const row = rowOf(workspace.folder);
  if (row === undefined) return `${workspace.folder} is not in the import table`;
  if (specifier.startsWith(".")) return leavesSource(workspace, path, specifier);
  if (specifier.startsWith("node:")) return row.node === true ? undefined : "no Node here";
  if (isBuiltin(specifier)) return "a Node module is written with node:";
  const [name, rest] = splitSpecifier(specifier);
  // Plugins are packages of their own, ours like anybody's.
  if (name.startsWith("@passwright/") && !name.startsWith("@passwright/plugin-")) {
    const short = name.slice("@passwright/".length);
    const isAllowed = row.ours.includes(short) || (isTypeOnly && row.types?.includes(short) === true);
    if (!isAllowed) return `${workspace.folder} may not import ${name}`;
    const isExported = rest === "" || exported.get(name)?.has(`./${rest}`) === true;
    if (!isExported) return "reaches into another package";
  } else if (row.npm !== "declared" && row.npm?.includes(name) !== true) {
    return `${workspace.folder} may not import ${name}`;
  }
  return workspace.dependencies.has(name) ? undefined : `${name} is not a dependency in package.json`;
}

function rowOf(folder: string): Row | undefined {
  const [group, name] = folder.split("/") as [string, string];
  if (group === "plugins") return pluginsWithNode.has(name) ? strangerWithNode : stranger;
  if (group === "examples") return strangerWithNode;
  return table.get(name);
}

function leavesSource(workspace: Workspace, path: string, specifier: string): string | undefined {
  const target = join(path, "..", specifier).replaceAll("\\", "/");
  if (!target.startsWith(`${workspace.folder}/src/`)) return "leaves the package's src/";
  return specifier.endsWith(".ts") || specifier.endsWith(".json")
    ? undefined
    : "a file is imported with its ending .ts";
}

function splitSpecifier(specifier: string): readonly [name: string, rest: string] {
  const parts = specifier.split("/");
  const length = specifier.startsWith("@") ? 2 : 1;
  return [parts.slice(0, length).join("/"), parts.slice(length).join("/")];
}

function readManifest(path: string): Pick<Workspace, "name" | "dependencies" | "exports"> | undefined {
  let manifest: { readonly name?: string; readonly [field: string]: unknown };
  try {
    manifest = JSON.parse(readFileSync(path, "utf8")) as typeof manifest;
  } catch {
    // A folder without a manifest is no workspace: npm does not see it either.
    return undefined;
  }
  const fields = ["dependencies", "peerDependencies", "optionalDependencies"];
  return {
    name: manifest.name ?? "",
    dependencies: new Set(fields.flatMap((field) => Object.keys(manifest[field] ?? {}))),
    exports: new Set(Object.keys(manifest["exports"] ?? {})),
  };
}

function readSources(root: string, folder: string): readonly SourceFile[] {
  return listFolder(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return readSources(root, path);
    if (!/\.[cm]?tsx?$/.test(entry.name)) return [];
    return [{ path: relative(root, path).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }];
  });
}

function listFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
