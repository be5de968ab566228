import { type PassCatalogue } from "@passwright/builder";
import { type Diagnostic, type Owner, type PassDeclaration, type PassDefinition } from "@passwright/core";
import { type Plugin } from "@passwright/sdk";
import { type CodeSource, importPlugin } from "../package/import-code.ts";
import { type CheckedManifest } from "../package/manifest-schema.ts";
import { declaredOptions } from "../package/option-schema.ts";
import { type PluginPackage } from "../package/read-package.ts";
import { type NamedPlugin } from "./read-packages.ts";

/** The plugins of a session, with the code of those that were loaded so far, and what they declare. */
export class PluginCode {
  readonly #plugins: readonly NamedPlugin[];
  readonly #catalogue: PassCatalogue;
  readonly #source: CodeSource;
  readonly #code = new Map<NamedPlugin, Plugin>();

  constructor(plugins: readonly NamedPlugin[], catalogue: PassCatalogue, source: CodeSource) {
    this.#plugins = plugins;
    this.#catalogue = catalogue;
    this.#source = source;
  }

  /** Those whose code was loaded, in the order of loading. */
  get ran(): readonly PluginPackage[] {
    return [...this.#code.keys()].map((plugin) => plugin.package);
  }

  get loaded(): Iterable<readonly [NamedPlugin, Plugin]> {
    return this.#code;
  }

  /** Why plugins lack passes, in their words. */
  get lacks(): readonly string[] {
    return [...this.#code].flatMap(
      ([
        {
          package: { name },
        },
        { lacks },
      ]) => (lacks === undefined ? [] : [`${name}: ${lacks}`]),
    );
  }

  has(plugin: NamedPlugin): boolean {
    return this.#code.has(plugin);
  }

  get(plugin: NamedPlugin): Plugin | undefined {
    return this.#code.get(plugin);
  }

  /** Loads the code of those among the plugins for which `isWanted`, and that have none yet. */
  async load(isWanted: (plugin: NamedPlugin) => boolean): Promise<readonly Diagnostic[]> {
    const wanted = this.#plugins.filter((plugin) => !this.#code.has(plugin) && isWanted(plugin));
    const there = new Map(wanted.map((plugin) => [plugin, this.#source.moduleOf(plugin.package)]));
    if (wanted.some((plugin) => there.get(plugin) === undefined)) this.#source.beforeCode();
    const diagnostics: Diagnostic[] = [];
    for (const plugin of wanted) {
      // In order, so that what one module does to another is always the same.
      const imported = await importPlugin(plugin.package, there.get(plugin));
      if (imported.ok) this.#code.set(plugin, imported.code);
      else diagnostics.push(...imported.diagnostics);
    }
    return diagnostics;
  }

  /** Declares the passes of all plugins: by their code where it is there, else by their manifests. */
  declarePasses(): readonly Diagnostic[] {
    for (const plugin of this.#plugins) {
      const { manifest } = plugin.package;
      const owner = ownerOf(plugin.package);
      const code = this.#code.get(plugin);
      if (code === undefined)
        for (const pass of manifest.passes ?? []) declare(this.#catalogue, owner, pass, undefined, manifest);
      else
        for (const definition of code.passes)
          declare(this.#catalogue, owner, definition.declaration, definition as never);
    }
    // Asked for when all are there, so that it does not matter who came first.
    return this.#catalogue.clashes;
  }
}

/** Whose passes those of a package are. */
export function ownerOf({ name, version }: PluginPackage): Owner {
  return { name, ...(version === undefined ? {} : { version }) };
}

/** Adds a pass of somebody, with its code where that is there, or with the options that a manifest declares for it. */
export function declare(
  catalogue: PassCatalogue,
  owner: Owner,
  declaration: PassDeclaration,
  definition?: PassDefinition<object>,
  manifest?: CheckedManifest,
): void {
  const schemas = manifest?.passOptions.get(declaration.name);
  catalogue.add({
    declaration,
    owner,
    ...(definition === undefined ? {} : { definition }),
    ...(schemas === undefined ? {} : { declaredOptions: declaredOptions(schemas) }),
  });
}
