import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { diagnosticIn, PassRegistry } from "@passwright/core";
import type { Diagnostic, Owner, PassDefinition } from "@passwright/core";
import { dialects as ownDialects } from "@passwright/ir";
import type { DialectDefinition, Operation } from "@passwright/ir";
import { importFramework, loadPlugins, readAnyPackage, surveyFramework } from "@passwright/loader";
import type { NamedInConfig } from "@passwright/loader";
import type { DefinedPlugin } from "@passwright/sdk";
import { dialectTwice } from "../errors/opt.ts";

const DEFAULT_PLUGINS = ["@passwright/plugin-transforms"];

export async function loadPasses(named: readonly string[], cwd: string): Promise<LoadedPasses> {
  const at = { file: "<command line>", line: 1, column: 1 };
  const request = (text: string): { text: string; at: typeof at } => ({ text, at });
  const here = fileURLToPath(import.meta.url);
  const defaults = await loadPlugins(DEFAULT_PLUGINS.map(request), { from: here, cwd });
  const registrar = new Registrar();
  for (const plugin of defaults.plugins) registrar.register(plugin.package, plugin.code);
  const problems = [...defaults.diagnostics];
  for (const text of new Set(named.map((one) => asPathIfThere(one, cwd)))) {
    const { plugins, diagnostics: found } = await loadPlugins([request(text)], { from: join(cwd, "-"), cwd });
    for (const plugin of plugins) registrar.register(plugin.package, plugin.code);
    const isDone = found.some(isFrameworkInstead) && (await registerFramework(request(text), cwd, registrar));
    if (!isDone) problems.push(...found);
  }
  return registrar.loaded(problems);
}

const isFrameworkInstead = ({ code, pluginKind }: Diagnostic): boolean =>
  code === "PWL0203" || (code === "PWL0105" && pluginKind === "framework");

/**
 * Registers the passes of a framework, because reproducers of the framework's pipeline need these passes. Returns false
 * if the package is not a framework.
 */
async function registerFramework(named: NamedInConfig, cwd: string, registrar: Registrar): Promise<boolean> {
  const read = await readAnyPackage(named, { from: join(cwd, "-"), cwd });
  const imported = read.ok && (await importFramework({ ...read.package, kind: "framework" }));
  if (!read.ok || imported === false || !imported.ok) return false;
  const { catalogue, owner } = surveyFramework(read.package, imported.code).work;
  for (const { definition, declaration } of catalogue.entries()) {
    // Skips passes that plugins have already registered. The pipeline of a framework can contain passes of plugins.
    const isThere = registrar.registry.find(declaration.name) !== undefined;
    if (definition !== undefined && !isThere) registrar.registerPass(definition, owner);
  }
  return true;
}

/** Adds `./` to the path of an existing folder or file, unless it can be the name of a package. */
function asPathIfThere(text: string, cwd: string): string {
  const isPathLike = /\.[cm]?[jt]s$/.test(text) || (text.includes("/") && !text.startsWith("@"));
  if (!isPathLike || isAbsolute(text) || /^\.\.?\//.test(text)) return text;
  return existsSync(join(cwd, text)) ? `./${text}` : text;
}

export interface LoadedPasses {
  readonly registry: PassRegistry<Operation>;
  readonly dialects: readonly DialectDefinition[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Registers the passes, pipelines and dialects of plugins, and collects errors about names that are used twice. */
export class Registrar {
  readonly registry: PassRegistry<Operation> = new PassRegistry<Operation>();
  readonly #dialects = new Map<string, DialectDefinition>(ownDialects.map((one) => [one.name, one]));
  readonly #clashes: Diagnostic[] = [];
  readonly #owners = new Map<string, Owner>();

  register({ name, version }: Owner, code: DefinedPlugin): void {
    const owner = version === undefined ? { name } : { name, version };
    // Does not check that the passes support this IR, because passwright-opt has only one IR and the user chose the
    // plugins.
    for (const pass of code.passes) this.registerPass(pass as never, owner);
    for (const pipeline of code.pipelines ?? [])
      this.#try(() => this.registry.registerPipeline(pipeline as never, owner));
    for (const analysis of code.analyses ?? [])
      this.#try(() => this.registry.registerAnalysis(analysis as never, owner));
    for (const dialect of code.dialects ?? []) this.#addDialect(dialect as DialectDefinition, owner);
  }

  loaded(problems: readonly Diagnostic[] = []): LoadedPasses {
    const diagnostics = [...problems, ...this.#clashes];
    return { registry: this.registry, dialects: [...this.#dialects.values()], diagnostics };
  }

  registerPass(pass: PassDefinition<object>, owner: Owner): void {
    this.#try(() => this.registry.registerPass(pass as never, owner));
  }

  #addDialect(dialect: DialectDefinition, owner: Owner): void {
    const known = this.#dialects.get(dialect.name);
    if (known !== undefined && known !== dialect) {
      this.#clashes.push(dialectTwice(dialect.name, this.#owners.get(dialect.name)?.name, owner.name));
      return;
    }
    this.#dialects.set(dialect.name, dialect);
    this.#owners.set(dialect.name, owner);
  }

  #try(register: () => unknown): void {
    try {
      register();
    } catch (thrown) {
      this.#clashes.push(diagnosticIn(thrown));
    }
  }
}
