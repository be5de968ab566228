import { type Choice, PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import {
  type Diagnostic,
  diagnosticOf,
  type Owner,
  type PassDeclaration,
  type PassDefinition,
  takeOptions,
} from "@passwright/core";
import { type Framework, type Plugin } from "@passwright/sdk";
import { keepCause, thrownText } from "../cause.ts";
import { type CheckedConfig } from "../config/config.ts";
import { HookSet } from "../hooks/hook-set.ts";
import { type LoaderHooks } from "../hooks/loader-hooks.ts";
import * as codeErrors from "../package/code-errors.ts";
import { importPlugin } from "../package/import-code.ts";
import { type PluginPackage } from "../package/read-package.ts";
import { makeSourceOf } from "../package/source-of.ts";
import { placeOfThrown } from "../package/thrown-place.ts";
import { checkNeeds } from "./check-needs.ts";
import {
  contributionsOfConfig,
  contributionsOfManifest,
  overridesOfConfig,
  partyOf,
  retypesOfConfig,
} from "./contributions.ts";
import * as errors from "./errors.ts";
import { type NamedPlugin, type Packages } from "./read-packages.ts";
import { type LoadResult, Session } from "./session.ts";

const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity }) => severity === "error");

/** What there is to load once all manifests fit and the framework's code is there. */
export interface LoadingInput {
  readonly config: CheckedConfig;
  readonly packages: Packages;
  readonly framework: Framework<object>;
  readonly choice: Choice;
  readonly hooks: LoaderHooks | undefined;
  /** Names of plugins in the order in which to load and set them up; alphabetical without it. */
  readonly order: readonly string[] | undefined;
  readonly keepDuplicates: boolean;
}

/** Loading, from the framework's code on. */
export class Loading {
  readonly #config: CheckedConfig;
  readonly #packages: Packages;
  readonly #framework: Framework<object>;
  readonly #owner: Owner;
  readonly #hooks: HookSet;
  readonly #catalogue = new PassCatalogue();
  readonly #builder: PassManagerBuilder;
  readonly #choice: Choice;
  readonly #loaderHooks: LoaderHooks | undefined;
  readonly #keepDuplicates: boolean;
  readonly #code = new Map<NamedPlugin, Plugin>();

  constructor(input: LoadingInput) {
    const { config, framework, choice, hooks, order } = input;
    const packages = inOrder(input.packages, order);
    this.#keepDuplicates = input.keepDuplicates;
    const { folder, version } = packages.framework;
    this.#loaderHooks = hooks;
    this.#config = config;
    this.#packages = packages;
    this.#framework = framework;
    this.#owner = { name: framework.name, ...(version === undefined ? {} : { version }) };
    this.#hooks = new HookSet(framework.name, framework.hooks ?? {});
    this.#choice = choice;
    this.#builder = new PassManagerBuilder(framework.anchor, {
      framework: this.#owner,
      catalogue: this.#catalogue,
      sourceOf: makeSourceOf(folder),
      choice,
      ...(framework.properties === undefined ? {} : { properties: framework.properties }),
      ...(framework.cleanups === undefined ? {} : { cleanups: framework.cleanups }),
      overrides: overridesOfConfig(config),
      retyped: retypesOfConfig(config),
    });
  }

  async load(): Promise<LoadResult> {
    const { plugins } = this.#packages;
    const steps: (() => readonly Diagnostic[] | Promise<readonly Diagnostic[]>)[] = [
      () => this.#buildPipeline(),
      () => this.#checkNeeds(),
      () => this.#importCode(plugins.filter(needsCodeToPlan)),
      () => this.#declarePasses(),
      () => this.#contributeData(),
      () => this.#setUp(),
    ];
    for (const step of steps) {
      // Each step stands on the one before.
      const diagnostics = await step();
      if (hasErrors(diagnostics)) return { diagnostics };
    }
    this.#loaderHooks?.contributionsCollected.call(this.#builder);
    const { plan, diagnostics } = this.#builder.resolve({ keepDuplicates: this.#keepDuplicates });
    const isPlanned = plan !== undefined && !hasErrors(diagnostics);
    if (isPlanned) this.#loaderHooks?.planned.call(plan);
    const parts = {
      config: this.#config,
      framework: this.#framework,
      owner: this.#owner,
      plugins: plugins.map((plugin) => plugin.package),
      catalogue: this.#catalogue,
      builder: this.#builder,
      taps: this.#hooks.taps,
      ...(isPlanned ? { plan } : {}),
    };
    return { session: new Session(parts, () => this.#loadRest(), this.#loaderHooks), diagnostics };
  }

  #buildPipeline(): readonly Diagnostic[] {
    const found = this.#packages.framework;
    const problems = (this.#framework.passes ?? []).flatMap((pass) =>
      "declaration" in pass ? this.#declare(this.#owner, pass.declaration, pass) : this.#declare(this.#owner, pass),
    );
    try {
      this.#framework.pipeline(this.#builder, {
        hooks: this.#hooks.forFramework() as never,
        choice: this.#choice,
      });
    } catch (thrown) {
      problems.push(blame(thrown, found, (what, at) => codeErrors.threwInPipeline(found, what, at)));
    }
    return problems;
  }

  #checkNeeds(): readonly Diagnostic[] {
    const packages = this.#packages.plugins.map((plugin) => plugin.package);
    return checkNeeds(packages, this.#framework, this.#builder);
  }

  async #importCode(plugins: readonly NamedPlugin[]): Promise<readonly Diagnostic[]> {
    const diagnostics: Diagnostic[] = [];
    for (const plugin of plugins) {
      // In order, so that what one module does to another is always the same.
      const imported = await importPlugin(plugin.package);
      if (imported.ok) this.#code.set(plugin, imported.code);
      else diagnostics.push(...imported.diagnostics);
    }
    return diagnostics;
  }

  #declarePasses(): readonly Diagnostic[] {
    return this.#packages.plugins.flatMap((plugin) => {
      const { name, version, manifest } = plugin.package;
      const owner = { name, ...(version === undefined ? {} : { version }) };
      const code = this.#code.get(plugin);
      if (code === undefined) return (manifest.passes ?? []).flatMap((pass) => this.#declare(owner, pass));
      return code.passes.flatMap((definition) => this.#declare(owner, definition.declaration, definition as never));
    });
  }

  #declare(owner: Owner, declaration: PassDeclaration, definition?: PassDefinition<object>): Diagnostic[] {
    const problem = this.#catalogue.add({ declaration, owner, ...(definition === undefined ? {} : { definition }) });
    return problem === undefined ? [] : [problem];
  }

  #contributeData(): readonly Diagnostic[] {
    const contributions = [
      contributionsOfConfig(this.#config),
      ...this.#packages.plugins.map((plugin) => contributionsOfManifest(plugin.package)),
    ];
    const insertions = contributions.flatMap((one) => one.insertions);
    const owners = [this.#owner, ...this.#packages.plugins.map((plugin) => plugin.package)].map(({ name }) => name);
    const unknown = insertions
      .filter(({ pass }) => this.#catalogue.find(pass) === undefined)
      .map(({ pass, origin }) => {
        const { kind, name, file, line } = origin;
        const at = file === undefined || line === undefined ? {} : { at: { file, line, column: 1 } };
        const where = kind === "config" ? at : { plugin: name, ...at };
        return errors.unknownPass(pass, where, this.#catalogue.suggest(pass), owners);
      });
    if (unknown.length > 0) return unknown;
    const problems = this.#builder.contribute(insertions);
    this.#builder.addRules(contributions.flatMap((one) => one.rules));
    return problems;
  }

  #setUp(): readonly Diagnostic[] {
    const problems = [...this.#code].flatMap(([plugin, code]) => this.#setUpOne(plugin, code));
    return [...problems, ...this.#hooks.seal(this.#packages.names)];
  }

  #setUpOne(plugin: NamedPlugin, code: Plugin): readonly Diagnostic[] {
    const found = plugin.package;
    const specs = code.options ?? {};
    const taken = takeOptions(specs, plugin.options);
    if (!taken.ok) return [codeErrors.badOptions(found, taken.problem.message, Object.keys(specs).sort())];
    const view = this.#builder.forParty(partyOf(found), { sourceOf: makeSourceOf(found.folder) });
    const environment = {
      framework: this.#owner,
      hooks: this.#hooks.forPlugin(found.name),
      options: taken.options.values,
    };
    try {
      const answer: unknown = code.setup?.(view as never, environment as never);
      if (typeof (answer as { then?: unknown } | undefined)?.then !== "function") return [];
      (answer as Promise<unknown>).then(undefined, () => undefined);
      return [codeErrors.asyncSetup(found)];
    } catch (thrown) {
      return [blame(thrown, found, (what, at) => codeErrors.threwInSetup(found, what, at))];
    }
  }

  async #loadRest(): Promise<readonly Diagnostic[]> {
    const missing = this.#packages.plugins.filter((plugin) => !this.#code.has(plugin));
    const diagnostics = [...(await this.#importCode(missing)), ...this.#declarePasses()];
    await this.#hooks.connect();
    return diagnostics;
  }
}

/** The same packages with the plugins in another order: to see that it makes no difference. */
function inOrder(packages: Packages, order: readonly string[] | undefined): Packages {
  if (order === undefined) return packages;
  const place = ({ package: { name } }: NamedPlugin): number => order.indexOf(name);
  return { ...packages, plugins: [...packages.plugins].sort((left, right) => place(left) - place(right)) };
}

/** A plugin whose manifest declares its passes, and says that there is no setup, can be planned with unseen. */
function needsCodeToPlan({ package: { manifest }, options }: NamedPlugin): boolean {
  return manifest.setup || manifest.passes === undefined || Object.keys(options).length > 0;
}

/** What a party threw, as a diagnostic with its name on it. What was refused by an API says so in its own words. */
function blame(
  thrown: unknown,
  found: PluginPackage,
  describe: (what: string, at: Diagnostic["at"]) => Diagnostic,
): Diagnostic {
  const carried = diagnosticOf(thrown);
  const diagnostic =
    carried === undefined
      ? describe(thrownText(thrown), placeOfThrown(thrown, found.folder))
      : { ...carried, plugin: codeErrors.labelOf(found) };
  return keepCause(diagnostic, thrown);
}
