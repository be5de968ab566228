import { diagnosticOf, hasErrors, isRefusedPromise, OpPassManager } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { isChosen, PassCatalogue, whenText, whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import * as errors from "../errors.ts";
import { Edges } from "../order/edges.ts";
import { orderNumbers } from "../order/order-numbers.ts";
import { pipelinesOf } from "../register/choice.ts";
import type { RegisteredChoice } from "../register/choice.ts";
import { EMPTY } from "../register/graph-state.ts";
import type { GraphState, GraphView, RegisteredPipeline } from "../register/graph-state.ts";
import { DEFAULT_MAX_JUMPS, PREDEFINED } from "../register/pipeline.ts";
import type { JumpSettings } from "../register/pipeline.ts";
import type {
  PossibleBranch,
  IndexedChoice,
  Jump,
  PipelineNode,
  NodeContent,
  Predecessors,
  Structure,
} from "./structure.ts";

/** Maximum depth of subgraphs, to detect functions that nest subgraphs without end. */
const DEPTH_LIMIT = 64;
/** Maximum number of reports of the same error. */
const TOLD = 50;

const NO_JUMPS: ReadonlyMap<string, Jump> = new Map();

interface Around<Op extends object> {
  /**
   * Passes that functions define while they fill pipelines. Each time the graph is planned, the functions define these
   * passes again.
   */
  readonly catalogue: PassCatalogue<Op>;
  readonly states: readonly GraphState<Op>[];
  readonly names: readonly string[];
}

/**
 * Orders the pipelines of a graph, and then makes the contents of each pipeline. Builds the structure of each subgraph
 * in the same way. If no order exists, returns `undefined` and does not make any contents. If the contents of a
 * pipeline have errors, returns the structure and adds the errors to `diagnostics`.
 */
export function buildStructure<Op extends object>(
  state: GraphState<Op>,
  diagnostics: Diagnostic[],
  around: Around<Op> = { catalogue: new PassCatalogue(state.options.catalogue), states: [], names: [] },
): Structure<Op> | undefined {
  return new StructureBuilder(state, diagnostics, { ...around, states: [...around.states, state] }).build();
}

class StructureBuilder<Op extends object> {
  readonly #state: GraphState<Op>;
  readonly #diagnostics: Diagnostic[];
  readonly #around: Around<Op>;
  readonly #nothing: NodeContent<Op>;
  /** All registered pipelines, sorted by name. */
  readonly #all: readonly RegisteredPipeline<Op>[];
  /** Registered pipelines without duplicates, sorted by name. */
  readonly #pipelines: readonly RegisteredPipeline<Op>[];
  readonly #indexOf: ReadonlyMap<string, number>;
  /** Edges from every pipeline to the pipelines that run after it. */
  #edges = Edges.of(0, new Int32Array(), new Int32Array());

  constructor(state: GraphState<Op>, diagnostics: Diagnostic[], around: Around<Op>) {
    this.#state = state;
    this.#diagnostics = diagnostics;
    this.#around = around;
    this.#nothing = this.#makeEmpty();
    this.#all = state.pipelines;
    this.#pipelines = this.#all.filter(({ name }, index) => name !== this.#all[index - 1]?.name);
    this.#indexOf = new Map(this.#pipelines.map(({ name }, index) => [name, index]));
  }

  build(): Structure<Op> | undefined {
    const before = this.#diagnostics.length;
    this.#diagnostics.push(...this.#state.refusals, ...this.#clashes());
    this.#readEdges();
    const places = this.#order();
    if (places === undefined || hasErrors(this.#diagnostics.slice(before))) return undefined;
    return this.#assemble(places);
  }

  /** Reports names that two contributors registered. */
  #clashes(): Diagnostic[] {
    const found: Diagnostic[] = [];
    const choices = this.#state.choices;
    // The lists are sorted, so equal names are adjacent.
    for (const list of [this.#all, choices]) {
      list.forEach(({ name, origin }, index) => {
        const before = list[index - 1];
        if (before?.name === name) found.push(errors.nameTwice(name, before.origin, origin));
      });
    }
    for (const { name, origin } of choices) {
      const pipeline = this.#pipelines[this.#indexOf.get(name) ?? -1];
      if (pipeline !== undefined) found.push(errors.nameTwice(name, pipeline.origin, origin));
    }
    const choiceOf = new Map<string, string>();
    for (const choice of choices) {
      for (const pipeline of pipelinesOf(choice as RegisteredChoice<never>)) {
        const other = choiceOf.get(pipeline);
        if (other !== undefined && other !== choice.name) {
          const problem = `pipeline \`${pipeline}\` is already a branch of choice \`${other}\``;
          const help = "use the pipeline in only one choice, or put the second choice in a subgraph";
          found.push(errors.badChoice(choice.name, problem, choice.origin, help));
        }
        choiceOf.set(pipeline, choice.name);
      }
    }
    return found;
  }

  #readEdges(): void {
    const unknown: errors.Mention[] = [];
    const most = this.#pipelines.reduce((sum, one) => sum + one.predecessors.length + one.successors.length, 0);
    const from = new Int32Array(most);
    const to = new Int32Array(most);
    let size = 0;
    const add = (before: number, after: number): void => {
      from[size] = before;
      to[size++] = after;
    };
    const resolve = (name: string, list: string, of: string, origin: Origin): number | undefined => {
      const index = this.#indexOf.get(name);
      if (index === undefined) unknown.push({ name, where: `${list} \`${of}\``, origin });
      return index;
    };
    this.#pipelines.forEach(({ name, predecessors, successors, jumps, origin }, index) => {
      for (const one of predecessors) {
        const other = resolve(one, "predecessors of", name, origin);
        if (other !== undefined) add(other, index);
      }
      for (const one of successors) {
        const other = resolve(one, "successors of", name, origin);
        if (other !== undefined) add(index, other);
      }
      for (const { to: target } of jumps)
        if (!PREDEFINED.includes(target)) resolve(target, "jump targets of", name, origin);
    });
    this.#edges = Edges.of(this.#pipelines.length, from, to, size);
    for (const choice of this.#state.choices) {
      for (const name of pipelinesOf(choice as RegisteredChoice<never>)) {
        resolve(name, "branches of choice", choice.name, choice.origin);
      }
    }
    const known = this.#pipelines.map(({ name }) => name);
    for (const mention of unknown.slice(0, TOLD)) this.#diagnostics.push(errors.unknownName(mention, known));
  }

  /** Returns the indices of the pipelines in run order. */
  #order(): readonly number[] | undefined {
    const ordered = orderNumbers(this.#pipelines.length, this.#edges);
    if (ordered.ok) return ordered.order;
    for (const cycle of ordered.cycles.slice(0, TOLD)) {
      const edges = cycle.map((before, index): errors.CycleEdge => {
        const after = cycle[(index + 1) % cycle.length] as number;
        const [one, other] = [before, after].map((index) => this.#pipelines[index]) as [Registered<Op>, Registered<Op>];
        const list = other.predecessors.includes(one.name) ? "predecessors" : "successors";
        return { before: one.name, after: other.name, list, origin: list === "successors" ? one.origin : other.origin };
      });
      this.#diagnostics.push(errors.cycle(edges));
    }
    return undefined;
  }

  #assemble(order: readonly number[]): Structure<Op> {
    const places = new Int32Array(order.length);
    order.forEach((index, place) => (places[index] = place));
    const placeOf: PlaceOf = (name) => places[this.#indexOf.get(name) ?? -1] as number;
    const choices = this.#state.choices.map((choice) => this.#choice(choice, placeOf));
    const choiceAt = new Map<number, IndexedChoice<Op>>();
    choices.forEach((choice) => {
      for (const { node } of choice.branches) choiceAt.set(node, choice);
      if (choice.otherwise !== undefined) choiceAt.set(choice.otherwise, choice);
    });
    // Calls the functions in alphabetical order, so that their side effects have a fixed order.
    const contents = this.#pipelines.map((pipeline) => this.#fillIn(pipeline));
    const nodes = order.map((index, place): PipelineNode<Op> => {
      const { name, jumps, origin } = this.#pipelines[index] as RegisteredPipeline<Op>;
      const content = contents[index] as NodeContent<Op>;
      const node = {
        name,
        path: this.#pathOf(name),
        origin,
        jumps:
          jumps.length === 0
            ? NO_JUMPS
            : new Map(jumps.map((jump) => [jump.to, this.#jump(jump, { name, origin }, place, placeOf)])),
        choice: choiceAt.get(place),
        content,
      };
      this.#warn(node);
      return node;
    });
    return { state: this.#state, nodes, choices, predecessors: () => this.#predecessors(order) };
  }

  /** Returns the predecessors of each pipeline in `order`. Called on demand, because only plans need predecessors. */
  #predecessors(order: readonly number[]): readonly Predecessors[] {
    const before: string[][] = this.#pipelines.map(() => []);
    this.#edges.forEach((from, to) => before[to]?.push((this.#pipelines[from] as Registered<Op>).name));
    return order.map((index) => ({
      names: before[index] ?? [],
      own: new Set(this.#pipelines[index]?.predecessors),
    }));
  }

  #jump(
    { to, max, onLimit, onNoProgress }: JumpSettings,
    { name, origin }: Pick<Registered<Op>, "name" | "origin">,
    place: number,
    placeOf: PlaceOf,
  ): Jump {
    const target = to === "stop" || to === "fail" ? to : placeOf(to);
    const isBack = typeof target === "number" && target <= place;
    return {
      origin,
      from: this.#pathOf(name),
      to,
      target,
      max: max ?? (isBack ? DEFAULT_MAX_JUMPS : undefined),
      onLimit: onLimit ?? "error",
      onNoProgress: onNoProgress ?? "error",
      isBack,
    };
  }

  #choice(registered: RegisteredChoice<Op>, placeOf: PlaceOf): IndexedChoice<Op> {
    const { name, origin } = registered;
    const places = pipelinesOf(registered as RegisteredChoice<never>).map((one) => placeOf(one));
    const { choice = {} } = this.#state.options;
    const open: PossibleBranch<Op>[] = [];
    for (const { pipeline, when, test } of registered.branches) {
      if (!isChosen(when, choice)) continue;
      open.push({ node: placeOf(pipeline), test });
      if (test === undefined) break;
    }
    const otherwise = registered.else === undefined ? undefined : placeOf(registered.else);
    if (open.length === 0 && otherwise === undefined) {
      const tried = registered.branches.map(
        ({ pipeline, when }) => `the condition of branch \`${pipeline}\` does not hold: ${whenText(when ?? {})}`,
      );
      this.#diagnostics.push(errors.nothingChosen(name, choice, tried, origin));
    }
    const branches = registered.branches.map(({ pipeline, when, test }) => ({
      node: placeOf(pipeline),
      when,
      isTested: test !== undefined,
    }));
    const rest = { candidates: open, otherwise, first: Math.min(...places), last: Math.max(...places) };
    return { name, origin, branches, ...rest };
  }

  #fillIn({ name, content, origin, anchor }: RegisteredPipeline<Op>): NodeContent<Op> {
    // Empty pipelines share one manager.
    if (content === EMPTY) return this.#nothing;
    if (content.kind === "builder") return { kind: "builder", builder: content.builder, plan: undefined, known: {} };
    if (content.kind === "graph") return this.#subgraph(name, content.state, origin) ?? this.#nothing;
    const empty = this.#makeEmpty(anchor);
    try {
      if (content.kind === "passes") {
        this.#refusePromise(name, content.populate(empty.manager), origin);
        return empty;
      }
      if (this.#around.states.length >= DEPTH_LIMIT) return this.#recursion(name, origin) ?? empty;
      const view = this.#viewFor(origin, anchor);
      this.#refusePromise(name, content.populate(view), origin);
      return this.#subgraph(name, view.state, origin) ?? empty;
    } catch (thrown) {
      const carried = diagnosticOf(thrown);
      const path = this.#pathOf(name);
      const note = { message: `while pipeline \`${path}\` was filled in` };
      this.#diagnostics.push(
        carried === undefined
          ? errors.populateThrew(path, thrown, origin)
          : { ...whereOf(origin), ...carried, notes: [...(carried.notes ?? []), note] },
      );
      return empty;
    }
  }

  /** Returns the view that the owner of the pipeline uses to fill the pipeline. */
  #viewFor({ kind, name }: Origin, anchor: string | undefined): GraphView<Op> {
    const state = this.#state.makeAlike(this.#around.catalogue, anchor);
    if (kind === "inserted" || kind === "framework") {
      const { framework = { name: "pipeline" }, sourceOf } = this.#state.options;
      return { state, contributor: { kind: "framework", ...framework }, sourceOf };
    }
    return { state, contributor: { kind, name }, sourceOf: undefined };
  }

  #makeEmpty(anchor = this.#state.options.anchor): NodeContent<Op> & { readonly kind: "passes" } {
    return { kind: "passes", manager: new OpPassManager<Op>(anchor) };
  }

  #subgraph(name: string, state: GraphState<Op>, origin: Origin): NodeContent<Op> | undefined {
    if (this.#around.states.includes(state)) return this.#recursion(name, origin);
    const around = { ...this.#around, names: [...this.#around.names, name] };
    const graph = buildStructure(state, this.#diagnostics, around);
    return graph === undefined ? undefined : { kind: "graph", graph };
  }

  #recursion(name: string, origin: Origin): undefined {
    this.#diagnostics.push(errors.recursion([...this.#around.names, name].slice(-8), origin));
  }

  #refusePromise(name: string, result: unknown, origin: Origin): void {
    if (isRefusedPromise(result)) this.#diagnostics.push(errors.populateIsAsync(this.#pathOf(name), origin));
  }

  /** Warns about declarations that are valid but probably a mistake. */
  #warn({ path, jumps, content, origin }: PipelineNode<Op>): void {
    if (jumps.size === 0) return;
    if (content.kind === "graph") {
      const why = "the pipeline is a subgraph, and its passes can jump only inside the subgraph";
      this.#diagnostics.push(errors.jumpsWithoutPass(path, why, origin));
    } else if (content.kind === "passes" && content.manager.isEmpty) {
      this.#diagnostics.push(errors.jumpsWithoutPass(path, "the pipeline is empty", origin));
    }
  }

  #pathOf(name: string): string {
    const { names } = this.#around;
    return names.length === 0 ? name : `${names.join("/")}/${name}`;
  }
}

type Registered<Op extends object> = RegisteredPipeline<Op>;

type PlaceOf = (name: string) => number;
