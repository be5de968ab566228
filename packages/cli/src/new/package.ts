import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "@passwright/core";
import { API_VERSION } from "@passwright/sdk";
import type { Manifest } from "@passwright/sdk";
import { badNpmName } from "../errors/new.ts";
import { TEMPLATES } from "../own-folder.ts";
import type { NewFile } from "./write-files.ts";

export interface PackageNames {
  readonly package: string;
  readonly folder: string;
  /** Name without the usual prefixes of plugins. Used as the name of the framework or of the first pass. */
  readonly short: string;
}

export async function readPackageName(name: string): Promise<PackageNames> {
  const validate = (await import("validate-npm-package-name")).default;
  const { validForNewPackages, errors = [], warnings = [] } = validate(name);
  if (!validForNewPackages) throw new UsageError(badNpmName(name, [...errors, ...warnings]));
  const folder = name.replace(/^@[^/]*\//, "");
  const short = folder
    .replace(/^passwright-(?:plugin-)?/, "")
    .replaceAll(/[^a-z0-9_.-]+/g, "-")
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
  return { package: name, folder, short: short === "" ? "first" : short };
}

/** Converts `fold-all` to `foldAllPass`. The suffix prevents reserved words. */
export function variableOf(pass: string): string {
  const camel = pass.replaceAll(/[^a-zA-Z0-9]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
  const name = /^[0-9]/.test(camel) ? `pass${camel}` : camel;
  return /pass$/i.test(name) && name.length > "pass".length ? name : `${name}Pass`;
}

const TYPESCRIPT = { typescript: "^7.0.2", "@types/node": "^20.19.25" };

/** Manifest file, which is written when npm packs the package. */
const MANIFEST = "passwright.manifest.json";

/** Command that removes the manifest after packing, so that planning uses the code during development. */
const AFTER_PACKING = `node -e "fs.rmSync('${MANIFEST}')"`;

export type PackageKind = Manifest["kind"];

/** Data that a template adds to package.json. The template's file `packages.json` contains this data. */
export interface TemplatePackages {
  /** Tool whose plugins become passes, such as `SVGO`. */
  readonly tool?: string;
  /** Required packages of this repository: peer dependencies of a plugin, or dependencies of a framework. */
  readonly passwright: readonly string[];
  readonly peers?: Versions;
  readonly dependencies?: Versions;
  readonly files?: readonly string[];
  /** Development dependencies; `*` is the version of this package. */
  readonly dev?: Versions;
  readonly types?: Versions;
}

type Versions = { readonly [name: string]: string };

export function packagesOf(template: string): TemplatePackages {
  return JSON.parse(readFileSync(new URL(`${template}/packages.json`, TEMPLATES), "utf8")) as TemplatePackages;
}

/** Returns the package.json of a generated package. `version` is the common version of our packages. */
export function packageJson(
  kind: PackageKind,
  language: Language,
  words: TemplateWords,
  { passwright, peers = {}, dependencies = {}, dev = {}, types = {}, files = [], tool }: TemplatePackages,
  version: string,
): string {
  const isTypeScript = language === "ts";
  const entry = isTypeScript ? "./dist/index.js" : "./src/index.js";
  const own = `^${version}`;
  const all = (names: readonly string[], range: string): Versions =>
    Object.fromEntries(names.map((name) => [name, range]));
  const run =
    kind === "plugin"
      ? { peerDependencies: { ...all(passwright, `>=${version} <2.0.0-0`), ...peers } }
      : { dependencies: all(passwright, own) };
  const tools = Object.entries({
    mocha: "^12.0.3",
    ...(isTypeScript && { ...TYPESCRIPT, ...types }),
    ...(kind === "plugin" && { ...all(passwright, own), ...peers }),
    ...all(["@passwright/cli", "@passwright/testing"], own),
    ...dev,
  }).map(([name, range]): [string, string] => [name, range === "*" ? own : range]);
  const json = {
    name: words.package,
    version: "0.1.0",
    description:
      kind === "plugin"
        ? `${tool === undefined ? "passes" : `a plugin of ${tool}`} for Passwright pipelines`
        : "a Passwright framework",
    keywords: [`passwright-${kind}`],
    license: "Apache-2.0",
    type: "module",
    engines: { node: "^20.19.0 || >=22.12.0" },
    exports: {
      ".": isTypeScript ? { types: "./dist/index.d.ts", default: entry } : entry,
      "./package.json": "./package.json",
    },
    files: [...(isTypeScript ? ["dist"] : []), "src", ...files, MANIFEST],
    scripts: isTypeScript
      ? {
          build: `node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc -p .`,
          prepack: "npm run build && passwright manifest",
          postpack: AFTER_PACKING,
          test: "npm run build && mocha --config .mocharc.json",
        }
      : { prepack: "passwright manifest", postpack: AFTER_PACKING, test: "mocha --config .mocharc.json" },
    passwright: { kind, api: `^${API_VERSION}`, manifest: `./${MANIFEST}` },
    ...run,
    ...(Object.keys(dependencies).length > 0 && { dependencies }),
    devDependencies: Object.fromEntries(tools.sort(([left], [right]) => (left < right ? -1 : 1))),
  };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

export interface TemplateWords {
  readonly package: string;
  readonly framework: string;
  readonly pass: string;
  readonly variable: string;
  readonly tool?: string | undefined;
  readonly host?: string;
  readonly position?: string;
  readonly example?: string;
  readonly version?: string;
}

export type Language = "ts" | "js";

export function filesOfTemplate(template: string, language: Language, words: TemplateWords): NewFile[] {
  return ["any", language].flatMap((part) => {
    const folder = fileURLToPath(new URL(`${template}/${part}/`, TEMPLATES));
    if (!existsSync(folder)) return [];
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => path.replaceAll("\\", "/"));
    return paths.sort().map((path) => ({
      // npm does not publish a `.gitignore`, so the template omits the dot.
      path: fill(path === "gitignore" ? ".gitignore" : path, words),
      text: fill(inLanguage(readFileSync(join(folder, path), "utf8"), path, language), words),
    }));
  });
}

/** Matches a part of a README that is only for packages in TypeScript. */
const ONLY_TS = /^<!-- only ts -->\n([^]*?)^<!-- end -->\n/gm;

function inLanguage(text: string, path: string, language: Language): string {
  if (!path.endsWith(".md")) return text;
  if (language === "ts") return text.replaceAll(ONLY_TS, "$1");
  return text
    .replaceAll(ONLY_TS, "")
    .replaceAll(/(src\/[\w/-]+)\.ts\b/g, "$1.js")
    .replace("# builds, and ", "# ");
}

function fill(text: string, words: TemplateWords): string {
  // Replaces all placeholders in one step, because a name can contain a placeholder.
  const all = { host: `@passwright/${words.tool?.toLowerCase()}`, ...words, api: API_VERSION };
  const keys = /template-(package|framework|pass|tool|host|example|version|api)|at: "template-(point)"|templatePass/g;
  return text.replaceAll(keys, (_, key?: string, point?: string) => {
    if (point !== undefined) return words.position ?? "";
    return key === undefined ? words.variable : (all[key as Exclude<keyof typeof all, "variable">] ?? "");
  });
}
