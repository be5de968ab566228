import type { Diagnostic, IrAdapter, OpPassManager } from "@passwright/core";
import { PassCatalogue } from "@passwright/builder";
import type { BuilderOptions, IrNames, Origin, PassManagerBuilder, ContributorId, SourceOf } from "@passwright/builder";
import { refusedWarning } from "../errors.ts";
import { pipelinesOf } from "./choice.ts";
import type { RegisteredChoice } from "./choice.ts";
import type { JumpSettings } from "./pipeline.ts";

/** Options of a graph. The builder options apply to pipelines for which the graph makes builders. */
export interface PipelineGraphOptions<Op extends object = object> extends BuilderOptions<Op> {
  /** Operation on which all pipelines of the graph run. Default: any operation. */
  readonly anchor?: string;
  /**
   * Maximum number of pipelines in a run, to limit nested loops. Includes the pipelines of subgraphs. Default: a
   * million.
   */
  readonly maxVisits?: number;
}

/** Contents of a pipeline. A function that fills a subgraph receives the view of a new, empty graph. */
export type Content<Op extends object> =
  | { readonly kind: "passes"; readonly populate: (manager: OpPassManager<Op>) => unknown }
  | { readonly kind: "builder"; readonly builder: PassManagerBuilder<Op> }
  | { readonly kind: "graph"; readonly state: GraphState<Op> }
  | { readonly kind: "subgraph"; readonly populate: (view: GraphView<Op>) => unknown };

/** Registered pipeline. */
export interface RegisteredPipeline<Op extends object> {
  readonly name: string;
  readonly predecessors: readonly string[];
  readonly successors: readonly string[];
  readonly jumps: readonly JumpSettings[];
  readonly content: Content<Op>;
  readonly origin: Origin;
  /** Operation on which the pipeline runs. Present only if a function fills the pipeline. */
  readonly anchor?: string | undefined;
}

/** @internal Contents of an empty pipeline, which other pipelines can name as a predecessor or successor. */
export const EMPTY: { readonly kind: "passes"; readonly populate: () => void } = {
  kind: "passes",
  populate: () => undefined,
};

/**
 * View of a graph for one contributor: the graph, the contributor, and the function that finds the origins of the
 * contributor's calls.
 */
export interface GraphView<Op extends object> {
  readonly state: GraphState<Op>;
  readonly contributor: ContributorId;
  readonly sourceOf: SourceOf | undefined;
}

/** Refused registration. */
interface Refusal {
  readonly contributor: ContributorId;
  readonly diagnostic: Diagnostic;
}

/** Registrations of a plugin as data, to compare these registrations with later registrations. */
export interface Registrations {
  /** Pipelines that the plugin registers. */
  readonly pipelines: readonly (Omit<RegisteredPipeline<never>, "content"> & { readonly content: string })[];
  /** Choices that the plugin registers. */
  readonly choices: readonly object[];
  /** Errors about registrations that were refused. */
  readonly refused: readonly Diagnostic[];
}

type Registered<Op extends object> = RegisteredPipeline<Op> | RegisteredChoice<Op>;

/**
 * State that all views of a graph share. The names that a plugin registers are visible only to this plugin, so the
 * results of its calls do not depend on calls by other plugins.
 */
export class GraphState<Op extends object> {
  readonly #adapter: IrAdapter<Op> | (() => IrAdapter<Op>);
  readonly options: PipelineGraphOptions<Op> & { readonly catalogue: PassCatalogue<Op> };
  readonly #pipelines = new Map<string, Map<string, RegisteredPipeline<Op>>>();
  readonly #choices = new Map<string, Map<string, RegisteredChoice<Op>>>();
  readonly #refusals: Refusal[] = [];
  /** Builders that were made for pipelines of this graph or of its subgraphs. */
  readonly builders: { readonly builder: PassManagerBuilder<Op>; readonly origin: Origin }[] = [];

  constructor(adapter: IrAdapter<Op> | (() => IrAdapter<Op>), options: PipelineGraphOptions<Op>) {
    this.#adapter = adapter;
    // The builders of the graph share the catalogue, so that the schedule finds the code of their passes.
    this.options = { ...options, catalogue: options.catalogue ?? new PassCatalogue() };
  }

  /** IR for planning. `undefined` if the IR is not loaded yet. */
  get ir(): IrNames | undefined {
    const { ir } = this.options;
    if (ir !== undefined) return typeof ir === "function" ? ir() : ir;
    return typeof this.#adapter === "function" ? undefined : (this.#adapter as unknown as IrNames);
  }

  /** Adapter of the IR, if it is available without loading. */
  get loadedAdapter(): IrAdapter<Op> | undefined {
    return this.ir === undefined ? undefined : this.adapter;
  }

  get adapter(): IrAdapter<Op> {
    return typeof this.#adapter === "function" ? this.#adapter() : this.#adapter;
  }

  /** Makes a graph with the same settings. `catalogue` receives the passes that builders of the new graph add. */
  makeAlike(catalogue?: PassCatalogue<Op>, anchor?: string): GraphState<Op> {
    const changes = { ...(catalogue && { catalogue }), ...(anchor !== undefined && { anchor }) };
    return new GraphState(this.#adapter, { ...this.options, ...changes });
  }

  addPipeline(contributor: ContributorId, pipeline: RegisteredPipeline<Op>): void {
    listOf(this.#pipelines, shelfOf(contributor)).set(pipeline.name, pipeline);
  }

  addChoice(contributor: ContributorId, choice: RegisteredChoice<Op>): void {
    listOf(this.#choices, shelfOf(contributor)).set(choice.name, choice);
  }

  refuse(contributor: ContributorId, diagnostic: Diagnostic): void {
    this.#refusals.push({ contributor, diagnostic });
  }

  /** Returns the pipeline `name` if the framework, the config or `contributor` registered this pipeline. */
  findPipeline(contributor: ContributorId, name: string): RegisteredPipeline<Op> | undefined {
    return this.#pipelines.get(FIXED)?.get(name) ?? this.#pipelines.get(shelfOf(contributor))?.get(name);
  }

  /** Returns the names of the pipelines that are visible to a contributor, in alphabetical order. */
  namesFor(contributor: ContributorId): readonly string[] {
    const names = [FIXED, shelfOf(contributor)].flatMap((shelf) => [...(this.#pipelines.get(shelf)?.keys() ?? [])]);
    return [...new Set(names)].sort();
  }

  /** Returns the pipeline or choice with this name, if it is visible to the contributor. */
  find(contributor: ContributorId, name: string): Registered<Op> | undefined {
    const choice = this.#choices.get(FIXED)?.get(name) ?? this.#choices.get(shelfOf(contributor))?.get(name);
    return this.findPipeline(contributor, name) ?? choice;
  }

  /** Returns the choice that has the pipeline as a branch, if the choice is visible to the contributor. */
  choiceOf(contributor: ContributorId, pipeline: string): string | undefined {
    const known = [FIXED, shelfOf(contributor)].flatMap((shelf) => [...(this.#choices.get(shelf)?.values() ?? [])]);
    return known.find((choice) => pipelinesOf(choice as RegisteredChoice<never>).includes(pipeline))?.name;
  }

  /** All pipelines, sorted by name and contributor, to be independent of the order of registrations. */
  get pipelines(): readonly RegisteredPipeline<Op>[] {
    return inOrder(this.#pipelines);
  }

  get choices(): readonly RegisteredChoice<Op>[] {
    return inOrder(this.#choices);
  }

  /** Returns the registrations and refusals of a plugin, sorted by name. */
  registeredBy(plugin: string): Registrations {
    const own = <T extends { readonly name: string }>(shelves: ReadonlyMap<string, ReadonlyMap<string, T>>): T[] =>
      inOrder(new Map([...shelves].filter(([shelf]) => shelf === plugin)));
    return {
      pipelines: own(this.#pipelines).map(({ content, ...rest }) => ({ ...rest, content: content.kind })),
      choices: own(this.#choices),
      refused: this.#refusals.flatMap(({ contributor, diagnostic }) =>
        shelfOf(contributor) === plugin ? [diagnostic] : [],
      ),
    };
  }

  /** Refused registrations. */
  get refusals(): readonly Diagnostic[] {
    const sorted = this.#refusals
      .map(({ contributor, diagnostic }) => (shelfOf(contributor) === FIXED ? diagnostic : refusedWarning(diagnostic)))
      .map((diagnostic) => ({ diagnostic, key: JSON.stringify(diagnostic) }));
    return sorted.sort(({ key: one }, { key: other }) => (one < other ? -1 : 1)).map(({ diagnostic }) => diagnostic);
  }
}

/**
 * Key for registrations of the framework and the config. All contributors can refer to these registrations, because the
 * framework and the config register pipelines before the code of plugins runs.
 */
const FIXED = "";

function shelfOf({ kind, name }: ContributorId): string {
  return kind === "plugin" ? name : FIXED;
}

function listOf<T>(shelves: Map<string, Map<string, T>>, shelf: string): Map<string, T> {
  let list = shelves.get(shelf);
  if (list === undefined) shelves.set(shelf, (list = new Map()));
  return list;
}

function inOrder<T extends { readonly name: string }>(shelves: ReadonlyMap<string, ReadonlyMap<string, T>>): T[] {
  const [only, ...others] = shelves.values();
  if (only === undefined) return [];
  // Fast path: the names of one contributor are distinct, so only the names are compared.
  if (others.length === 0) return [...only.keys()].sort().map((name) => only.get(name) as T);
  const all = [...shelves.keys()].sort().flatMap((shelf) => [...(shelves.get(shelf) as typeof only).values()]);
  return all.sort((left, right) => (left.name < right.name ? -1 : Number(left.name > right.name)));
}
