import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve, extname } from "node:path";
import { definePass, diagnosticOf } from "@passwright/core";
import type { Diagnostic, Result } from "@passwright/core";
import { displayPath, fieldsIn, findPackage, readText, importFramework, readAnyPackage } from "@passwright/loader";
import { assemble } from "@passwright/sdk";
import type { AnyFramework, Assembly } from "@passwright/sdk";
import * as errors from "../errors/index.ts";
import { filesOfTemplate, packageJson, packagesOf, readPackageName, variableOf } from "../new/package.ts";
import type { Language, PackageKind } from "../new/package.ts";
import { writeNewFiles } from "../new/write-files.ts";
import type { NewFile } from "../new/write-files.ts";
import { ownVersion } from "../own-folder.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandBody } from "./command.ts";
import type { Arguments } from "./flags.ts";
import { withoutPlace } from "./manifest.ts";

const KINDS = ["plugin", "framework", "pass"] as const;

const HOSTS = ["svgo", "unified", "postcss", "babel"] as const;

/** Value of `--for` for frameworks that define an IR, and for passes in these frameworks. */
const TREE = "tree";

interface Draft {
  readonly folder: string;
  readonly files: readonly NewFile[];
  readonly next: readonly string[];
}

type DraftResult = Draft | { readonly diagnostics: readonly Diagnostic[] };

/** `passwright new`: creates a plugin, a framework, or a pass in the current package. */
export const newCommand: CommandBody = async (args, terminal) => {
  const [what, name, folder, ...rest] = args.operands;
  const kind = KINDS.find((one) => one === what);
  if (kind === undefined || name === undefined) return { diagnostics: [errors.newWhat(what, KINDS)] };
  if (rest.length > 0) return { diagnostics: [errors.tooManyOperands("new", 3)] };
  const host = args.value("for");
  if (kind === "framework" && host !== undefined && host !== TREE)
    return { diagnostics: [errors.newFrameworkFor(host, isHost(host))] };
  if (kind === "plugin" && host === TREE) return { diagnostics: [errors.newPluginFor(host, HOSTS)] };
  if (kind === "pass" && host !== undefined && host !== TREE && !isHost(host))
    return { diagnostics: [errors.newPassFor(host, [...HOSTS, TREE])] };
  const draft =
    kind === "pass" ? draftPass(name, folder, args, terminal) : await draftPackage(kind, name, folder, args, terminal);
  if ("diagnostics" in draft) return draft;
  const { folder: root, files, next } = draft;
  const shown = displayPath(root, terminal.cwd);
  const written = writeNewFiles(root, files);
  if (!written.ok) {
    const problem =
      "there" in written
        ? errors.wouldOverwrite(shown, written.there, kind === "pass")
        : errors.cannotMake(shown, written.reason);
    return { diagnostics: [problem] };
  }
  const paths = files.map(({ path }) => path);
  return {
    diagnostics: [],
    json: () => ({ folder: shown, files: paths, next }),
    text: () =>
      [
        shown === "." ? "here:" : `${shown}:`,
        ...paths.map((path) => `  ${path}`),
        "next:",
        ...next.map((step) => `  ${step}`),
      ].join("\n"),
  };
};

async function draftPackage(
  kind: PackageKind,
  name: string,
  named: string | undefined,
  args: Arguments,
  { cwd }: Terminal,
): Promise<DraftResult> {
  const names = await readPackageName(name);
  const language: Language = args.flags.has("js") ? "js" : "ts";
  const pass = kind === "plugin" ? names.short : `${names.short}-simplify`;
  const host = args.value("for");
  const isKnown = host === undefined || host === TREE || isHost(host);
  const found = isKnown ? undefined : await readFrameworkHost(host, cwd, HOSTS);
  if (found?.ok === false) return found;
  const own = found?.host;
  const template = own !== undefined ? "plugin-framework" : host === undefined ? kind : `${kind}-${host}`;
  const packages = packagesOf(template);
  const words = {
    package: names.package,
    framework: names.short,
    pass,
    variable: variableOf(pass),
    tool: packages.tool,
    version: ownVersion(),
    ...(own && { host: own.name, position: own.position, example: own.example.file }),
  };
  const templates =
    host === TREE
      ? ["package", template]
      : own !== undefined
        ? ["package", template, passTemplate(TREE)]
        : ["package", ...(host === undefined ? [] : ["plugin-host"]), template, passTemplate(host)];
  const peers = own && { [own.name]: own.version === undefined ? "*" : `^${own.version}` };
  const json = packageJson(kind, language, words, { ...packages, ...(peers && { peers }) }, ownVersion());
  const files = [
    { path: "package.json", text: json },
    ...(own === undefined ? [] : [{ path: `test/${own.example.file}`, text: own.example.text }]),
    ...templates.flatMap((one) => filesOfTemplate(one, language, words)),
  ];
  const folder = resolve(cwd, named ?? names.folder);
  const shown = displayPath(folder, cwd);
  const next = [
    ...(folder === resolve(cwd) ? [] : [`cd ${shown}`]),
    ...(isInstalled(folder, json) ? [] : ["npm install"]),
    "npm test",
    "npx passwright plan",
  ];
  return { folder, files, next };
}

function isHost(host: string): boolean {
  return (HOSTS as readonly string[]).includes(host);
}

function passTemplate(host: string | undefined): string {
  return host === undefined ? "pass" : `pass-${host}`;
}

/** Returns whether all dependencies of the package can be resolved from its folder, as in a workspace. */
function isInstalled(folder: string, json: string): boolean {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(json) as { readonly [key: string]: object };
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return names.every((name) => findPackage(name, join(folder, "package.json")).ok);
}

function draftPass(name: string, named: string | undefined, args: Arguments, { cwd }: Terminal): DraftResult {
  // Throws if the name is invalid.
  definePass({ name, runOnOperation: () => undefined });
  const start = resolve(cwd, named ?? ".");
  const folder = packageAround(start);
  if (folder === undefined) return { diagnostics: [errors.noPackageForPass(displayPath(start, cwd))] };
  const language: Language = args.flags.has("js") || !existsSync(join(folder, "tsconfig.json")) ? "js" : "ts";
  const variable = variableOf(name);
  const template = passTemplate(args.value("for") ?? hostOf(folder));
  const files = filesOfTemplate(template, language, { package: "", framework: "", pass: name, variable });
  const builder = template === passTemplate(TREE) ? "builder" : "functions";
  const index = `in src/index.${language}, add`;
  const next = [
    `${index} the import: import { ${variable} } from "./passes/${name}.${language}";`,
    `${index} to \`passes\`: ${variable}`,
    readPackageJson(folder).passwright?.kind === "plugin"
      ? `${index} to \`insert\`: { pass: ${variable}, after: "…" }`
      : `${index} to \`pipeline\`: ${builder}.addPass(${variable});`,
    "npm test",
  ];
  return { folder, files, next };
}

/** Derives the value of `--for` with which a package was generated from the package's dependencies. */
function hostOf(folder: string): string | undefined {
  const { dependencies = {}, peerDependencies = {} } = readPackageJson(folder);
  const names = { ...dependencies, ...peerDependencies };
  const hasOwnIr = "@passwright/sdk" in names && !("@passwright/ir" in names);
  return HOSTS.find((host) => `@passwright/${host}` in peerDependencies) ?? (hasOwnIr ? TREE : undefined);
}

interface PackageJson {
  readonly passwright?: { readonly kind?: unknown };
  readonly dependencies?: object;
  readonly peerDependencies?: object;
}

/** Reads the package.json in a folder. Returns an empty object if the file is missing or invalid. */
function readPackageJson(folder: string): PackageJson {
  const read = readText(join(folder, "package.json"));
  return read.ok ? ((fieldsIn(read.text) as PackageJson | undefined) ?? {}) : {};
}

function packageAround(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    // Only packages of plugins and frameworks have `kind`. In other packages, the field `passwright` is a config.
    if (readPackageJson(folder).passwright?.kind !== undefined) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

interface FrameworkHost {
  readonly name: string;
  readonly version: string | undefined;
  /** Position at which a pass without an anchor can run, as code, for example `end: true`. */
  readonly position: string;
  readonly example: { readonly file: string; readonly text: string };
}

type HostResult = Result<{ readonly host: FrameworkHost }>;

const refused = (...diagnostics: readonly Diagnostic[]): HostResult => ({ ok: false, diagnostics });

/** Loads a framework, and selects a position and an input for a plugin. `tools` are other values of `--for`. */
async function readFrameworkHost(named: string, cwd: string, tools: readonly string[]): Promise<HostResult> {
  const from = join(cwd, "package.json");
  if (!findPackage(named, from).ok) return refused(errors.unknownHost(named, tools));
  const at = { file: "", line: 1, column: 1 };
  const read = await readAnyPackage({ text: named, at }, { from, cwd });
  if (!read.ok) {
    // The package is neither a plugin nor a framework.
    if (read.diagnostics.some(({ code }) => code === "PWL0104")) return refused(errors.notAFramework(named));
    return refused(...read.diagnostics.map(withoutPlace));
  }
  const { name, version, kind, folder, file } = read.package;
  if (kind !== "framework" || file !== undefined) return refused(errors.notAFramework(named));
  const imported = await importFramework(read.package);
  if (!imported.ok) return refused(...imported.diagnostics.map(withoutPlace));
  const { ir } = imported.code;
  const framework = imported.code as AnyFramework;
  const { extensions = ir.name === "mlir" ? [".mlir"] : [], parse } = ir as {
    readonly extensions?: readonly string[];
    readonly parse?: unknown;
  };
  if (extensions.length === 0 || parse === undefined) return refused(errors.noTextOfFramework(name));
  const position = positionIn(framework);
  const assembly = assemble(framework as never) as Assembly;
  if (position === undefined)
    return refused(assembly.graph === undefined ? errors.noPositionInFramework(name) : errors.noTemplateForGraph(name));
  const example = await exampleIn(folder, extensions, assembly);
  if (example === undefined) return refused(errors.noExampleOfFramework(name, extensions));
  return { ok: true, host: { name, version, position, example } };
}

/** Returns the first position at which a pass without an anchor can run: an extension point, or the end. */
function positionIn(framework: AnyFramework): string | undefined {
  const pass = definePass({ name: "passwright-new-example", runOnOperation: () => undefined });
  const points = Object.keys(framework.extensionPoints ?? {}).map((at) => ({ at }));
  const position = [...points, { end: true } as const].find((one) => {
    const { diagnostics } = assemble(framework as never, { insert: [{ pass, ...one }] } as never);
    return diagnostics.every(({ severity }) => severity === "remark");
  });
  return position && ("at" in position ? `at: ${JSON.stringify(position.at)}` : "end: true");
}

/** Returns the first file in the package of a framework that the framework can parse. Prefers the topmost folder. */
async function exampleIn(
  folder: string,
  extensions: readonly string[],
  assembly: Assembly,
): Promise<FrameworkHost["example"] | undefined> {
  try {
    await assembly.ready();
    for (const path of filesBelow(folder, (file) => extensions.includes(extname(file)))) {
      const read = readText(path);
      const ending = extname(path);
      if (read.ok && assembly.parse(read.text, { file: path }).ok) return { file: `example${ending}`, text: read.text };
    }
  } catch (thrown) {
    if (diagnosticOf(thrown) === undefined) throw thrown;
  }
  return undefined;
}

/** Yields the paths of files, level by level. Skips `node_modules` and folders whose names start with a dot. */
function* filesBelow(folder: string, isWanted: (file: string) => boolean): Iterable<string> {
  const folders = [folder];
  for (const current of folders) {
    const entries = readdirSync(current, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(current, entry.name);
      if (entry.isFile() && isWanted(entry.name)) yield path;
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith(".")) folders.push(path);
    }
  }
}
