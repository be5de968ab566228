import { SmallestFirst } from "@passwright/builder";
import { afterJump } from "../plan/decisions.ts";
import type { Decisions } from "../plan/decisions.ts";
import { outcomesOf } from "../plan/structure.ts";
import type { PipelineNode, Structure } from "../plan/structure.ts";
import type { Facts } from "./facts.ts";

/** Facts at the entry of a pipeline on one path. */
export interface Entry {
  readonly facts: Facts;
  /** Path of the previous pipeline. */
  readonly from?: string;
}

/** Facts at the entry of a pipeline on each path. Each key identifies where the path comes from. */
export type Entries = ReadonlyMap<string, Entry>;

/** Callbacks for following all paths through a graph. */
export interface Visitor<Op extends object> {
  /**
   * Called for a reachable pipeline, and again if the pipeline is reached with new facts. Returns the facts after the
   * pipeline.
   */
  visit(node: PipelineNode<Op>, facts: Facts): Facts;
  /** Called with the facts at the entry of a pipeline, for each path. */
  enter(node: PipelineNode<Op>, entries: Entries): void;
  /** Called for a pipeline that a choice skips. */
  skip(node: PipelineNode<Op>, entries: Entries): void;
}

/** Error for overlapping choices with too many combinations. */
export class TooManyStates extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super();
    this.limit = limit;
  }
}

/** Maximum number of states to visit: an estimate that is far above the number for real graphs. */
const STATE_LIMIT = 200_000;

interface State<Op extends object> {
  readonly place: number;
  /** Decisions of choices whose last pipeline is at or after the current position in the order. */
  readonly decisions: Decisions<Op>;
  readonly entries: Map<string, Entry>;
}

/**
 * Follows all paths through a graph until no path leads to new facts. A path follows the order of the pipelines or a
 * jump, and takes exactly one branch of each choice. Returns the facts at the end of the graph, or `undefined` if the
 * end is unreachable.
 */
export function explore<Op extends object>(
  { nodes }: Structure<Op>,
  start: Entries,
  visitor: Visitor<Op>,
): Facts | undefined {
  const states: State<Op>[] = [];
  const ids = new Map<string, number>();
  // Visits smaller indices first, so that a pipeline is visited after its predecessors.
  const todo = new SmallestFirst();
  const queued = new Set<number>();
  let end: Facts | undefined;

  const enter = (place: number, decisions: Decisions<Op>, entries: Entries): void => {
    const open = new Map([...decisions].filter(([choice]) => choice.last >= place));
    const key = [place, ...[...open].map(([{ name }, node]) => `${node} of ${name}`).sort()].join();
    let id = ids.get(key);
    if (id === undefined) {
      if (states.length >= STATE_LIMIT) throw new TooManyStates(STATE_LIMIT);
      id = states.length;
      ids.set(key, id);
      states.push({ place, decisions: open, entries: new Map() });
      schedule(id, place);
    }
    const state = states[id] as State<Op>;
    for (const [way, entry] of entries) {
      const known = state.entries.get(way)?.facts;
      const facts = known === undefined ? entry.facts : known.or(entry.facts);
      if (facts === known) continue;
      state.entries.set(way, { ...entry, facts });
      schedule(id, place);
    }
  };
  const schedule = (id: number, place: number): void => {
    if (queued.has(id)) return;
    queued.add(id);
    todo.push(place * STATE_LIMIT + id);
  };
  const run = (node: PipelineNode<Op>, state: State<Op>, decisions: Decisions<Op>): void => {
    visitor.enter(node, state.entries);
    const facts = visitor.visit(node, joinAll(state.entries));
    const entry = { facts, from: node.path };
    enter(state.place + 1, decisions, new Map([[`after pipeline \`${node.path}\``, entry]]));
    for (const { target } of node.jumps.values()) {
      if (target === "fail") continue;
      if (target === "stop") end = end === undefined ? facts : end.or(facts);
      else
        enter(
          target,
          afterJump(decisions, target, nodes[target]),
          new Map([[`after the jump from \`${node.path}\``, entry]]),
        );
    }
  };

  enter(0, new Map(), start);
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const id = next % STATE_LIMIT;
    queued.delete(id);
    const state = states[id] as State<Op>;
    const { place, decisions } = state;
    const node = nodes[place];
    if (node === undefined) {
      const facts = joinAll(state.entries);
      end = end === undefined ? facts : end.or(facts);
      continue;
    }
    const { choice } = node;
    if (choice === undefined) {
      run(node, state, decisions);
      continue;
    }
    const decided = decisions.get(choice);
    for (const taken of decided === undefined ? outcomesOf(choice) : [decided]) {
      const chosen = new Map(decisions).set(choice, taken);
      if (taken === place) run(node, state, chosen);
      else {
        visitor.skip(node, state.entries);
        enter(place + 1, chosen, state.entries);
      }
    }
  }
  return end;
}

export function joinAll(entries: Entries): Facts {
  const [first, ...rest] = [...entries.values()].map(({ facts }) => facts);
  return rest.reduce((joined, facts) => joined.or(facts), first as Facts);
}
