import type { BuilderOptions, Plan } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import { type CheckedConfig } from "../config/config.ts";
import { type CodeSource, importFramework, importIr } from "../package/import-code.ts";
import { type FrameworkAtWork } from "./build-framework.ts";
import { type LazyIr } from "./config-framework.ts";
import { type DeclaredFramework } from "./declared-framework.ts";
import * as errors from "./errors.ts";
import { declare, type PluginCode } from "./plugin-code.ts";
import { type Packages } from "./read-packages.ts";
import { type Surroundings } from "./set-up.ts";
import { verifyFramework } from "./verify-framework.ts";
import { verifySetup } from "./verify-setups.ts";

/** What was planned, and with what. */
export interface PlannedWithout {
  readonly config: CheckedConfig;
  readonly packages: Packages;
  readonly declared: DeclaredFramework | undefined;
  readonly dataOnly: boolean;
  readonly keepDuplicates: boolean;
  readonly ir: LazyIr;
  readonly code: PluginCode;
  readonly source: CodeSource;
  readonly work: FrameworkAtWork;
  readonly options: BuilderOptions<object>;
  readonly around: Surroundings;
  readonly plan: Plan | undefined;
}

/** The code that planning could do without: loaded when something runs, and compared with what was planned. */
export class RestOfCode {
  readonly #planned: PlannedWithout;
  /** What comparing setups with manifests came to. */
  #verdict: Promise<readonly Diagnostic[]> | undefined = undefined;

  constructor(planned: PlannedWithout) {
    this.#planned = planned;
  }

  /** Loads what is not there yet. Answers what is wrong with it. */
  async load(): Promise<readonly Diagnostic[]> {
    const { dataOnly, code, work } = this.#planned;
    if (dataOnly) return [errors.dataOnlyCannotRun()];
    const steps: (() => readonly Diagnostic[] | Promise<readonly Diagnostic[]>)[] = [
      () => this.#loadIr(),
      () => this.#loadFramework(),
      () => code.load(() => true),
      () => code.declarePasses(),
      () => (this.#verdict ??= this.#verifySetups()),
    ];
    for (const step of steps) {
      const diagnostics = await step();
      if (diagnostics.length > 0) return diagnostics;
    }
    await work.hooks.connect();
    return [];
  }

  async #loadIr(): Promise<readonly Diagnostic[]> {
    const { packages, ir, source } = this.#planned;
    if (packages.ir === undefined) return [];
    const there = source.moduleOf(packages.ir);
    if (there === undefined) source.beforeCode();
    const imported = await importIr(packages.ir, there);
    if (!imported.ok) return imported.diagnostics;
    ir.adapter = imported.code;
    return [];
  }

  /** The code of a framework that was planned with from its manifest. */
  async #loadFramework(): Promise<readonly Diagnostic[]> {
    const { declared, packages, work, options, source } = this.#planned;
    const found = packages.framework;
    if (declared === undefined || found === undefined || declared.isLoaded) return [];
    source.beforeCode();
    const imported = await importFramework(found);
    if (!imported.ok) return imported.diagnostics;
    work.hooks.reopen();
    const planned = { ...work, borrowed: declared.borrowed.map(({ declaration }) => declaration) };
    const { definitions, diagnostics } = await verifyFramework(found, imported.code, planned, options);
    for (const definition of definitions) {
      const { owner = work.owner } = work.catalogue.find(definition.declaration.name) ?? {};
      declare(work.catalogue, owner, definition.declaration, definition);
    }
    if (diagnostics.length === 0) declared.code = imported.code;
    return diagnostics;
  }

  /** Runs the setups that were planned with from manifests. */
  async #verifySetups(): Promise<readonly Diagnostic[]> {
    const { config, keepDuplicates, declared, packages, code, work, around, plan } = this.#planned;
    const setups = [...code.loaded].filter(([plugin]) => plugin.package.manifest.setup === "declared");
    if (plan === undefined || (setups.length === 0 && declared === undefined)) return [];
    work.hooks.reopen();
    const plugins = packages.plugins.map((plugin) => plugin.package);
    const planned = { config, plugins, builder: work.builder, plan, keepDuplicates };
    const found: Diagnostic[] = [];
    for (const [plugin, own] of setups) found.push(...(await verifySetup(plugin, own, planned, around)));
    return [...found, ...work.hooks.seal(packages.names)];
  }
}
