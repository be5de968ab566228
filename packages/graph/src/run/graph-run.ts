import { BugError, isThrown } from "@passwright/core";
import type { Diagnostic, IrAdapter, ManagerRunResult, PassFailure } from "@passwright/core";
import { whenText } from "@passwright/builder";
import { afterJump } from "../plan/decisions.ts";
import type { IndexedChoice, Jump } from "../plan/structure.ts";
import { RequestedJumps, JUMP_ATTRIBUTE, refuseJumps, takeAttribute } from "./requested-jumps.ts";
import * as errors from "./run-errors.ts";
import type { Stage } from "./stage.ts";
import type { ScheduleRunResult, TraceEvent } from "./trace.ts";

/** Pipeline to run next. */
export interface StageRun<Op extends object> {
  readonly stage: Stage<Op>;
  readonly hooks: RequestedJumps["hooks"];
}

interface RunSettings {
  readonly maxVisits: number;
  readonly onDiagnostic: ((diagnostic: Diagnostic) => void) | undefined;
}

/** State of one graph or subgraph during a run. */
interface Memory<Op extends object> {
  readonly depth: number;
  readonly counts: Map<Jump, number>;
  /** For each jump to the same or an earlier pipeline: fingerprints of the IR at earlier requests of the jump. */
  readonly seen: Map<Jump, Set<bigint>>;
  decisions: Map<IndexedChoice<Op>, number>;
}

/** Continuation of a run: the index of the next pipeline, the end of the graph, or the failure of the run. */
type Next = number | "end" | "failed";

/** Run of a schedule. Yields the pipelines to run, and receives their results. */
export class GraphRun<Op extends object> {
  #adapter: IrAdapter<Op>;
  readonly #stages: readonly Stage<Op>[];
  #op: Op;
  readonly #settings: RunSettings;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #failures: PassFailure[] = [];
  readonly #trace: TraceEvent[] = [];
  readonly #visits = new Map<string, number>();
  /** Jumps that passes of the current pipeline request. */
  readonly #jumps = new RequestedJumps();
  #visitCount = 0;

  constructor(adapter: IrAdapter<Op>, stages: readonly Stage<Op>[], op: Op, settings: RunSettings) {
    this.#adapter = adapter;
    this.#stages = stages;
    this.#op = op;
    this.#settings = settings;
  }

  /** Root after the pipeline that ran last. */
  get op(): Op {
    return this.#op;
  }

  report(diagnostic: Diagnostic): void {
    this.#diagnostics.push(diagnostic);
    this.#settings.onDiagnostic?.(diagnostic);
  }

  result(succeeded: boolean): ScheduleRunResult {
    const [diagnostics, failures, trace] = [this.#diagnostics, this.#failures, this.#trace];
    return { succeeded, diagnostics, failures, trace, root: this.#op, ir: this.#adapter };
  }

  /** Runs `body` and then removes the jump attribute from the root, even after an exception. */
  within<T>(body: () => T): T {
    try {
      return body();
    } finally {
      takeAttribute(this.#op, this.#adapter);
    }
  }

  async withinAsync<T>(body: () => Promise<T>): Promise<T> {
    try {
      return await body();
    } finally {
      takeAttribute(this.#op, this.#adapter);
    }
  }

  /** Yields each pipeline to run and receives its result. Returns whether all pipelines succeeded. */
  *steps(): Generator<StageRun<Op>, boolean, ManagerRunResult<Op>> {
    const value = takeAttribute(this.#op, this.#adapter);
    if (value !== undefined) {
      this.report(errors.attributeAtStart(JUMP_ATTRIBUTE, value));
      return false;
    }
    const problem = this.#loadDialects();
    if (problem !== undefined) {
      this.report(problem);
      return false;
    }
    return yield* this.#graph(this.#stages, 0);
  }

  *#graph(stages: readonly Stage<Op>[], depth: number): Generator<StageRun<Op>, boolean, ManagerRunResult<Op>> {
    const memory: Memory<Op> = { depth, counts: new Map(), seen: new Map(), decisions: new Map() };
    let place = 0;
    for (let stage = stages[place]; stage !== undefined; stage = stages[place]) {
      if (stage.node.choice !== undefined) {
        const taken = this.#decide(stage.node.choice, stages, memory);
        if (taken === undefined) return false;
        if (taken !== place) {
          place++;
          continue;
        }
      }
      if (!this.#visit(stage, depth)) return false;
      const succeeded = yield* this.#stage(stage, depth);
      const requested = this.#jumps.take(this.#op, this.#adapter);
      if (!succeeded) {
        if (stage.stages === undefined) this.#trace.push({ kind: "failed", pipeline: stage.node.path, depth });
        return false;
      }
      const next = this.#next(stages, place, requested, memory);
      if (next === "failed") {
        this.#trace.push({ kind: "failed", pipeline: stage.node.path, depth });
        return false;
      }
      if (next === "end") return true;
      place = next;
    }
    return true;
  }

  *#stage(stage: Stage<Op>, depth: number): Generator<StageRun<Op>, boolean, ManagerRunResult<Op>> {
    if (stage.stages !== undefined) return yield* this.#graph(stage.stages, depth + 1);
    if (stage.manager === undefined || stage.manager.isEmpty) return true;
    const { succeeded, failures, root, ir } = yield { stage, hooks: this.#jumps.hooks };
    this.#failures.push(...failures);
    this.#op = root;
    this.#adapter = ir;
    return succeeded;
  }

  #visit({ node: { path } }: Stage<Op>, depth: number): boolean {
    const { maxVisits } = this.#settings;
    if (this.#visitCount >= maxVisits) {
      this.report(errors.tooManyVisits(path, maxVisits));
      return false;
    }
    this.#visitCount++;
    const visit = (this.#visits.get(path) ?? 0) + 1;
    this.#visits.set(path, visit);
    this.#trace.push({ kind: "pipeline", pipeline: path, visit, depth });
    return true;
  }

  #next(stages: readonly Stage<Op>[], place: number, all: readonly errors.RequestedJump[], memory: Memory<Op>): Next {
    const [requested] = all;
    if (requested === undefined) return place + 1;
    const stage = stages[place] as Stage<Op>;
    const problem = refuseJumps(stage.node, all, [...stage.node.jumps.keys()]);
    if (problem !== undefined) {
      this.report(problem);
      return "failed";
    }
    const jump = stage.node.jumps.get(requested.target) as Jump & { readonly target: number | "stop" };
    const isTaken = this.#take(jump, requested, memory);
    if (isTaken === undefined) return "failed";
    if (!isTaken) return place + 1;
    if (jump.target === "stop") return "end";
    memory.decisions = afterJump(memory.decisions, jump.target, stages[jump.target]?.node);
    return jump.target;
  }

  /** Returns whether a requested jump is taken, or `undefined` if the jump makes the run fail. */
  #take(jump: Jump, requested: errors.RequestedJump, memory: Memory<Op>): boolean | undefined {
    const count = memory.counts.get(jump) ?? 0;
    const { max, onLimit, onNoProgress, isBack } = jump;
    const record = (outcome: "taken" | "limit" | "converged", times: number): void =>
      void this.#trace.push({
        kind: "jump",
        from: jump.from,
        to: jump.to,
        outcome,
        count: times,
        ...(max === undefined ? {} : { max }),
        by: requested.by,
        ...(requested.reason === undefined ? {} : { reason: requested.reason }),
        depth: memory.depth,
      });
    if (isBack && this.#isAsBefore(jump, memory)) {
      if (onNoProgress === "error") this.report(errors.noProgress(jump, requested, count));
      else record("converged", count);
      return onNoProgress === "error" ? undefined : false;
    }
    if (max !== undefined && count >= max) {
      const problem = errors.tooManyJumps(jump, max, requested, !isBack || this.#adapter.fingerprint !== undefined);
      if (onLimit !== "continue") this.report(onLimit === "warn" ? { ...problem, severity: "warning" } : problem);
      if (onLimit === "error") return undefined;
      record("limit", count);
      return false;
    }
    memory.counts.set(jump, count + 1);
    record("taken", count + 1);
    return true;
  }

  /**
   * Returns whether the IR is the same as at an earlier request of `jump`. If the IR is the same, the next passes would
   * repeat their work. Otherwise, records the fingerprint of the IR.
   */
  #isAsBefore(jump: Jump, { seen }: Memory<Op>): boolean {
    const { fingerprint } = this.#adapter;
    if (fingerprint === undefined) return false;
    const known = seen.get(jump) ?? new Set();
    seen.set(jump, known);
    const now = fingerprint.call(this.#adapter, this.#op);
    if (known.has(now)) return true;
    known.add(now);
    return false;
  }

  /**
   * Returns the index of the pipeline that a choice selects. Decides once, when the run reaches the first pipeline of
   * the choice.
   */
  #decide(choice: IndexedChoice<Op>, stages: readonly Stage<Op>[], memory: Memory<Op>): number | undefined {
    const decided = memory.decisions.get(choice);
    if (decided !== undefined) return decided;
    const found = this.#choose(choice, stages);
    if (found === undefined) return undefined;
    memory.decisions.set(choice, found.place);
    const taken = (stages[found.place] as Stage<Op>).node.name;
    this.#trace.push({ kind: "choice", choice: choice.name, taken, because: found.because, depth: memory.depth });
    return found.place;
  }

  #choose(
    { name, origin, candidates, otherwise, branches }: IndexedChoice<Op>,
    stages: readonly Stage<Op>[],
  ): { readonly place: number; readonly because: string } | undefined {
    for (const { node, test } of candidates) {
      const pipeline = (stages[node] as Stage<Op>).node.name;
      if (test === undefined) {
        const when = branches.find((branch) => branch.node === node && !branch.isTested)?.when ?? {};
        return { place: node, because: whenText(when) };
      }
      let result: unknown;
      try {
        result = test(this.#op);
      } catch (thrown) {
        if (isThrown(thrown, BugError)) throw thrown;
        this.report(errors.testThrew(name, pipeline, thrown, origin));
        return undefined;
      }
      if (typeof result !== "boolean") {
        this.report(errors.testReturned(name, pipeline, result, origin));
        return undefined;
      }
      if (result) return { place: node, because: "the input passes its test" };
    }
    if (otherwise !== undefined) return { place: otherwise, because: "nothing else fits" };
    const tried = candidates.map(
      ({ node }) => `the test of branch \`${(stages[node] as Stage<Op>).node.name}\` returned false`,
    );
    this.report(errors.noBranch(name, tried, origin));
    return undefined;
  }

  /**
   * Loads the dialects that passes depend on, before the run. Includes dialects for pipelines that the run might skip.
   */
  #loadDialects(): Diagnostic | undefined {
    let problem: Diagnostic | undefined;
    const load = (stages: readonly Stage<Op>[]): void => {
      for (const { adapter: first, manager, stages: inner = [] } of stages) {
        let adapter = first;
        manager?.forEachPass(({ declaration: { name: step, dependentDialects = [] }, definition: { leaves } }) => {
          if (problem !== undefined) return;
          const found = dependentDialects.length === 0 ? undefined : adapter.loadDialects?.(dependentDialects);
          if (found !== undefined) problem = { step, ...found };
          adapter = (leaves as IrAdapter<Op> | undefined) ?? adapter;
        });
        load(inner);
      }
    };
    load(this.#stages);
    return problem;
  }
}
