import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import type { InstrumentedPass } from "../instrumentation.ts";
import type { IrAdapter, OperationName } from "../ir-adapter.ts";
import type { NestedOutcome } from "../nested-executor.ts";
import type { OpPassManager, Pass } from "../pass.ts";
import type { AnalysisScope } from "./analysis-scope.ts";
import type { DepthWalk } from "./depth-walk.ts";
import type { PassRun } from "./pass-run.ts";
import { threwIn } from "./run-errors.ts";
import { skipSearchOf } from "./works-on.ts";
import type { Search } from "./works-on.ts";
import { isThrown } from "../thrown.ts";

/**
 * Manager that is ready to run: names are interned, adjacent nested managers are merged and sorted as in MLIR
 * (mlir/lib/Pass/Pass.cpp, `finalizePassList` and `OpToOpPassAdaptor::tryMergeInto`). The managers themselves are not
 * changed. A program belongs to one run at a time.
 */
export class Program<Op extends object> {
  /** Manager that the program was made from, or the first of several merged ones. */
  readonly manager: OpPassManager<Op>;
  readonly anchorText: string;
  readonly anchor: OperationName | undefined;
  readonly steps: Step<Op>[];
  readonly #canRunOn = new Map<OperationName, boolean>();
  readonly #limits = new Map<OperationName, number>();
  #lastName: OperationName | undefined = undefined;
  #lastLimit = 0;
  readonly #skips: WeakMap<ReadonlySet<OperationName>, number>[] = [];
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

  /** Passes that have to be initialized, nested ones included, with their names in diagnostics. */
  get initialized(): readonly { readonly pass: Pass<Op>; readonly name: string }[] {
    return (this.#initialized ??= this.steps.flatMap((step) => {
      if (step.isAdaptor) return step.programs.flatMap((program) => program.initialized);
      const { passes, argument } = step;
      return passes.flatMap((pass) => {
        const { initialize, batch } = pass.body;
        const name = passes.length === 1 ? argument : pass.declaration.name;
        return (initialize ?? batch?.prepare) === undefined ? [] : [{ pass, name }];
      });
    }));
  }

  /**
   * Returns the index of the first step from `index` on that finds something to work on among the operations with these names, or
   * works on all.
   */
  skipFrom(index: number, names: ReadonlySet<OperationName>): number {
    const known = (this.#skips[index] ??= new WeakMap());
    let to = known.get(names);
    if (to !== undefined) return to;
    to = index;
    for (; to < this.steps.length; to++) {
      const step = this.steps[to] as Step<Op>;
      if (step.isAdaptor || step.search === undefined || step.search.finds(names)) break;
    }
    known.set(names, to);
    return to;
  }

  /** Returns whether an adaptor chooses this program for operations of that name. */
  canScheduleOn(name: OperationName): boolean {
    if (this.anchor !== undefined) return this.anchor === name;
    let answer = this.#canRunOn.get(name);
    if (answer === undefined) {
      answer = name.isRegistered && name.isIsolatedFromAbove && this.steps.every((step) => canScheduleOn(step, name));
      this.#canRunOn.set(name, answer);
    }
    return answer;
  }

  /**
   * Returns the number of steps before the first one that cannot run on operations of that name. MLIR checks every
   * pass on every operation; the result depends on the name only, and consecutive operations often have the same
   * name.
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

// Shared, because every run makes the steps of its program.
const NO_NAMES: readonly string[] = [];
const NOTHING: ReadonlySet<string> = new Set();

/** Pass of a program. Fields are copied from the pass and its body, so that all steps have the same object shape. */
export class PassStep<Op extends object> implements InstrumentedPass {
  readonly isAdaptor = false;
  readonly pass: Pass<Op>;
  /** Passes to initialize: the pass, or the members of a group. */
  readonly passes: readonly Pass<Op>[];
  /** Name in diagnostics. */
  argument: string;
  readonly displayName: string;
  readonly anchorTexts: readonly string[] = NO_NAMES;
  readonly anchor: OperationName | undefined;
  /** Names of the analyses and properties that the declaration preserves. */
  readonly preserves: ReadonlySet<string>;
  /** Operations without which the pass is skipped. */
  readonly search: Search | undefined;
  /** Whether instrumentations that see only passes which change names also see this one. */
  readonly isWatched: boolean;
  /** Context of the pass, made when it first runs. */
  run: PassRun<Op, Frame<Op>> | undefined = undefined;

  constructor(pass: Pass<Op>, adapter: IrAdapter<Op>, passes: readonly Pass<Op>[] = [pass]) {
    const { declaration } = pass;
    this.pass = pass;
    this.passes = passes;
    this.argument = declaration.name;
    this.displayName = pass.body.displayName ?? declaration.displayName ?? declaration.name;
    this.anchor = declaration.anchor === undefined ? undefined : adapter.intern(declaration.anchor);
    this.preserves = declaration.preserves === undefined ? NOTHING : new Set(declaration.preserves);
    this.search = skipSearchOf(pass, adapter);
    this.isWatched =
      pass.definition.leaves !== undefined || passes.some((one) => one.declaration.worksOn !== undefined);
  }

  get identity(): object {
    return this.pass;
  }

  /** Returns a copy whose passes have fresh state. */
  clone(adapter: IrAdapter<Op>): PassStep<Op> {
    return new PassStep(this.pass.clone(), adapter);
  }
}

/**
 * Adaptor, MLIR's `OpToOpPassAdaptor`: runs on each direct child the first of its programs that matches. With
 * `isEverywhere`, it runs its one program on each matching operation at every depth.
 */
export class AdaptorStep<Op extends object> implements InstrumentedPass {
  readonly isAdaptor = true;
  readonly argument = "";
  readonly isEverywhere: boolean;
  readonly programs: readonly Program<Op>[];
  /** Anchors of the programs. `undefined` if one of them is op-agnostic. */
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

/** Returns whether a pass accepts operations of that name. True for adaptors, whose programs choose operations. */
export function canScheduleOn<Op extends object>(step: Step<Op>, name: OperationName): boolean {
  if (step.isAdaptor) return true;
  return (step.anchor === undefined || step.anchor === name) && passesFilters(step.pass, name);
}

/**
 * Returns whether the filters of a pass, its interface and `canScheduleOn`, accept operations of that name.
 *
 * @throws {@link UsageError} PWC0406 if `canScheduleOn` throws.
 */
export function passesFilters<Op extends object>({ declaration, body }: Pass<Op>, name: OperationName): boolean {
  if (declaration.interface !== undefined && !name.hasInterface(declaration.interface)) return false;
  if (body.canScheduleOn === undefined) return true;
  try {
    return body.canScheduleOn(name);
  } catch (thrown) {
    if (isThrown(thrown, BugError) || diagnosticOf(thrown) !== undefined) throw thrown;
    throw new UsageError(threwIn("canScheduleOn", declaration.name, thrown), { cause: thrown });
  }
}

/**
 * State of one program on one operation. Frames are reused per depth, so that the loop does not allocate per pass and
 * operation. `adaptor` is set while nested operations run; `nested` are those operations.
 */
export class Frame<Op extends object> {
  program!: Program<Op>;
  op!: Op;
  /** Created when a pass requests an analysis. */
  analyses: AnalysisScope<Op> | undefined = undefined;
  /** Frame of the surrounding operation, used to find analyses of parents. */
  outer: Frame<Op> | undefined = undefined;
  /** Parent of the operation, if the run came from it. */
  around: Op | undefined = undefined;
  /** Adaptor or pass that runs the program. `undefined` for the topmost program. */
  parent: InstrumentedPass | undefined = undefined;
  /** Index of the next step. */
  next = 0;
  /** Index at which to stop: the number of steps, or the first step that cannot run on the operation. */
  limit = 0;
  failed = false;
  adaptor: AdaptorStep<Op> | undefined = undefined;
  readonly nested: Op[] = [];
  nextNested = 0;
  /** Used instead of `nested` if the adaptor reaches every depth. */
  walk: DepthWalk<Op> | undefined = undefined;
  nestedFailed = false;
  /** Index of the nested operation at which the remaining ones are offered to the executor. */
  offerAt: number = Infinity;
  /** Maps operations that ran in the executor to their results. */
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
