import {
  type BuilderOptions,
  optionsAskedOf,
  type Choice,
  PassCatalogue,
  PassManagerBuilder,
  type Plan,
  printPlan,
  type Resolution,
} from "@passwright/builder";
import { type Diagnostic, type Owner, ownerText, suggest } from "@passwright/core";
import type { PlannedGraph } from "@passwright/graph";
import { type Framework } from "@passwright/sdk";
import { type CheckedConfig } from "../config/config.ts";
import { HookSet } from "../hooks/hook-set.ts";
import { type LoaderHooks } from "../hooks/loader-hooks.ts";
import { copyOf, SessionHookSet } from "../hooks/session-hooks.ts";
import { declaredBesideGraph } from "../package/code-errors.ts";
import { type CodeSource } from "../package/import-code.ts";
import { type PluginPackage } from "../package/read-package.ts";
import { makeSourceOf } from "../package/source-of.ts";
import { buildWithCode, buildWithData, declareOwn, type FrameworkAtWork, undeclaredPasses } from "./build-framework.ts";
import { checkAsked } from "./check-asked.ts";
import { checkAnchors, checkListed, plansOfGraph } from "./check-mistakes.ts";
import { checkNeeds } from "./check-needs.ts";
import { checkWhen } from "./check-when.ts";
import { checkConfigPasses, type Known } from "./check-passes.ts";
import { type LazyIr } from "./config-framework.ts";
import { ConfigPipeline, type DataPipeline } from "./config-pipeline.ts";
import { contributeData } from "./contribute-data.ts";
import { overridesOfConfig, retypesOfConfig } from "./contributions.ts";
import { type DeclaredFramework } from "./declared-framework.ts";
import * as errors from "./errors.ts";
import * as graphErrors from "./graph-errors.ts";
import { needsCodeForPipeline, needsCodeToPlan, refuseCode } from "./plan-unseen.ts";
import { declare, PluginCode } from "./plugin-code.ts";
import { type NamedPlugin, type Packages } from "./read-packages.ts";
import { SessionGraph, tellOnePipelineOnly } from "./session-graph.ts";
import { resolveSession } from "./resolve-session.ts";
import { RestOfCode } from "./rest-of-code.ts";
import { type LoadResult, Session } from "./session.ts";
import { checkOptions, setUp, type Surroundings } from "./set-up.ts";
import { optionsOf, type SurveyResult } from "./survey.ts";
import { tellLoaded } from "./tell-plugins.ts";

const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity }) => severity === "error");

type LoadingStep = () => readonly Diagnostic[] | Promise<readonly Diagnostic[]>;

/** What there is to load once all manifests fit and the framework is known. */
export interface LoadingInput {
  readonly config: CheckedConfig;
  readonly packages: Packages;
  readonly framework: Framework<object>;
  /** Where the framework is what its manifest says, and its code was not loaded. */
  readonly declared: DeclaredFramework | undefined;
  readonly choice: Choice;
  readonly hooks: LoaderHooks | undefined;
  /** Names of plugins in the order in which to load and set them up; alphabetical without it. */
  readonly order: readonly string[] | undefined;
  readonly keepDuplicates: boolean;
  /** Nobody's code is to run. */
  readonly dataOnly: boolean;
  readonly source: CodeSource;
  readonly ir: LazyIr;
}

/** Loading, from the framework on. */
export class Loading {
  readonly #input: LoadingInput;
  readonly #packages: Packages;
  readonly #owner: Owner;
  readonly #hooks: HookSet;
  readonly #sessionHooks = new SessionHookSet();
  readonly #catalogue = new PassCatalogue();
  readonly #builder: PassManagerBuilder;
  readonly #options: BuilderOptions<object>;
  #graph: SessionGraph | undefined = undefined;
  /** The pipeline that is built from data, of the config or of the framework's manifest. */
  readonly #pipeline: ConfigPipeline | undefined;
  readonly #code: PluginCode;

  constructor(input: LoadingInput) {
    const { config, framework, choice, declared, source } = input;
    const packages = inOrder(input.packages, input.order);
    this.#input = input;
    this.#packages = packages;
    this.#code = new PluginCode(packages.plugins, this.#catalogue, source);
    const version = packages.framework?.version;
    const data = config.pipeline ?? declared?.pipeline;
    const pipeline = data && this.#pipelineOf(data);
    this.#pipeline = pipeline;
    this.#owner = { name: framework.name, ...(version === undefined ? {} : { version }) };
    this.#hooks = new HookSet(framework.name, framework.hooks ?? {});
    const { folder = "" } = packages.framework ?? {};
    this.#options = {
      framework: this.#owner,
      catalogue: this.#catalogue,
      sourceOf: pipeline === undefined ? makeSourceOf(folder) : { atHand: () => pipeline.source },
      choice,
      properties: { ...framework.properties, ...config.properties },
      cleanups: [...new Set([...(framework.cleanups ?? []), ...config.cleanups.map(({ text }) => text)])],
      overrides: overridesOfConfig(config),
      retyped: retypesOfConfig(config),
      extensionPoints: framework.extensionPoints ?? {},
      mustBeDeclared: true,
      externalPasses: framework.externalPasses ?? [],
      passTypes: [...Object.keys(framework.passTypes ?? {}), ...Object.keys(config.passTypes)],
    };
    this.#builder = new PassManagerBuilder(framework.anchor, this.#options);
  }

  #pipelineOf(data: DataPipeline): ConfigPipeline {
    return new ConfigPipeline(data, this.#input.config.bundles, (pass) => this.#catalogue.find(pass)?.definition);
  }

  async load(): Promise<LoadResult> {
    const { config, dataOnly } = this.#input;
    // A framework brings its passes; those of a pipeline that stands in the config are plugins'.
    const isOfConfig = config.pipeline !== undefined;
    const before: LoadingStep[] = [
      () => this.#code.load((plugin) => !dataOnly && needsCodeForPipeline(plugin, config)),
      () => this.#code.declarePasses(),
      () => this.#checkNames(),
    ];
    const steps: LoadingStep[] = [
      () => (dataOnly ? refuseCode(this.#packages.plugins) : []),
      ...(isOfConfig ? before : []),
      () => this.#buildPipeline(),
      () => this.#checkNeeds(),
      () => this.#code.load(needsCodeToPlan),
      () => this.#code.declarePasses(),
      () => this.#settleDoubts(),
      () => (isOfConfig ? [] : this.#checkNames()),
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
    return this.#finish();
  }

  /** Tells who listens, and plans. */
  #finish(): LoadResult {
    const { config, framework, choice, hooks: program } = this.#input;
    program?.contributionsCollected.call(this.#builder);
    const problems = tellLoaded(this.#sessionHooks, {
      config,
      packages: this.#packages,
      framework: framework.name,
      choice,
      contributions: () => this.#builder.input().contributions,
    });
    if (problems.length > 0) return { diagnostics: problems };
    const { plan, graph, diagnostics: found } = this.#plan();
    const plans = plan === undefined ? [] : [plan];
    if (graph !== undefined) plans.push(...plansOfGraph(graph.plan));
    const diagnostics = [
      ...this.#checkOptions(),
      ...checkWhen(config, framework),
      ...this.#tellMistakes(plans),
      ...found,
    ];
    if (graph !== undefined) program?.graphPlanned.call(graph.plan);
    let isPlanned = plan !== undefined && !hasErrors(diagnostics);
    if (plan !== undefined && isPlanned) {
      program?.planned.call(plan);
      const problem = this.#sessionHooks.tell("planned", () => [copyOf(plan)]);
      if (problem !== undefined) diagnostics.push(problem);
      isPlanned = problem === undefined;
    }
    const parts = {
      config,
      framework,
      owner: this.#owner,
      plugins: this.#plugins,
      catalogue: this.#catalogue,
      builder: this.#builder,
      taps: [...this.#hooks.taps, ...this.#sessionHooks.taps],
      ...(isPlanned && plan !== undefined ? { plan } : {}),
      ...(graph === undefined ? {} : { graph }),
    };
    const hooks = { program, plugins: this.#sessionHooks };
    const rest = new RestOfCode({
      ...this.#input,
      packages: this.#packages,
      code: this.#code,
      work: this.#work,
      options: this.#options,
      around: this.#around,
      plan: parts.plan,
    });
    return { session: new Session(parts, () => rest.load(), hooks), diagnostics };
  }

  /**
   * What there is, with nobody set up: the framework's pipeline, and passes by manifest where that declares them, else by
   * code. `withCode` runs the code of all.
   */
  async survey({ withCode }: { readonly withCode: boolean }): Promise<SurveyResult> {
    const { config, framework, choice, dataOnly } = this.#input;
    // What its manifest says all of, has nothing to tell by code that is not there.
    const isKnown = ({ code, plugin }: Diagnostic): boolean =>
      code === "PWL0201" &&
      this.#packages.plugins.some((one) => !needsCodeToPlan(one) && ownerText(one.package) === plugin);
    const declared = async (): Promise<readonly Diagnostic[]> => {
      const isWanted = ({ package: { manifest } }: NamedPlugin): boolean => withCode || manifest.passes === undefined;
      const diagnostics = await this.#code.load((plugin) => !dataOnly && isWanted(plugin));
      return [...diagnostics.filter((one) => !isKnown(one)), ...this.#code.declarePasses()];
    };
    const build = (): Promise<readonly Diagnostic[]> => this.#buildPipeline();
    // As in `load`: a pipeline that stands in the config names passes of plugins.
    for (const step of config.pipeline === undefined ? [build, declared] : [declared, build]) {
      const diagnostics = await step();
      if (hasErrors(diagnostics)) return { diagnostics };
    }
    // The pipelines of a graph have commands of their own.
    const { plan } = this.#graph === undefined ? this.#builder.resolve() : {};
    const survey = {
      config,
      framework,
      owner: this.#owner,
      choice,
      plugins: this.#plugins,
      ran: new Set(this.#code.ran),
      pluginOptions: new Map(
        this.#packages.plugins.map((plugin) => [plugin.package, optionsOf(plugin.package, this.#code.get(plugin))]),
      ),
      catalogue: this.#catalogue,
      ...(plan === undefined ? {} : { pipeline: printPlan(plan) }),
    };
    return { survey, diagnostics: [] };
  }

  get #plugins(): readonly PluginPackage[] {
    return this.#packages.plugins.map((plugin) => plugin.package);
  }

  get #work(): FrameworkAtWork {
    const { framework, choice } = this.#input;
    const [owner, catalogue, builder] = [this.#owner, this.#catalogue, this.#builder];
    return { framework, owner, catalogue, builder, graph: this.#graph, hooks: this.#hooks, choice };
  }

  get #around(): Surroundings {
    const [builder, framework, hooks, sessionHooks] = [this.#builder, this.#owner, this.#hooks, this.#sessionHooks];
    return { builder, graph: this.#graph, framework, hooks, sessionHooks };
  }

  #tellMistakes(plans: readonly Plan[]): readonly Diagnostic[] {
    const ran = [...this.#code.loaded].map(([plugin, code]) => [plugin.package, code] as const);
    const builders = [this.#builder, ...(this.#graph?.builders ?? [])];
    return [
      ...checkListed(ran, this.#catalogue, builders),
      // Where the pipeline is data, the IR is loaded when something runs.
      ...(this.#pipeline === undefined ? checkAnchors(plans, this.#input.framework.ir) : []),
    ];
  }

  /** Options of the pipeline that nobody asks for. With plugins left out nobody knows: they may be the ones. */
  #checkOptions(): readonly Diagnostic[] {
    const { config, choice, framework } = this.#input;
    if (this.#packages.plugins.length < this.#packages.names.length) return [];
    const asked = optionsAskedOf(choice);
    const names = [...asked].sort();
    return Object.keys(config.option)
      .filter((name) => !asked.has(name))
      .map((name) =>
        errors.unknownOption(name, framework.name, names, suggest(name, names), config.optionPlaces.get(name)),
      );
  }

  /** One plan, or a graph of them. */
  #plan(): Resolution & { readonly graph?: PlannedGraph<object> } {
    const { keepDuplicates } = this.#input;
    if (this.#graph === undefined) return resolveSession(this.#builder, this.#code.ran, { keepDuplicates });
    const { planned, diagnostics } = this.#graph.plan({ keepDuplicates });
    return { ...(planned === undefined ? {} : { graph: planned }), diagnostics };
  }

  async #buildPipeline(): Promise<readonly Diagnostic[]> {
    const { config, framework, declared } = this.#input;
    const found = this.#packages.framework;
    this.#graph = await SessionGraph.make(framework, config, this.#options);
    const clashes = found === undefined ? [] : declareOwn(this.#work, found.manifest);
    if (this.#pipeline === undefined) return [...clashes, ...buildWithCode(found as PluginPackage, this.#work)];
    for (const { owner, declaration } of declared?.borrowed ?? [])
      declare(this.#catalogue, owner, declaration, undefined, found?.manifest);
    const undeclared =
      found === undefined || declared === undefined ? [] : undeclaredPasses(found, declared.pipeline, this.#work);
    return [...clashes, ...undeclared, ...buildWithData(this.#pipeline, this.#builder)];
  }

  /** The pipelines of a graph that stand in the config, beside those of the framework. */
  #buildConfigGraph(): readonly Diagnostic[] {
    const { config, framework } = this.#input;
    const { graph } = config;
    if (this.#graph === undefined) return [];
    const { name } = this.#owner;
    if (this.#packages.framework !== undefined && framework.graph === undefined) {
      return [graphErrors.graphMissing(name, this.#packages.framework.named.at)];
    }
    const problems = tellOnePipelineOnly(config, this.#plugins, name);
    if (problems.length > 0 || graph === undefined) return problems;
    return this.#graph.addConfig(config, graph, (pipeline) => this.#pipelineOf(pipeline));
  }

  #checkNeeds(): readonly Diagnostic[] {
    const ran = new Set(this.#code.ran);
    return checkNeeds(this.#plugins, this.#input.framework, this.#builder, (plugin) => ran.has(plugin));
  }

  /** Two packages that declare a pass alike may mean the same one: then their code is the same, too. */
  async #settleDoubts(): Promise<readonly Diagnostic[]> {
    if (this.#input.dataOnly) return [];
    const names = new Set(this.#catalogue.doubtful.map(({ name }) => name));
    const isDoubtful = (plugin: NamedPlugin): boolean => names.has(plugin.package.name) && !this.#code.has(plugin);
    if (!this.#packages.plugins.some(isDoubtful)) return [];
    return [...(await this.#code.load(isDoubtful)), ...this.#code.declarePasses()];
  }

  get #known(): Known {
    const owners = [this.#owner, ...this.#plugins].map(({ name }) => name);
    const { lacks } = this.#code;
    return { catalogue: this.#catalogue, owners, lacks, from: this.#input.config.path };
  }

  /** The passes and bundles that the config names. */
  #checkNames(): readonly Diagnostic[] {
    return checkConfigPasses(this.#input.config, this.#known);
  }

  #contributeData(): readonly Diagnostic[] {
    const targets = { builder: this.#builder, graph: this.#graph, framework: this.#owner.name, known: this.#known };
    return contributeData(this.#input.config, this.#plugins, targets);
  }

  /** Runs the setups that no manifest declares; of the others the taps are known. */
  async #setUp(): Promise<readonly Diagnostic[]> {
    const { plugins, names } = this.#packages;
    const problems: Diagnostic[] = [];
    for (const plugin of plugins) {
      const found = plugin.package;
      const code = this.#code.get(plugin);
      if (found.manifest.setup === "declared") {
        if (this.#graph !== undefined) problems.push(declaredBesideGraph(found, this.#owner.name));
        for (const tap of found.manifest.taps) this.#hooks.declare(found.name, tap);
        // It was loaded for options of which the manifest says nothing.
        if (code !== undefined) problems.push(...checkOptions(plugin, code));
      } else if (code !== undefined) problems.push(...setUp(plugin, code, this.#around));
    }
    if (!hasErrors(problems)) {
      const builders = [this.#builder, ...(this.#graph?.builders ?? [])];
      problems.push(...builders.flatMap((builder) => checkAsked(builder.input(), this.#code.ran)));
      if (this.#graph !== undefined) problems.push(...this.#tellStrays());
    }
    return [...problems, ...this.#hooks.seal(names), ...(await this.#sessionHooks.seal(names))];
  }

  /** Plugins that built at the one pipeline that a framework with a graph has not. */
  #tellStrays(): Diagnostic[] {
    const { contributions, rules, edits = [] } = this.#builder.input();
    const refused = this.#builder.resolve().diagnostics.map(({ plugin }) => plugin);
    const parties = new Set([...contributions, ...rules, ...edits].map(({ party }) => party));
    return this.#plugins.flatMap(({ name }) =>
      parties.has(name) || refused.includes(name) ? [graphErrors.wrongBuilder(name, this.#owner.name)] : [],
    );
  }
}

/** The same packages with the plugins in another order: to see that it makes no difference. */
function inOrder(packages: Packages, order: readonly string[] | undefined): Packages {
  if (order === undefined) return packages;
  const place = ({ package: { name } }: NamedPlugin): number => order.indexOf(name);
  return { ...packages, plugins: [...packages.plugins].sort((left, right) => place(left) - place(right)) };
}
