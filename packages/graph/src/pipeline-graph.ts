import type { Diagnostic, IrAdapter, OpPassManager } from "@passwright/core";
import { folderOf, frameworkOnly, originHere, PassManagerBuilder } from "@passwright/builder";
import type { Origin, ContributorId, SourceOf } from "@passwright/builder";
import * as errors from "./errors.ts";
import { planGraph } from "./plan/plan-graph.ts";
import type { PlanResult } from "./plan/plan-graph.ts";
import type { PlanOptions } from "./properties/check-paths.ts";
import { checkChoice, checkEdges, checkName, checkOptions, jumpsOf } from "./register/check-registration.ts";
import type { ChoiceSettings } from "./register/choice.ts";
import { EMPTY, GraphState } from "./register/graph-state.ts";
import type { Content, GraphView, PipelineGraphOptions } from "./register/graph-state.ts";
import type { PipelineEdges } from "./register/pipeline.ts";
import type { PipelineSchedule } from "./run/pipeline-schedule.ts";

/** Result of a registration: success, or the reason for its refusal. */
export type Registration = { readonly ok: true } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Schedule and warnings. If there are errors, the schedule is absent. */
export interface ScheduleResult<Op extends object> {
  /** Schedule that runs the graph. */
  readonly schedule?: PipelineSchedule<Op>;
  /** Errors, warnings and remarks. If there is an error, `schedule` is absent. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Folder of this package, whose stack frames are skipped to find the origin of a call. */
const OWN_FOLDER: string | undefined = /* @__PURE__ */ folderOf(/* @__PURE__ */ new Error().stack);

const REGISTERED: Registration = { ok: true };
const NONE: readonly string[] = [];

/** Shares one empty list, because most lists are empty and graphs can be large. */
function copyOf(names: readonly string[]): readonly string[] {
  return names.length === 0 ? NONE : [...names];
}

/**
 * Contents of a pipeline. A function adds passes to the pipeline. A builder allows other contributors to insert passes.
 * A graph becomes a subgraph. An object with a function `graph` makes a subgraph that the function fills. Each time the
 * graph is planned, each function is called once, in alphabetical order of the pipelines.
 */
export type Populate<Op extends object> =
  | ((manager: OpPassManager<Op>) => void)
  | PassManagerBuilder<Op>
  | PipelineGraph<Op>
  | { readonly graph: (graph: PipelineGraph<Op>) => void };

/**
 * Pipelines and their dependencies: the `PipelineGraph` of MLIR's RFC "High Level MLIR Pass Pipeline Composition". A
 * schedule orders and runs the pipelines. A pass can request a jump to another pipeline. The jump happens at the end of
 * the pass's own pipeline. A refused registration returns its error. Names can be registered in any order, so the graph
 * checks references when it creates a schedule.
 */
export class PipelineGraph<Op extends object = object> {
  #view: GraphView<Op>;

  /**
   * Makes a graph for an IR. If `adapter` is a function, it is called when a schedule is created. Planning calls this
   * function only if the option `ir` provides a loaded IR.
   */
  constructor(adapter: IrAdapter<Op> | (() => IrAdapter<Op>), options: PipelineGraphOptions<Op> = {}) {
    checkOptions(options);
    const contributor: ContributorId = { kind: "framework", ...(options.framework ?? { name: "pipeline" }) };
    this.#view = { state: new GraphState(adapter, options), contributor, sourceOf: options.sourceOf };
  }

  /**
   * Returns a graph object for a view. The contributor of the view owns the registrations that are made through this
   * object.
   */
  static #over<Op extends object>(view: GraphView<Op>): PipelineGraph<Op> {
    const graph = new PipelineGraph<Op>(() => view.state.adapter);
    graph.#view = view;
    return graph;
  }

  /**
   * Registers a pipeline: passes, a builder's pipeline, or a graph that runs as one pipeline. Without `populate`, the
   * pipeline is empty, but other pipelines can name it as a predecessor or successor. `origin` is the position of a
   * registration in a manifest or config. Returns PWG0101 for an invalid name, PWG0102 for a name in use, PWG0103 for a
   * pipeline that depends on itself, PWG0104 for invalid edges or contents. The creation of a schedule also reports all
   * refused registrations.
   */
  registerPipeline(name: string, edges: PipelineEdges = {}, populate?: Populate<Op>, origin?: Origin): Registration {
    const { state, contributor } = this.#view;
    const from = origin ?? originHere(this.#view.contributor, this.#view.sourceOf, OWN_FOLDER);
    const content = contentOf(populate, (view: GraphView<Op>) => PipelineGraph.#over(view));
    const problem = this.#problemOfName(name, from) ?? checkEdges(name, edges, from);
    if (problem !== undefined) return this.#refuse(problem);
    if (content === undefined) {
      const what = "the third argument of `registerPipeline` must be the contents of the pipeline";
      const help = "pass a function that adds passes, a builder, a graph, or `{ graph: (graph) => … }`";
      return this.#refuse(errors.badSettings(name, what, from, help));
    }
    const { predecessors = [], successors = [], jumpTargets = [], anchor } = edges;
    if (anchor !== undefined && content.kind !== "passes" && content.kind !== "subgraph") {
      const help = `create the builder or graph on \`${anchor}\`: \`makeBuilder("${anchor}")\`, \`makeGraph("${anchor}")\``;
      const what = "`anchor` applies only to functions, not to builders and graphs";
      return this.#refuse(errors.badSettings(name, what, from, help));
    }
    state.addPipeline(contributor, {
      name,
      predecessors: copyOf(predecessors),
      successors: copyOf(successors),
      jumps: jumpTargets.length === 0 ? [] : jumpsOf([...jumpTargets]),
      content,
      origin: from,
      ...(anchor !== undefined && { anchor }),
    });
    return REGISTERED;
  }

  /**
   * Declares that each run takes exactly one of several pipelines. Does not change the positions of these pipelines in
   * the graph. A jump to one of the pipelines selects the target of the jump. Returns PWG0101 or PWG0102 for an invalid
   * name of the choice, PWG0105 for invalid branches.
   */
  registerChoice(name: string, settings: ChoiceSettings<Op>, origin?: Origin): Registration {
    const { state, contributor } = this.#view;
    const from = origin ?? originHere(this.#view.contributor, this.#view.sourceOf, OWN_FOLDER);
    const choiceOf = (pipeline: string): string | undefined => state.choiceOf(contributor, pipeline);
    const problem =
      this.#problemOfName(name, from) ?? checkChoice(name, settings as ChoiceSettings<never>, choiceOf, from);
    if (problem !== undefined) return this.#refuse(problem);
    state.addChoice(contributor, { ...settings, branches: [...settings.branches], name, origin: from });
    return REGISTERED;
  }

  /**
   * Names of the pipelines that are visible to the caller: the pipelines of the graph's owner, of the config, and of
   * the caller.
   */
  get names(): readonly string[] {
    return this.#view.state.namesFor(this.#view.contributor);
  }

  /**
   * Returns whether the graph's owner or the caller has registered a pipeline or choice with this name. Registrations
   * of other plugins are not visible.
   */
  has(name: string): boolean {
    return this.#view.state.find(this.#view.contributor, name) !== undefined;
  }

  /**
   * Returns the builder of a pipeline, for insertions. The pipeline must belong to the graph's owner or to the caller.
   * `sub/name` is a pipeline of a subgraph. Returns `undefined` if the pipeline does not exist, or if a function fills
   * the pipeline. Insertions into a pipeline that a function fills are not possible.
   */
  pipeline(name: string): PassManagerBuilder<Op> | undefined {
    const { state, contributor, sourceOf } = this.#view;
    const slash = name.indexOf("/");
    const content = state.findPipeline(contributor, slash < 0 ? name : name.slice(0, slash))?.content;
    if (slash >= 0) {
      if (content?.kind !== "graph") return undefined;
      return PipelineGraph.#over<Op>({ state: content.state, contributor, sourceOf }).pipeline(name.slice(slash + 1));
    }
    if (content?.kind !== "builder") return undefined;
    if (contributor.kind === "framework") return content.builder;
    return content.builder.forContributor(contributor, sourceOf === undefined ? {} : { sourceOf });
  }

  /**
   * Makes a builder with the settings of this graph, for a pipeline into which other contributors can insert passes.
   * The pipeline is empty, or has the passes of a textual pipeline.
   */
  makeBuilder(target?: string, settings: { readonly sourceOf?: SourceOf } = {}): PassManagerBuilder<Op> {
    const { state, contributor, sourceOf } = this.#view;
    const { anchor = "any", maxVisits: _, ...options } = state.options;
    const builder = new PassManagerBuilder<Op>(target ?? anchor, { ...options, ...settings });
    state.builders.push({ builder, origin: originHere(contributor, sourceOf, OWN_FOLDER) });
    return builder;
  }

  /**
   * Makes an empty graph with the settings of this graph, for a subgraph into which other contributors can insert
   * passes. After a conversion, set `anchor` to the root operation of the new IR.
   */
  makeGraph(anchor?: string): PipelineGraph<Op> {
    const { state, contributor, sourceOf } = this.#view;
    return PipelineGraph.#over<Op>({ state: state.makeAlike(undefined, anchor), contributor, sourceOf });
  }

  /**
   * Returns a view of the graph for another contributor, which owns the registrations that are made through the view.
   * Only the framework can call this method.
   */
  forContributor(contributor: ContributorId, options: { readonly sourceOf?: SourceOf } = {}): PipelineGraph<Op> {
    const { kind, name } = this.#view.contributor;
    if (kind !== "framework") frameworkOnly("forContributor", name);
    return PipelineGraph.#over<Op>({ state: this.#view.state, contributor, sourceOf: options.sourceOf });
  }

  /** Orders and checks the graph. Does not need the code of passes that builders use by name. */
  plan(options: PlanOptions = {}): PlanResult<Op> {
    return planGraph(this.#view.state, options);
  }

  /**
   * Creates a schedule from the current registrations. Returns PWG02xx for unknown names, cycles and similar errors.
   * Later registrations do not change the schedule.
   */
  createPipelineSchedule(): ScheduleResult<Op> {
    const { planned, diagnostics } = this.plan();
    if (planned === undefined) return { diagnostics };
    const made = planned.createPipelineSchedule();
    return { ...made, diagnostics: [...diagnostics, ...made.diagnostics] };
  }

  /** @internal State that planning depends on. */
  get state(): GraphState<Op> {
    return this.#view.state;
  }

  #problemOfName(name: unknown, origin: Origin): Diagnostic | undefined {
    const problem = checkName(name, origin);
    if (problem !== undefined) return problem;
    const { state, contributor } = this.#view;
    const taken = state.find(contributor, name as string);
    return taken === undefined ? undefined : errors.nameTwice(name as string, taken.origin, origin);
  }

  #refuse(diagnostic: Diagnostic): Registration {
    this.#view.state.refuse(this.#view.contributor, diagnostic);
    return { ok: false, diagnostic };
  }
}

/**
 * Returns the contents that a caller passed, or `undefined` for invalid contents. Without contents, the pipeline is
 * empty.
 */
function contentOf<Op extends object>(
  populate: Populate<Op> | undefined,
  over: (view: GraphView<Op>) => PipelineGraph<Op>,
): Content<Op> | undefined {
  if (populate === undefined) return EMPTY;
  if (typeof populate === "function") return { kind: "passes", populate };
  if (typeof populate !== "object" || populate === null) return undefined;
  // Recognizes graphs and builders by their members, because the object might be from another copy of the package.
  if ("graph" in populate) {
    const { graph } = populate;
    if (typeof graph !== "function") return undefined;
    return { kind: "subgraph", populate: (view) => graph(over(view)) };
  }
  if ("registerPipeline" in populate) return { kind: "graph", state: populate.state };
  return "contribute" in populate ? { kind: "builder", builder: populate } : undefined;
}
