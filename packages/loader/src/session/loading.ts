import {
  type BuilderOptions,
  type Choice,
  type Origin,
  PassCatalogue,
  PassManagerBuilder,
  printPlan,
  type Resolution,
  type Source,
} from "@passwright/builder";
import { type Diagnostic, diagnosticOf, type Owner, type PassDeclaration, type PassDefinition } from "@passwright/core";
import { type PlannedGraph } from "@passwright/graph";
import { type Framework, type Plugin } from "@passwright/sdk";
import { type CheckedConfig } from "../config/config.ts";
import { HookSet } from "../hooks/hook-set.ts";
import { type LoaderHooks } from "../hooks/loader-hooks.ts";
import { copyOf, SessionHookSet } from "../hooks/session-hooks.ts";
import { importIr, importPlugin } from "../package/import-code.ts";
import { labelOf } from "../package/code-errors.ts";
import { makeSourceOf } from "../package/source-of.ts";
import { checkAsked } from "./check-asked.ts";
import { checkNeeds } from "./check-needs.ts";
import { checkConfigPasses, checkInsertions, type Known } from "./check-passes.ts";
import { type LazyIr } from "./config-framework.ts";
import { ConfigPipeline, passesOf, pipelinesOf } from "./config-pipeline.ts";
import {
  bundlesOfConfig,
  contributionsOfConfig,
  contributionsOfManifest,
  originIn,
  overridesOfConfig,
  retypesOfConfig,
} from "./contributions.ts";
import * as errors from "./errors.ts";
import * as graphErrors from "./graph-errors.ts";
import { type NamedPlugin, type Packages } from "./read-packages.ts";
import { SessionGraph, tellOnePipelineOnly } from "./session-graph.ts";
import { resolveSession } from "./resolve-session.ts";
import { type LoadResult, Session } from "./session.ts";
import { setUp, watched } from "./set-up.ts";
import { optionsOf, type SurveyResult } from "./survey.ts";
import { tellLoaded } from "./tell-plugins.ts";

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
  /** Nobody's code is to run. */
  readonly dataOnly: boolean;
  /** Called before anybody's code runs. */
  readonly beforeCode: () => void;
  readonly ir: LazyIr;
}

/** Loading, from the framework's code on. */
export class Loading {
  readonly #config: CheckedConfig;
  readonly #packages: Packages;
  readonly #framework: Framework<object>;
  readonly #owner: Owner;
  readonly #hooks: HookSet;
  readonly #sessionHooks = new SessionHookSet();
  readonly #catalogue = new PassCatalogue();
  readonly #builder: PassManagerBuilder;
  readonly #options: BuilderOptions<object>;
  #graph: SessionGraph | undefined = undefined;
  readonly #choice: Choice;
  readonly #loaderHooks: LoaderHooks | undefined;
  readonly #keepDuplicates: boolean;
  readonly #dataOnly: boolean;
  readonly #beforeCode: () => void;
  readonly #ir: LazyIr;
  readonly #pipeline: ConfigPipeline | undefined;
  readonly #code = new Map<NamedPlugin, Plugin>();

  constructor(input: LoadingInput) {
    const { config, framework, choice, hooks, order } = input;
    const packages = inOrder(input.packages, order);
    this.#keepDuplicates = input.keepDuplicates;
    this.#dataOnly = input.dataOnly;
    this.#beforeCode = input.beforeCode;
    this.#ir = input.ir;
    const version = packages.framework?.version;
    const pipeline =
      config.pipeline &&
      new ConfigPipeline(config.pipeline, config.bundles, (pass) => this.#catalogue.find(pass)?.definition);
    this.#pipeline = pipeline;
    this.#loaderHooks = hooks;
    this.#config = config;
    this.#packages = packages;
    this.#framework = framework;
    this.#owner = { name: framework.name, ...(version === undefined ? {} : { version }) };
    this.#hooks = new HookSet(framework.name, framework.hooks ?? {});
    this.#choice = choice;
    this.#options = {
      framework: this.#owner,
      catalogue: this.#catalogue,
      sourceOf:
        packages.framework === undefined ? { atHand: () => pipeline?.source } : makeSourceOf(packages.framework.folder),
      choice,
      properties: { ...framework.properties, ...config.properties },
      cleanups: [...new Set([...(framework.cleanups ?? []), ...config.cleanups.map(({ text }) => text)])],
      overrides: overridesOfConfig(config),
      retyped: retypesOfConfig(config),
      extensionPoints: framework.extensionPoints ?? {},
    };
    this.#builder = new PassManagerBuilder(framework.anchor, this.#options);
  }

  async load(): Promise<LoadResult> {
    const { plugins } = this.#packages;
    const isMissing = (plugin: NamedPlugin): boolean => needsCodeToPlan(plugin) && !this.#code.has(plugin);
    type LoadingStep = () => readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
    // A framework brings its passes; those of a pipeline that is data are plugins'.
    const before: LoadingStep[] =
      this.#pipeline === undefined
        ? []
        : [
            () => this.#importCode(plugins.filter((plugin) => this.#isNeededForPipeline(plugin))),
            () => this.#declarePasses(),
            () => this.#checkNames(),
          ];
    const steps: LoadingStep[] = [
      () => (this.#dataOnly ? this.#refuseCode() : []),
      ...before,
      () => this.#buildPipeline(),
      () => this.#checkNeeds(),
      () => this.#importCode(plugins.filter(isMissing)),
      () => this.#declarePasses(),
      () => this.#settleDoubts(),
      () => (this.#pipeline === undefined ? this.#checkNames() : []),
      () => this.#buildConfigGraph(),
      () => this.#contributeData(),
      () => this.#setUp(),
      () => this.#settleDoubts(),
    ];
    for (const step of steps) {
      // Each step stands on the one before.
      const diagnostics = await step();
      if (hasErrors(diagnostics)) return { diagnostics };
    }
    this.#loaderHooks?.contributionsCollected.call(this.#builder);
    const problems = tellLoaded(this.#sessionHooks, {
      config: this.#config,
      packages: this.#packages,
      framework: this.#framework.name,
      choice: this.#choice,
      contributions: () => this.#builder.input().contributions,
    });
    if (problems.length > 0) return { diagnostics: problems };
    const { plan, graph, diagnostics: found } = this.#plan();
    const diagnostics = [...found];
    if (graph !== undefined) this.#loaderHooks?.graphPlanned.call(graph.plan);
    let isPlanned = plan !== undefined && !hasErrors(diagnostics);
    if (plan !== undefined && isPlanned) {
      this.#loaderHooks?.planned.call(plan);
      const problem = this.#sessionHooks.tell("planned", () => [copyOf(plan)]);
      if (problem !== undefined) diagnostics.push(problem);
      isPlanned = problem === undefined;
    }
    const parts = {
      config: this.#config,
      framework: this.#framework,
      owner: this.#owner,
      plugins: plugins.map((plugin) => plugin.package),
      catalogue: this.#catalogue,
      builder: this.#builder,
      taps: [...this.#hooks.taps, ...this.#sessionHooks.taps],
      ...(isPlanned && plan !== undefined ? { plan } : {}),
      ...(graph === undefined ? {} : { graph }),
    };
    const hooks = { program: this.#loaderHooks, plugins: this.#sessionHooks };
    return { session: new Session(parts, () => this.#loadRest(), hooks), diagnostics };
  }

  /**
   * What there is, with nobody set up: the framework's pipeline, and passes by manifest where that declares them, else by
   * code. `withCode` runs the code of all.
   */
  async survey({ withCode }: { readonly withCode: boolean }): Promise<SurveyResult> {
    const { plugins } = this.#packages;
    const isWanted = ({ package: { manifest } }: NamedPlugin): boolean =>
      !this.#dataOnly && (withCode || manifest.passes === undefined);
    const declared = async (): Promise<readonly Diagnostic[]> => [
      ...(await this.#importCode(plugins.filter(isWanted))).filter(
        ({ code, plugin }) =>
          code !== "PWL0201" || !plugins.some((one) => isData(one) && labelOf(one.package) === plugin),
      ),
      ...this.#declarePasses(),
    ];
    const build = (): Promise<readonly Diagnostic[]> => this.#buildPipeline();
    // As in `load`: a pipeline that is data names passes of plugins.
    for (const step of this.#pipeline === undefined ? [build, declared] : [declared, build]) {
      const diagnostics = await step();
      if (hasErrors(diagnostics)) return { diagnostics };
    }
    // The pipelines of a graph have commands of their own.
    const { plan } = this.#graph === undefined ? this.#builder.resolve() : {};
    const survey = {
      config: this.#config,
      framework: this.#framework,
      owner: this.#owner,
      choice: this.#choice,
      plugins: plugins.map((plugin) => plugin.package),
      ran: new Set([...this.#code.keys()].map((plugin) => plugin.package)),
      pluginOptions: new Map(
        plugins.map((plugin) => [plugin.package, optionsOf(plugin.package, this.#code.get(plugin))]),
      ),
      catalogue: this.#catalogue,
      ...(plan === undefined ? {} : { pipeline: printPlan(plan) }),
    };
    return { survey, diagnostics: [] };
  }

  /** One plan, or a graph of them. */
  #plan(): Resolution & { readonly graph?: PlannedGraph<object> } {
    const ran = [...this.#code.keys()].map((plugin) => plugin.package);
    const options = { keepDuplicates: this.#keepDuplicates };
    if (this.#graph === undefined) return resolveSession(this.#builder, ran, options);
    const { planned, diagnostics } = this.#graph.plan(options);
    return { ...(planned === undefined ? {} : { graph: planned }), diagnostics };
  }

  /** In data-only mode: who cannot do without code. */
  #refuseCode(): readonly Diagnostic[] {
    return this.#packages.plugins.filter(needsCodeToPlan).map(({ package: { name, named, manifest } }) => {
      const reason = manifest.passes === undefined ? "its manifest does not declare its passes" : "it has a setup";
      return errors.pluginNeedsCode(name, reason, named.at);
    });
  }

  /** A plugin whose passes only its code tells, or the types of options that are written as text. */
  #isNeededForPipeline({ package: { manifest } }: NamedPlugin): boolean {
    if (manifest.passes === undefined) return true;
    const withOptions = pipelinesOf(this.#config)
      .flatMap(passesOf)
      .filter(({ optionsText }) => (optionsText ?? "") !== "");
    return !this.#dataOnly && withOptions.some(({ pass }) => manifest.passes?.some(({ name }) => name === pass));
  }

  async #buildPipeline(): Promise<readonly Diagnostic[]> {
    const found = this.#packages.framework;
    this.#graph = await SessionGraph.make(this.#framework, this.#config, this.#options);
    if (found === undefined) return this.#buildConfigPipeline(this.#pipeline as ConfigPipeline);
    for (const pass of this.#framework.passes ?? []) {
      if ("declaration" in pass) this.#declare(this.#owner, pass.declaration, pass);
      else this.#declare(this.#owner, pass);
    }
    const problems = [...this.#catalogue.clashes];
    const { name } = this.#framework;
    problems.push(
      ...watched(found, "built its pipeline", [this.#hooks], name, () => {
        const environment = { hooks: this.#hooks.forFramework() as never, choice: this.#choice };
        if (this.#framework.pipeline !== undefined) this.#framework.pipeline(this.#builder, environment);
        else if (this.#graph !== undefined) this.#framework.graph?.(this.#graph.graph, environment);
        return [];
      }),
    );
    return problems;
  }

  #buildConfigPipeline(pipeline: ConfigPipeline): readonly Diagnostic[] {
    try {
      pipeline.build(this.#builder);
      return [];
    } catch (thrown) {
      const carried = diagnosticOf(thrown);
      if (carried === undefined) throw thrown;
      const { source } = pipeline;
      const at = carried.at ?? (source && { ...source, column: 1 });
      const { plugin: _plugin, ...rest } = carried;
      return [{ ...rest, ...(at === undefined ? {} : { at }) }];
    }
  }

  /** The pipelines of a graph that stand in the config, beside those of the framework. */
  #buildConfigGraph(): readonly Diagnostic[] {
    const { graph } = this.#config;
    if (this.#graph === undefined) return [];
    const { name } = this.#owner;
    if (this.#packages.framework !== undefined && this.#framework.graph === undefined) {
      return [graphErrors.graphMissing(name, this.#packages.framework.named.at)];
    }
    const packages = this.#packages.plugins.map((plugin) => plugin.package);
    const problems = tellOnePipelineOnly(this.#config, packages, name);
    if (problems.length > 0 || graph === undefined) return problems;
    const { bundles } = this.#config;
    const definitionOf = (pass: string): PassDefinition<object> | undefined => this.#catalogue.find(pass)?.definition;
    return this.#graph.addConfig(
      this.#config,
      graph,
      (pipeline) => new ConfigPipeline(pipeline, bundles, definitionOf),
    );
  }

  #checkNeeds(): readonly Diagnostic[] {
    const packages = this.#packages.plugins.map((plugin) => plugin.package);
    const ran = new Set([...this.#code.keys()].map((plugin) => plugin.package));
    return checkNeeds(packages, this.#framework, this.#builder, (plugin) => ran.has(plugin));
  }

  get #known(): Known {
    const owners = [this.#owner, ...this.#packages.plugins.map((plugin) => plugin.package)].map(({ name }) => name);
    const lacks = [...this.#code].flatMap(
      ([
        {
          package: { name },
        },
        code,
      ]) => (code.lacks === undefined ? [] : [`${name}: ${code.lacks}`]),
    );
    return { catalogue: this.#catalogue, owners, packages: this.#packages, lacks, from: this.#config.path };
  }

  /** The passes and bundles that the config names. */
  #checkNames(): readonly Diagnostic[] {
    return checkConfigPasses(this.#config, this.#known);
  }

  async #importCode(plugins: readonly NamedPlugin[]): Promise<readonly Diagnostic[]> {
    const diagnostics: Diagnostic[] = [];
    if (plugins.length > 0) this.#beforeCode();
    for (const plugin of plugins) {
      // In order, so that what one module does to another is always the same.
      const imported = await importPlugin(plugin.package);
      if (imported.ok) this.#code.set(plugin, imported.code);
      else diagnostics.push(...imported.diagnostics);
    }
    return diagnostics;
  }

  #declarePasses(): readonly Diagnostic[] {
    for (const plugin of this.#packages.plugins) {
      const { name, version, manifest } = plugin.package;
      const owner = { name, ...(version === undefined ? {} : { version }) };
      const code = this.#code.get(plugin);
      if (code === undefined) for (const pass of manifest.passes ?? []) this.#declare(owner, pass);
      else for (const definition of code.passes) this.#declare(owner, definition.declaration, definition as never);
    }
    // Asked for when all are there, so that it does not matter who came first.
    return this.#catalogue.clashes;
  }

  /** Two packages that declare a pass alike may mean the same one: then their code is the same, too. */
  async #settleDoubts(): Promise<readonly Diagnostic[]> {
    if (this.#dataOnly) return [];
    const names = new Set(this.#catalogue.doubtful.map(({ name }) => name));
    const unseen = this.#packages.plugins.filter((plugin) => names.has(plugin.package.name) && !this.#code.has(plugin));
    if (unseen.length === 0) return [];
    return [...(await this.#importCode(unseen)), ...this.#declarePasses()];
  }

  #declare(owner: Owner, declaration: PassDeclaration, definition?: PassDefinition<object>): void {
    this.#catalogue.add({ declaration, owner, ...(definition === undefined ? {} : { definition }) });
  }

  #contributeData(): readonly Diagnostic[] {
    const contributions = [
      contributionsOfConfig(this.#config),
      ...this.#packages.plugins.map((plugin) => contributionsOfManifest(plugin.package)),
    ];
    const insertions = contributions.flatMap((one) => one.insertions);
    const wrong = checkInsertions({ insertions }, this.#known);
    if (wrong.length > 0) return wrong;
    if (this.#graph !== undefined) return this.#graph.contribute(insertions);
    const strays = insertions.flatMap(({ pass, pipeline, origin }) =>
      pipeline === undefined ? [] : [graphErrors.noGraph(pass, pipeline, this.#owner.name, origin)],
    );
    if (strays.length > 0) return strays;
    const problems = this.#builder.contribute(insertions);
    this.#builder.addRules(contributions.flatMap((one) => one.rules));
    this.#contributeForConfig();
    return problems;
  }

  /** What a config says and the builder takes as calls. */
  #contributeForConfig(): void {
    const { name, guards } = this.#config;
    let source: Source | undefined;
    const sourceOf = { atHand: () => source };
    const view = this.#builder.forParty({ kind: "config", name }, { sourceOf });
    for (const { name: bundle, passes, settings, origin } of bundlesOfConfig(this.#config)) {
      source = sourceOfOrigin(origin);
      view.addBundle(bundle, passes, settings);
    }
    for (const guard of guards) {
      source = sourceOfOrigin(originIn(guard));
      view.guard(guard.data.property, guard.data);
    }
  }

  async #setUp(): Promise<readonly Diagnostic[]> {
    const around = {
      builder: this.#builder,
      graph: this.#graph,
      framework: this.#owner,
      hooks: this.#hooks,
      sessionHooks: this.#sessionHooks,
    };
    const problems = [...this.#code].flatMap(([plugin, code]) => setUp(plugin, code, around));
    const { names } = this.#packages;
    if (!hasErrors(problems)) {
      const ran = [...this.#code.keys()].map((plugin) => plugin.package);
      const builders = [this.#builder, ...(this.#graph?.builders ?? [])];
      problems.push(...builders.flatMap((builder) => checkAsked(builder.input(), ran)));
      if (this.#graph !== undefined) problems.push(...this.#tellStrays());
    }
    return [...problems, ...this.#hooks.seal(names), ...(await this.#sessionHooks.seal(names))];
  }

  /** Plugins that built at the one pipeline that a framework with a graph has not. */
  #tellStrays(): Diagnostic[] {
    const { contributions, rules, edits = [] } = this.#builder.input();
    const refused = this.#builder.resolve().diagnostics.map(({ plugin }) => plugin);
    const parties = new Set([...contributions, ...rules, ...edits].map(({ party }) => party));
    return this.#packages.plugins.flatMap(({ package: { name } }) =>
      parties.has(name) || refused.includes(name) ? [graphErrors.wrongBuilder(name, this.#owner.name)] : [],
    );
  }

  async #loadRest(): Promise<readonly Diagnostic[]> {
    if (this.#dataOnly) return [errors.dataOnlyCannotRun()];
    const { ir } = this.#packages;
    if (ir !== undefined) {
      const imported = await importIr(ir);
      if (!imported.ok) return imported.diagnostics;
      this.#ir.adapter = imported.code;
    }
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

/** A plugin that may be without code: its manifest says all that there is. */
function isData({ package: { manifest } }: NamedPlugin): boolean {
  return !manifest.setup && manifest.passes !== undefined;
}

/** A plugin whose manifest declares its passes, and says that there is no setup, can be planned with unseen. */
function needsCodeToPlan({ package: { manifest }, options }: NamedPlugin): boolean {
  const hasUnknownOptions = manifest.options === undefined && Object.keys(options).length > 0;
  return manifest.setup || manifest.passes === undefined || hasUnknownOptions;
}

function sourceOfOrigin({ file, line }: Origin): Source | undefined {
  return file === undefined || line === undefined ? undefined : { file, line };
}
