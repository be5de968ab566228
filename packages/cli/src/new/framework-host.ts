import { readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { definePass, diagnosticOf } from "@passwright/core";
import type { Diagnostic, Result } from "@passwright/core";
import { findPackage, importFramework, readAnyPackage, readText } from "@passwright/loader";
import { assemble } from "@passwright/sdk";
import type { AnyFramework, Assembly } from "@passwright/sdk";
import { withoutPlace } from "../commands/manifest.ts";
import * as errors from "../errors/index.ts";

/** Framework for whose pipelines a plugin is generated. */
export interface FrameworkHost {
  readonly name: string;
  readonly version: string | undefined;
  /** Position at which a pass without an anchor can run, as code, for example `end: true`. */
  readonly position: string;
  readonly example: { readonly file: string; readonly text: string };
}

type HostResult = Result<{ readonly host: FrameworkHost }>;

const refused = (...diagnostics: readonly Diagnostic[]): HostResult => ({ ok: false, diagnostics });

/** Loads a framework, and selects a position and an input for a plugin. `tools` are other values of `--for`. */
export async function readFrameworkHost(named: string, cwd: string, tools: readonly string[]): Promise<HostResult> {
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
