import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CataloguedPass } from "@passwright/builder";
import type { Diagnostic, JsonSchema, OptionSpecs, Owner } from "@passwright/core";
import { importFramework, importPlugin, readAnyPackage, surveyFramework } from "@passwright/loader";
import type { CheckedConfig, PluginPackage } from "@passwright/loader";
import type { Framework } from "@passwright/sdk";
import { ownerOf } from "@passwright/sdk/loading";

export interface PackagePasses {
  readonly owner?: Owner;
  readonly passes: readonly CataloguedPass<object>[];
  /** Framework of the config, or the package itself if the package is a framework. */
  readonly framework?: Framework<object>;
  readonly pluginOptions?: { readonly [plugin: string]: { readonly [option: string]: JsonSchema } };
  readonly config?: CheckedConfig;
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads the passes of a plugin or framework. `name` is resolved relative to `cwd`. */
export async function passesOfPackage(name: string, cwd: string): Promise<PackagePasses> {
  const found = await passesOfNamed(name, cwd);
  return { ...found, diagnostics: found.diagnostics.map(withoutPlace) };
}

async function passesOfNamed(name: string, cwd: string): Promise<PackagePasses> {
  // Treats `plugins/mine` as a path, although a path in a config must start with `./`.
  const isFolder = /^[^@./][^:]*\//.test(name) && existsSync(resolve(cwd, name));
  const named = { text: isFolder ? `./${name}` : name, at: { file: "", line: 1, column: 1 } };
  const read = await readAnyPackage(named, { from: join(cwd, "package.json"), cwd });
  if (!read.ok) return { passes: [], diagnostics: read.diagnostics };
  const { package: found } = read;
  const owner = ownerOf(found);
  if (found.kind === "framework") return { owner, ...(await passesOfFramework(found)) };
  const plugin = await passesOfPlugin(found, owner);
  if (found.file === undefined || !plugin.diagnostics.some(({ code }) => code === "PWL0203")) return plugin;
  // Loads the file as a framework, because only loading shows whether the file contains a framework.
  const framework = await passesOfFramework({ ...found, kind: "framework" });
  return framework.diagnostics.length === 0 ? { owner, ...framework } : plugin;
}

async function passesOfPlugin(found: PluginPackage, owner: Owner): Promise<PackagePasses> {
  const { passes = [], options = {} } = found.manifest;
  if (!found.hasCode) {
    const declared = passes.map((declaration) => ({ declaration, owner }));
    const pluginOptions = { [found.name]: options as { readonly [name: string]: JsonSchema } };
    return { owner, passes: declared, pluginOptions, diagnostics: [] };
  }
  const imported = await importPlugin(found);
  if (!imported.ok) return { owner, passes: [], diagnostics: imported.diagnostics };
  const { code } = imported;
  const schemas = Object.entries((code.options ?? {}) as OptionSpecs).map(([name, spec]) => [name, spec.schema()]);
  return {
    owner,
    passes: code.passes.map((definition) => ({ declaration: definition.declaration, owner, definition }) as never),
    pluginOptions: { [found.name]: Object.fromEntries(schemas) as { readonly [option: string]: JsonSchema } },
    diagnostics: [],
  };
}

/** Returns the passes that a framework declares, and the passes in the framework's pipeline. */
async function passesOfFramework(found: PluginPackage): Promise<PackagePasses> {
  const imported = await importFramework(found);
  if (!imported.ok) return { passes: [], diagnostics: imported.diagnostics };
  const { work, diagnostics } = surveyFramework(found, imported.code);
  return { passes: work.catalogue.entries(), framework: imported.code, diagnostics };
}

/** Removes the position from a diagnostic if the position is not in a file. */
export function withoutPlace({ at, ...rest }: Diagnostic): Diagnostic {
  return at === undefined || at.file === "" ? rest : { ...rest, at };
}
