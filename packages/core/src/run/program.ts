import type { SourceLocation } from "../diagnostic.ts";
import type { InstrumentedPass } from "../instrumentation.ts";
import type { IrAdapter, OperationName } from "../ir-adapter.ts";
import type { NestedOutcome } from "../nested-work.ts";
import type { OpPassManager, Pass } from "../pass.ts";
import type { AnalysisScope } from "./analysis-scope.ts";
import { callPredicate } from "./call-predicate.ts";
import type { DepthWalk } from "./depth-walk.ts";
import type { PassRun, RunningPass, RunServices } from "./pass-run.ts";
import { ABSENT_OPERATIONS, isReportedIfIdle, skipSearchOf } from "./works-on.ts";
import type { Search } from "./works-on.ts";

/**
 * Manager that is ready to run, for one run at a time. Names are interned, and adjacent nested managers are merged and
 * sorted as in MLIR (mlir/lib/Pass/Pass.cpp, `finalizePassList` and `OpToOpPassAdaptor::tryMergeInto`).
 */
export class Program<Op extends object> {
  /** Manager that the program was made from. If several managers were merged, the first of these managers. */
  readonly manager: OpPassManager<Op>;
  readonly anchorText: string;
  readonly anchor: OperationName | undefined;
  steps: Step<Op>[];
  readonly #canRunOn = new Map<OperationName, boolean>();
  readonly #limits = new Map<OperationName, number>();
  #lastName: OperationName | undefined = undefined;
  #lastLimit = 0;
  /** Cache of {@link skipFrom}: maps each set of names to the results for all indices. */
  readonly #skips = new WeakMap<ReadonlySet<OperationName>, number[]>();
  #skipNames: ReadonlySet<OperationName> | undefined = undefined;
  #skipTo: number[] = [];
  readonly contexts: PassRun<Op, Frame<Op>>[] = [];
  #initialized: readonly { readonly pass: Pass<Op>; readonly name: string }[] | undefined = undefined;

  constructor(manager: OpPassManager<Op>, anchor: OperationName | undefined, steps: Step<Op>[]) {
    this.manager = manager;
    this.anchorText = manager.anchorText;
    this.anchor = anchor;
    this.steps = steps;
  }

  /** Returns a copy whose passes have fresh state. */
  clone(adapter: IrAdapter<Op>): Program<Op> {
    const steps = this.steps.map((step) =>
      step.isAdaptor ? new AdaptorStep(step.programs.map((program) => program.clone(adapter))) : step.clone(adapter),
    );
    return new Program(this.manager, this.anchor, steps);
  }

  /** Attaches the contexts of an earlier run to a new run, including the contexts of nested passes. */
  attachTo(services: RunServices<Op, Frame<Op>>): void {
    for (const run of this.contexts) run.attach(services);
    for (const step of this.steps) if (step.isAdaptor) for (const program of step.programs) program.attachTo(services);
  }

  /** Passes to initialize, including nested passes, with their names in diagnostics. */
  get initialized(): readonly { readonly pass: Pass<Op>; readonly name: string }[] {
    return (this.#initialized ??= this.#collectInitialized([]));
  }

  #collectInitialized(found: { readonly pass: Pass<Op>; readonly name: string }[]): typeof found {
    for (const step of this.steps) {
      if (step.isAdaptor) {
        for (const program of step.programs) program.#collectInitialized(found);
        continue;
      }
      const { passes, argument } = step;
      for (const pass of passes) {
        const { initialize, batch } = pass.body;
        if ((initialize ?? batch?.prepare) === undefined) continue;
        found.push({ pass, name: passes.length === 1 ? argument : pass.declaration.name });
      }
    }
    return found;
  }

  /** Returns the index of the first step from `index` on without `worksOn`, or that works on one of the names. */
  skipFrom(index: number, names: ReadonlySet<OperationName>): number {
    if (names !== this.#skipNames) {
      this.#skipTo = this.#skips.get(names) ?? [];
      this.#skips.set(names, this.#skipTo);
      this.#skipNames = names;
    }
    return (this.#skipTo[index] ??= this.#firstWorking(index, names));
  }

  #firstWorking(index: number, names: ReadonlySet<OperationName>): number {
    let to = index;
    for (; to < this.steps.length; to++) {
      const step = this.steps[to] as Step<Op>;
      if (step.isAdaptor || step.search === undefined || step.search.finds(names)) break;
    }
    return to;
  }

  /** Returns whether an adaptor chooses this program for operations with this name. */
  canScheduleOn(name: OperationName): boolean {
    if (this.anchor !== undefined) return this.anchor === name;
    let result = this.#canRunOn.get(name);
    if (result === undefined) {
      result = name.isRegistered && name.isIsolatedFromAbove && this.steps.every((step) => canScheduleOn(step, name));
      this.#canRunOn.set(name, result);
    }
    return result;
  }

  /**
   * Returns the index of the first step that cannot run on operations with this name, or the number of steps. Cached,
   * unlike in MLIR, because consecutive operations often have the same name.
   */
  limitFor(name: OperationName): number {
    if (name === this.#lastName) return this.#lastLimit;
    let limit = this.#limits.get(name);
    if (limit === undefined) {
      const unfit = this.steps.findIndex((step) => !canScheduleOn(step, name));
      limit = unfit < 0 ? this.steps.length : unfit;
      if (!name.isRegistered || !name.isIsolatedFromAbove) limit = 0;
      this.#limits.set(name, limit);
    }
    this.#lastName = name;
    this.#lastLimit = limit;
    return limit;
  }
}

// Shared by all steps to avoid allocations, because every run creates the steps of its program.
const NO_NAMES: readonly string[] = [];
const NOTHING: ReadonlySet<string> = new Set();

/** Pass of a program. Fields are copied from the pass and its body, so that all steps have the same object shape. */
export class PassStep<Op extends object> implements RunningPass<Op> {
  readonly isAdaptor = false;
  /** Whether the step is a pass without `worksOn`. For such a pass, the loop checks only this field. */
  readonly isPlain: boolean;
  readonly pass: Pass<Op>;
  /** Passes to initialize: the pass itself, or the members of a group. */
  readonly passes: readonly Pass<Op>[];
  /** Manager with the members of a group, or with the passes of a batch. */
  readonly group: OpPassManager<Op> | undefined;
  argument: string;
  /** Position for the diagnostic of an exception. Set by the code of a group. */
  thrownAt: SourceLocation | undefined = undefined;
  readonly displayName: string;
  readonly anchorTexts: readonly string[] = NO_NAMES;
  readonly anchor: OperationName | undefined;
  readonly preserves: ReadonlySet<string>;
  readonly search: Search | undefined;
  readonly isWatched: boolean;
  readonly addsNoNames: boolean;
  /** Context of the pass, created when the pass first runs. */
  run: PassRun<Op, Frame<Op>> | undefined = undefined;

  constructor(pass: Pass<Op>, adapter: IrAdapter<Op>, passes: readonly Pass<Op>[] = [pass], group?: OpPassManager<Op>) {
    const { declaration } = pass;
    this.group = group;
    this.pass = pass;
    this.passes = passes;
    this.argument = declaration.name;
    this.displayName = pass.body.displayName ?? declaration.displayName ?? declaration.name;
    this.anchor = declaration.anchor === undefined ? undefined : adapter.intern(declaration.anchor);
    this.preserves = declaration.preserves === undefined ? NOTHING : new Set(declaration.preserves);
    this.search = skipSearchOf(pass, adapter);
    this.isPlain = this.search === undefined;
    this.addsNoNames = this.preserves.has(ABSENT_OPERATIONS);
    this.isWatched = pass.definition.leaves !== undefined || passes.some((one) => isReportedIfIdle(one.declaration));
  }

  get identity(): object {
    // The first member identifies a group, because splitting a pipeline at conversions makes a new manager for the
    // group.
    return this.passes[0] as Pass<Op>;
  }

  /** Returns a copy whose passes have fresh state. */
  clone(adapter: IrAdapter<Op>): PassStep<Op> {
    return new PassStep(this.pass.clone(), adapter);
  }
}

/**
 * Step that runs nested pipelines, MLIR's `OpToOpPassAdaptor`: the first program that matches each direct child or, if
 * `isEverywhere` is true, its only program on each matching operation at every depth.
 */
export class AdaptorStep<Op extends object> implements InstrumentedPass {
  readonly isAdaptor = true;
  readonly isPlain = false;
  readonly argument = "";
  readonly isEverywhere: boolean;
  readonly programs: readonly Program<Op>[];
  /** Anchors of the programs. `undefined` if one program is op-agnostic. */
  readonly anchors: ReadonlySet<OperationName> | undefined;
  readonly #chosen = new Map<OperationName, Program<Op> | undefined>();

  constructor(programs: readonly Program<Op>[]) {
    this.programs = programs;
    this.isEverywhere = programs[0]?.manager.isEverywhere === true;
    const anchors = programs.map((program) => program.anchor);
    this.anchors = anchors.includes(undefined) ? undefined : new Set(anchors as OperationName[]);
  }

  get displayName(): string {
    return `Pipeline Collection : [${this.anchorTexts.map((anchor) => `'${anchor}'`).join(", ")}]`;
  }

  get anchorTexts(): readonly string[] {
    return this.programs.map((program) => program.anchorText);
  }

  get identity(): OpPassManager<Op> {
    return (this.programs[0] as Program<Op>).manager;
  }

  programFor(name: OperationName): Program<Op> | undefined {
    let program = this.#chosen.get(name);
    if (program === undefined && !this.#chosen.has(name)) {
      program = this.programs.find((candidate) => candidate.canScheduleOn(name));
      this.#chosen.set(name, program);
    }
    return program;
  }
}

export type Step<Op extends object> = PassStep<Op> | AdaptorStep<Op>;

/** Returns whether a step can run on operations with this name. True for adaptors, which choose a program. */
export function canScheduleOn<Op extends object>(step: Step<Op>, name: OperationName): boolean {
  if (step.isAdaptor) return true;
  return (step.anchor === undefined || step.anchor === name) && passesFilters(step.pass, name);
}

/**
 * Returns whether the filters of a pass, `interface` and `canScheduleOn`, accept operations with this name.
 *
 * @throws {@link UsageError} PWC0406 if `canScheduleOn` throws or returns a promise.
 */
export function passesFilters<Op extends object>({ declaration, body }: Pass<Op>, name: OperationName): boolean {
  if (declaration.interface !== undefined && !name.hasInterface(declaration.interface)) return false;
  return (
    body.canScheduleOn === undefined ||
    callPredicate("canScheduleOn", declaration.name, () => body.canScheduleOn?.(name))
  );
}

/** State of one program on one operation, reused at its depth. Nested operations run while `adaptor` is set. */
export class Frame<Op extends object> {
  program!: Program<Op>;
  op!: Op;
  /** Cached analyses of the operation. Created when a pass first requests an analysis. */
  analyses: AnalysisScope<Op> | undefined = undefined;
  /** Frame of the surrounding operation, used to find analyses of parents. */
  outer: Frame<Op> | undefined = undefined;
  /** Parent of the operation, if the run reached the operation from its parent. */
  around: Op | undefined = undefined;
  /** Adaptor or pass that runs the program. `undefined` for the topmost program. */
  parent: InstrumentedPass | undefined = undefined;
  next = 0;
  /** Index at which to stop: the number of steps, or the index of the first step that cannot run on the operation. */
  limit = 0;
  failed = false;
  adaptor: AdaptorStep<Op> | undefined = undefined;
  readonly nested: Op[] = [];
  nextNested = 0;
  /** Walk over the nested operations, if the adaptor reaches every depth. */
  walk: DepthWalk<Op> | undefined = undefined;
  nestedFailed = false;
  /** Index of the nested operation before which the run offers the remaining work to the executor. */
  offerAt: number = Infinity;
  outcomes: ReadonlyMap<Op, NestedOutcome> | undefined = undefined;

  enter(program: Program<Op>, op: Op, limit: number): void {
    this.program = program;
    this.op = op;
    this.limit = limit;
    this.next = 0;
    this.failed = false;
    this.adaptor = undefined;
  }
}
