import type {
  BuilderOptions,
  ContributorId,
  Origin,
  PassManagerBuilder,
  PlanStep,
  SourceOf,
} from "@passwright/builder";
import { pushTo, whereOf } from "@passwright/builder";
import { diagnosticThrownBy } from "@passwright/core";
import type { Diagnostic, Severity } from "@passwright/core";
import { PipelineGraph } from "@passwright/graph";
import type { GraphPlan, PlannedGraph, PlanOptions } from "@passwright/graph";
import type { DataPipeline, OwnerContributions } from "../contributions/checked.ts";
import type { CheckedGraph } from "../contributions/graph-schema.ts";
import type { DataPlace } from "../data/node.ts";
import type { Framework, FrameworkEnvironment } from "../define/define-framework.ts";
import { checkWhen } from "./check-when.ts";
import * as errors from "./graph-errors.ts";
import type { Contributor, PluginPart } from "./input.ts";
import type { PipelineToBuild } from "./pipeline-content.ts";
import { originIn, contributorOf } from "./insertions.ts";
import type { GraphInsertion } from "./insertions.ts";
import { reportPipelines } from "./independent-steps.ts";
import type { Independent } from "./independent-steps.ts";
import { refusePromise } from "./run-code.ts";

export type OpenGraph = (framework: Framework<object>, options: BuilderOptions<object>) => AssemblyGraph;

/** Graph of an assembly, with the pipelines of the framework, the config and the plugins. */
export class AssemblyGraph {
  readonly graph: PipelineGraph<object>;
  readonly #framework: Framework<object>;

  constructor(framework: Framework<object>, options: BuilderOptions<object>) {
    this.#framework = framework;
    // Calls `framework.ir` only on demand, because the IR of a config is loaded later, before a run.
    this.graph = new PipelineGraph(() => framework.ir, { ...options, anchor: framework.anchor });
  }

  /** Registers the pipelines of a config's graph. Returns errors for contributions to a single pipeline. */
  addConfig(
    config: OwnerContributions,
    plugins: readonly PluginPart[],
    { name, hasMain }: { readonly name: string; readonly hasMain: boolean },
    build: (pipeline: DataPipeline) => PipelineToBuild,
  ): readonly Diagnostic[] {
    const problems = hasMain ? [] : checkOnePipelineOnly(config, plugins, name);
    if (problems.length > 0 || config.graph === undefined) return problems;
    return this.addData({ kind: "config", name: config.name }, config.graph, build);
  }

  /** Calls the framework's `graph` function, which must register `builder` if it has a `pipeline`. */
  addFramework(
    framework: Framework<object>,
    contributor: Contributor,
    builder: PassManagerBuilder,
    environment: FrameworkEnvironment<never>,
  ): readonly Diagnostic[] {
    if (framework.graph === undefined) return [];
    const late = refusePromise(framework.graph(this.graph, { ...environment, builder }), contributor, "graph");
    if (late.length > 0) return late;
    // A refused registration would also cause errors that blame other contributors.
    const { refusals } = this.graph.state;
    if (refusals.length > 0) return refusals;
    const isLost = framework.pipeline !== undefined && !this.builders.includes(builder);
    return isLost ? [errors.notInGraph(framework.name)] : [];
  }

  /** Reports plugins that used `builder` although the graph does not contain the pipeline of `builder`. */
  checkUnused(builder: PassManagerBuilder, plugins: readonly PluginPart[], framework: string): readonly Diagnostic[] {
    const { contributions, rules, edits = [] } = builder.input();
    const refused = builder.resolve().diagnostics.map(({ plugin }) => plugin);
    const contributors = new Set([...contributions, ...rules, ...edits].map(({ contributor }) => contributor));
    return plugins.flatMap(({ contributor: { name } }) =>
      contributors.has(name) || refused.includes(name) ? [errors.wrongBuilder(name, framework)] : [],
    );
  }

  /** Registers pipelines and choices that are declared as data instead of code. Returns the errors in this data. */
  addData(
    contributor: ContributorId,
    graph: CheckedGraph,
    build: (pipeline: DataPipeline) => PipelineToBuild,
  ): readonly Diagnostic[] {
    const view = this.graph.forContributor(contributor);
    const originOf = (placed: DataPlace): Origin =>
      contributor.kind === "config" ? originIn(placed) : { kind: contributor.kind, name: contributor.name };
    const diagnostics: Diagnostic[] = [];
    const collect = (registration: ReturnType<typeof view.registerPipeline>): void => {
      if (!registration.ok) diagnostics.push(registration.diagnostic);
    };
    for (const [name, one] of graph.pipelines) {
      const { pipeline, anchor, ...edges } = one.data;
      // If code builds a pipeline, the manifest does not contain its steps, so insertions into this pipeline are
      // refused.
      const isClosed = pipeline === undefined && contributor.kind === "framework";
      const builder = isClosed ? undefined : this.#makeBuilder(pipeline, anchor, build, diagnostics);
      const inFunction = isClosed && anchor !== undefined ? { anchor } : {};
      collect(view.registerPipeline(name, { ...edges, ...inFunction }, builder, originOf(one)));
    }
    for (const [name, one] of graph.choices) collect(view.registerChoice(name, one.data, originOf(one)));
    return diagnostics;
  }

  #makeBuilder(
    pipeline: DataPipeline | undefined,
    anchor: string | undefined,
    build: (pipeline: DataPipeline) => PipelineToBuild,
    diagnostics: Diagnostic[],
  ): PassManagerBuilder<object> {
    const made = pipeline && build(pipeline);
    const builder = this.graph.makeBuilder(
      pipeline !== undefined && "text" in pipeline.data ? pipeline.data.text.pipeline.anchor : anchor,
      { sourceOf: { atHand: () => made?.source } },
    );
    const carried = diagnosticThrownBy(() => made?.build(builder as PassManagerBuilder));
    const source = made?.source;
    if (carried !== undefined) diagnostics.push({ ...(source && { at: { ...source, column: 1 } }), ...carried });
    return builder;
  }

  /** Adds insertions as data to the pipelines that they name. Returns the errors in the insertions. */
  contribute(insertions: readonly GraphInsertion[]): readonly Diagnostic[] {
    const problems = insertions.flatMap(({ pass, pipeline, origin }) => this.problemOf(pass, pipeline, origin) ?? []);
    const names = new Set(insertions.flatMap(({ pipeline }) => pipeline ?? []));
    const found = [...names].flatMap(
      (name) => this.graph.pipeline(name)?.contribute(insertions.filter(({ pipeline }) => pipeline === name)) ?? [],
    );
    return [...problems, ...found];
  }

  /** Builders of pipelines into which plugins can insert steps. */
  get builders(): readonly PassManagerBuilder<object>[] {
    return this.graph.names.flatMap((name) => this.graph.pipeline(name) ?? []);
  }

  /** Returns why a pass or bundle cannot be inserted into a pipeline, or `undefined` if this is possible. */
  problemOf(what: string, pipeline: string | undefined, origin: Origin): Diagnostic | undefined {
    if (pipeline !== undefined && this.graph.pipeline(pipeline) !== undefined) return undefined;
    const open = this.#openPipelines();
    if (pipeline === undefined) return errors.pipelineNotNamed(what, origin, open);
    // Insertions into a subgraph have the form `sub/name`.
    const isRegistered = this.graph.names.includes(pipeline.split("/", 1)[0] ?? "");
    return errors.notOpen(what, pipeline, origin, { framework: this.#framework.name, open, isRegistered });
  }

  #openPipelines(): readonly string[] {
    return this.graph.names.filter((name) => this.graph.pipeline(name) !== undefined);
  }

  /** Returns the view of the graph that a plugin receives. */
  viewFor(found: Contributor, sourceOf: SourceOf | undefined): PipelineGraph<object> {
    return this.graph.forContributor(contributorOf(found), sourceOf === undefined ? {} : { sourceOf });
  }

  /** Reports pipelines whose order depends only on names. Part of the graph, so that other programs do not contain it. */
  ordersByName(plan: GraphPlan, independent: Independent, severity: Severity): Diagnostic[] {
    return reportPipelines(plan, independent, severity);
  }

  /** Plans the graph. An override applies to all pipelines with the step, except those that a function fills. */
  plan(options: PlanOptions): {
    readonly planned?: PlannedGraph<object>;
    readonly diagnostics: readonly Diagnostic[];
  } {
    const { planned, diagnostics } = this.graph.plan(options);
    const isIdle = ({ code }: Diagnostic): boolean => code === "PWB0114";
    // If planning fails, some pipelines have no plan, and an override might apply to these pipelines.
    if (planned === undefined) return { diagnostics: diagnostics.filter((one) => !isIdle(one)) };
    const builders = planned.openPipelines.length;
    const idle = new Map<string, Diagnostic[]>();
    for (const one of diagnostics.filter(isIdle)) pushTo(idle, one.message, one);
    const everywhere = [...idle.values()].flatMap(([first, ...rest]) => {
      if (first === undefined || rest.length + 1 < builders) return [];
      const closed = planned.pipelines.find(
        ({ isClosed, plan }) => isClosed === true && plan?.steps.some((step) => isStep(step, first.unknown)),
      );
      if (closed !== undefined) return [errors.overrideOfFunction(first, closed.path)];
      const { notes: _inPipeline, ...diagnostic } = first;
      return [diagnostic];
    });
    const conditions = conditionsIn(planned.plan);
    const reported = [
      ...diagnostics.filter((one) => !isIdle(one)),
      ...everywhere,
      ...checkWhen(conditions, this.#framework),
    ];
    return { planned, diagnostics: reported };
  }
}

/** Returns the conditions of choices, except of plugins, which can also support other frameworks. */
function conditionsIn({ choices, pipelines }: GraphPlan): Parameters<typeof checkWhen>[0] {
  return [
    ...choices
      .filter(({ origin }) => origin.kind !== "plugin")
      .flatMap(({ branches, origin }) => branches.map(({ when }) => ({ when, origin }))),
    ...pipelines.flatMap(({ graph }) => (graph === undefined ? [] : conditionsIn(graph))),
  ];
}

function isStep({ pass, address }: PlanStep, name: string | undefined): boolean {
  return pass === name || address === name || `${address}#1` === name;
}

/** Opens the graph of an assembly. */
export const openGraph: OpenGraph = (framework, options) => new AssemblyGraph(framework, options);

/** Reports rules and guards, which an assembly with several pipelines does not allow. */
function checkOnePipelineOnly(
  config: OwnerContributions,
  plugins: readonly PluginPart[],
  framework: string,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const rule of config.rules.slice(0, 1))
    found.push(errors.onePipelineOnly("rules", whereOf(originIn(rule)), framework));
  for (const one of config.guards.slice(0, 1))
    found.push(errors.onePipelineOnly("guards", whereOf(originIn(one)), framework));
  for (const { contributor, data } of plugins) {
    if (data.rules.length > 0) found.push(errors.onePipelineOnly("rules", { plugin: contributor.name }, framework));
  }
  return found;
}
