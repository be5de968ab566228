import { type BuilderOptions, type Origin, type PassManagerBuilder, type SourceOf } from "@passwright/builder";
import { type Diagnostic, diagnosticOf, suggest } from "@passwright/core";
import type { PipelineGraph, PlannedGraph, PlanOptions } from "@passwright/graph";
import { type Framework } from "@passwright/sdk";
import { type CheckedConfig, type GraphInConfig } from "../config/config.ts";
import { ConfigPipeline, type DataPipeline } from "./config-pipeline.ts";
import { type GraphInsertion, originIn, partyOf } from "./contributions.ts";
import * as errors from "./graph-errors.ts";
import { type PluginPackage } from "../package/read-package.ts";

/** The graph of a session: the framework's pipelines, the config's and the plugins'. */
export class SessionGraph {
  readonly graph: PipelineGraph<object>;

  private constructor(graph: PipelineGraph<object>) {
    this.graph = graph;
  }

  /** `undefined` for a session that has one pipeline. The package is loaded for those who have a graph. */
  static async make(
    framework: Framework<object>,
    config: CheckedConfig,
    options: BuilderOptions<object>,
  ): Promise<SessionGraph | undefined> {
    if (framework.graph === undefined && config.graph === undefined) return undefined;
    const { PipelineGraph: Graph } = await import("@passwright/graph");
    // The IR of a config is loaded when something runs.
    return new SessionGraph(new Graph<object>(() => framework.ir, { ...options, anchor: framework.anchor }));
  }

  /** Registers what stands in the config. Answers what is wrong with it by itself. */
  addConfig(
    config: CheckedConfig,
    graph: GraphInConfig,
    build: (pipeline: DataPipeline) => ConfigPipeline,
  ): readonly Diagnostic[] {
    const view = this.graph.forParty({ kind: "config", name: config.name });
    const diagnostics: Diagnostic[] = [];
    const tell = (answer: ReturnType<typeof view.registerPipeline>): void => {
      if (!answer.ok) diagnostics.push(answer.diagnostic);
    };
    for (const [name, one] of graph.pipelines) {
      const { pipeline, ...edges } = one.data;
      const builder = this.#makeBuilder(pipeline && { ...pipeline, file: one.file }, build, diagnostics);
      tell(view.registerPipeline(name, edges, builder, originIn(one)));
    }
    for (const [name, one] of graph.choices) tell(view.registerChoice(name, one.data, originIn(one)));
    return diagnostics;
  }

  #makeBuilder(
    pipeline: DataPipeline | undefined,
    build: (pipeline: DataPipeline) => ConfigPipeline,
    diagnostics: Diagnostic[],
  ): PassManagerBuilder<object> {
    const made = pipeline && build(pipeline);
    const builder = this.graph.makeBuilder(
      pipeline !== undefined && "text" in pipeline.data ? pipeline.data.text.pipeline.anchor : undefined,
      { sourceOf: { atHand: () => made?.source } },
    );
    try {
      made?.build(builder as PassManagerBuilder);
    } catch (thrown) {
      const carried = diagnosticOf(thrown);
      if (carried === undefined) throw thrown;
      const source = made?.source;
      diagnostics.push({ ...(source === undefined ? {} : { at: { ...source, column: 1 } }), ...carried });
    }
    return builder;
  }

  /** Adds insertions that are data, each to its pipeline. */
  contribute(insertions: readonly GraphInsertion[]): readonly Diagnostic[] {
    const byPipeline = new Map<string, GraphInsertion[]>();
    const diagnostics: Diagnostic[] = [];
    const open = this.#openPipelines();
    for (const insertion of insertions) {
      const { pass, pipeline, origin } = insertion;
      if (pipeline === undefined) diagnostics.push(errors.saysNoPipeline(pass, origin, open));
      else if (this.graph.pipeline(pipeline) === undefined) {
        diagnostics.push(errors.notOpen(pass, pipeline, origin, open, suggest(pipeline, open)));
      } else {
        const list = byPipeline.get(pipeline);
        if (list === undefined) byPipeline.set(pipeline, [insertion]);
        else list.push(insertion);
      }
    }
    for (const [name, list] of byPipeline) diagnostics.push(...(this.graph.pipeline(name)?.contribute(list) ?? []));
    return diagnostics;
  }

  /** The builders that plugins may have inserted into. */
  get builders(): readonly PassManagerBuilder<object>[] {
    return this.graph.names.flatMap((name) => this.graph.pipeline(name) ?? []);
  }

  #openPipelines(): readonly string[] {
    return this.graph.names.filter((name) => this.graph.pipeline(name) !== undefined);
  }

  /** The graph as a plugin gets it. */
  viewFor(found: PluginPackage, sourceOf: SourceOf): PipelineGraph<object> {
    return this.graph.forParty(partyOf(found), { sourceOf });
  }

  /** The graph in order. The config's overrides are meant for whichever pipelines have the step. */
  plan(options: PlanOptions): {
    readonly planned?: PlannedGraph<object>;
    readonly diagnostics: readonly Diagnostic[];
  } {
    const { planned, diagnostics } = this.graph.plan(options);
    const builders = planned === undefined ? 0 : planned.openPipelines.length;
    const isIdle = ({ code }: Diagnostic): boolean => code === "PWB0114";
    const idle = new Map<string, Diagnostic[]>();
    for (const one of diagnostics.filter(isIdle)) idle.set(one.message, [...(idle.get(one.message) ?? []), one]);
    const everywhere = [...idle.values()].flatMap(([first, ...rest]) => {
      if (first === undefined || rest.length + 1 < builders) return [];
      const { notes: _inPipeline, ...diagnostic } = first;
      return [diagnostic];
    });
    const told = [...diagnostics.filter((one) => !isIdle(one)), ...everywhere];
    return { ...(planned === undefined ? {} : { planned }), diagnostics: told };
  }
}

/** What speaks of one pipeline and stands in a session that has several. */
export function tellOnePipelineOnly(
  config: CheckedConfig,
  plugins: readonly PluginPackage[],
  framework: string,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const at = (origin: Origin): Pick<Diagnostic, "at"> =>
    origin.file === undefined || origin.line === undefined
      ? {}
      : { at: { file: origin.file, line: origin.line, column: 1 } };
  for (const rule of config.rules.slice(0, 1))
    found.push(errors.onePipelineOnly("rules", at(originIn(rule)), framework));
  for (const one of config.guards.slice(0, 1))
    found.push(errors.onePipelineOnly("guards", at(originIn(one)), framework));
  for (const one of config.insertions.filter(({ data }) => "bundle" in data).slice(0, 1)) {
    found.push(errors.onePipelineOnly("insert: bundle", at(originIn(one)), framework));
  }
  for (const { name, manifest } of plugins) {
    if (manifest.rules.length > 0) found.push(errors.onePipelineOnly("rules", { plugin: name }, framework));
  }
  return found;
}
