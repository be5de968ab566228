import { UsageError } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import type { Framework, Plugin } from "@passwright/sdk";
import { staleManifestOfPlugin } from "../manifest/compare.ts";
import * as errors from "../errors/index.ts";
import type { NamedPlugin, Packages } from "../session/read-packages.ts";
import { importFramework, importIr, importPlugin } from "./import-code.ts";
import type { CodeSource } from "./import-code.ts";

export class LoadedCode {
  readonly #packages: Packages;
  readonly #source: CodeSource;
  readonly #plugins = new Map<NamedPlugin, Plugin>();
  #ir: IrAdapter<object> | undefined;
  framework: Framework<object> | undefined;

  constructor(packages: Packages, source: CodeSource) {
    this.#packages = packages;
    this.#source = source;
  }

  /** IR of the pipeline in a config. Throws PWL0409 if the IR is not loaded yet. */
  get ir(): IrAdapter<object> {
    if (this.#ir === undefined) throw new UsageError(errors.irNotLoaded());
    return this.#ir;
  }

  get hasIr(): boolean {
    return this.#ir !== undefined;
  }

  get(plugin: NamedPlugin): Plugin | undefined {
    return this.#plugins.get(plugin);
  }

  get isComplete(): boolean {
    const { framework, plugins } = this.#packages;
    if (framework !== undefined && this.framework === undefined) return false;
    return plugins.every((plugin) => !plugin.package.hasCode || this.#plugins.has(plugin));
  }

  /** Loads the IR, the framework and the plugins. Skips code that is already loaded. Stops at the first error. */
  async loadAll(): Promise<readonly Diagnostic[]> {
    for (const load of [() => this.loadIr(), () => this.loadFramework(), () => this.loadPlugins(() => true)]) {
      const diagnostics = await load();
      if (diagnostics.length > 0) return diagnostics;
    }
    return [];
  }

  async loadFramework(): Promise<readonly Diagnostic[]> {
    const found = this.#packages.framework;
    if (found === undefined || this.framework !== undefined) return [];
    this.#source.beforeCode();
    const imported = await importFramework(found);
    if (!imported.ok) return imported.diagnostics;
    this.framework = imported.code;
    return [];
  }

  /** Loads plugins one after another, so that side effects of their modules always happen in the same order. */
  async loadPlugins(isWanted: (plugin: NamedPlugin) => boolean): Promise<readonly Diagnostic[]> {
    const wanted = this.#packages.plugins.filter(
      (plugin) => !this.#plugins.has(plugin) && plugin.package.hasCode && isWanted(plugin),
    );
    const there = new Map(wanted.map((plugin) => [plugin, this.#source.moduleOf(plugin.package)]));
    if (wanted.some((plugin) => there.get(plugin) === undefined)) this.#source.beforeCode();
    const diagnostics: Diagnostic[] = [];
    for (const plugin of wanted) {
      const imported = await importPlugin(plugin.package, there.get(plugin));
      const stale = imported.ok ? staleManifestOfPlugin(plugin.package, imported.code) : undefined;
      if (!imported.ok) diagnostics.push(...imported.diagnostics);
      else if (stale !== undefined) diagnostics.push(stale);
      else this.#plugins.set(plugin, imported.code);
    }
    return diagnostics;
  }

  async loadIr(): Promise<readonly Diagnostic[]> {
    const { ir } = this.#packages;
    if (ir === undefined || this.hasIr) return [];
    const there = this.#source.moduleOf(ir);
    if (there === undefined) this.#source.beforeCode();
    const imported = await importIr(ir, there);
    if (!imported.ok) return imported.diagnostics;
    this.#ir = imported.code;
    return [];
  }
}
