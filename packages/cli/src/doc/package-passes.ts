import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { CataloguedPass } from "@passwright/builder";
import type { Diagnostic, JsonSchema, OptionSpecs, Owner, PassDefinition } from "@passwright/core";
import { PipelineGraph } from "@passwright/graph";
import { HookSet, importFramework, importPlugin, packageHost, readPackage } from "@passwright/loader";
import type { PluginPackage } from "@passwright/loader";
import { runCode } from "@passwright/sdk/loading";
import type { Framework } from "@passwright/sdk";

/** The passes of a package, by name, or why they cannot be told. */
export interface PackagePasses {
  readonly owner?: Owner;
  readonly passes: readonly CataloguedPass<object>[];
  /** The framework, of a config or as the package itself. */
  readonly framework?: Framework<object>;
  /** The options of plugins in a config, by plugin. */
  readonly pluginOptions?: { readonly [plugin: string]: { readonly [option: string]: JsonSchema } };
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads a plugin or a framework, named as a config in `cwd` would name it, for the passes that it has. */
export async function passesOfPackage(name: string, cwd: string): Promise<PackagePasses> {
  const text = isFolder(name, cwd) ? `./${name}` : name;
  const named = { text, at: { file: "", line: 1, column: 1 } };
  const from = join(cwd, "package.json");
  const plugin = await readPackage(named, { kind: "plugin", from, cwd });
  const isFramework = !plugin.ok && plugin.diagnostics.some(({ code }) => code === "PWL0105");
  const read = isFramework ? await readPackage(named, { kind: "framework", from, cwd }) : plugin;
  // Nobody wrote the name into a file.
  if (!read.ok) return { passes: [], diagnostics: read.diagnostics.map(withoutPlace) };
  const { package: found } = read;
  const owner = { name: found.name, ...(found.version === undefined ? {} : { version: found.version }) };
  const catalogue = new PassCatalogue<object>();
  if (isFramework) {
    const { framework, diagnostics } = await addFramework(found, owner, catalogue);
    return { owner, passes: catalogue.entries(), ...(framework && { framework }), diagnostics };
  }
  const { diagnostics, options } = await addPlugin(found, owner, catalogue);
  if (found.file !== undefined && diagnostics.some(({ code }) => code === "PWL0203")) {
    const { framework, diagnostics: problems } = await addFramework({ ...found, kind: "framework" }, owner, catalogue);
    if (framework !== undefined && problems.length === 0)
      return { owner, passes: catalogue.entries(), framework, diagnostics: [] };
  }
  return { owner, passes: catalogue.entries(), pluginOptions: { [found.name]: options }, diagnostics };
}

/** `plugins/mine`: in a config it would begin with `./`; here there is nothing else that it could be. */
function isFolder(name: string, cwd: string): boolean {
  return /^[^@./][^:]*\//.test(name) && existsSync(resolve(cwd, name));
}

async function addPlugin(
  found: PluginPackage,
  owner: Owner,
  catalogue: PassCatalogue,
): Promise<{
  readonly diagnostics: readonly Diagnostic[];
  readonly options: { readonly [name: string]: JsonSchema };
}> {
  const { passes = [], options = {} } = found.manifest;
  if (!found.hasCode) {
    for (const declaration of passes) catalogue.add({ declaration, owner });
    return { diagnostics: [], options: options as { readonly [name: string]: JsonSchema } };
  }
  const imported = await importPlugin(found);
  if (!imported.ok) return { diagnostics: imported.diagnostics, options: {} };
  add(imported.code.passes as unknown as readonly PassDefinition<object>[], owner, catalogue);
  const schemas = Object.entries((imported.code.options ?? {}) as OptionSpecs).map(
    ([name, spec]) => [name, spec.schema()] as const,
  );
  return { diagnostics: [], options: Object.fromEntries(schemas) };
}

/** A framework has the passes that it offers, and those of its pipeline. */
async function addFramework(
  found: PluginPackage,
  owner: Owner,
  catalogue: PassCatalogue,
): Promise<{ readonly framework?: Framework<object>; readonly diagnostics: readonly Diagnostic[] }> {
  const imported = await importFramework(found);
  if (!imported.ok) return imported;
  const { code: framework } = imported;
  add(
    (framework.passes ?? []).filter((pass) => "declaration" in pass),
    owner,
    catalogue,
  );
  const hooks = new HookSet(framework.name, framework.hooks ?? {});
  const code = {
    contributor: found,
    host: packageHost,
    when: "built its pipeline",
    hooks: [hooks],
    asked: framework.name,
  } as const;
  const diagnostics = runCode(code, () => {
    buildPipeline(framework, hooks, catalogue);
    return [];
  });
  return { framework, diagnostics };
}

function buildPipeline(framework: Framework<object>, hooks: HookSet, catalogue: PassCatalogue): void {
  const { name, anchor, targets, levels } = framework;
  const choice = {
    ...(targets?.[0] === undefined ? {} : { target: targets[0] }),
    ...(levels?.[0] === undefined ? {} : { level: levels[0] }),
  };
  const options = { framework: { name }, catalogue, choice };
  const environment = { hooks: hooks.forFramework() as never, choice };
  const builder = new PassManagerBuilder(anchor, options);
  framework.pipeline?.(builder, environment);
  framework.graph?.(new PipelineGraph(framework.ir, { anchor, ...options }), { ...environment, builder });
}

function add(passes: readonly PassDefinition<object>[], owner: Owner, catalogue: PassCatalogue): void {
  for (const definition of passes) catalogue.add({ declaration: definition.declaration, owner, definition });
}

function withoutPlace({ at, ...rest }: Diagnostic): Diagnostic {
  return at === undefined || at.file === "" ? rest : { ...rest, at };
}
