import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import type { InstrumentedPass } from "../instrumentation.ts";
import type { IrAdapter, OperationName } from "../ir-adapter.ts";
import type { NestedOutcome } from "../nested-executor.ts";
import type { OpPassManager, Pass } from "../pass.ts";
import type { AnalysisScope } from "./analysis-scope.ts";
import type { DepthWalk } from "./depth-walk.ts";
import type { PassRun } from "./pass-run.ts";
import { threwIn } from "./run-errors.ts";
import { isThrown } from "../thrown.ts";

/**
 * Managers made ready to run. Names are interned, adjacent nested managers are merged and sorted as MLIR does it
 * (mlir/lib/Pass/Pass.cpp, `finalizePassList` and `OpToOpPassAdaptor::tryMergeInto`). The managers themselves stay as
 * they were written. A program belongs to one run.
 */
export class Program<Op extends object> {
  /** The manager that it was made of, or the first of those that were merged. */
  readonly manager: OpPassManager<Op>;
  readonly anchorText: string;
  readonly anchor: OperationName | undefined;
  readonly steps: Step<Op>[];
  readonly #canRunOn = new Map<OperationName, boolean>();
  readonly #limits = new Map<OperationName, number>();
  #lastName: OperationName | undefined = undefined;
  #lastLimit = 0;

  constructor(manager: OpPassManager<Op>, anchor: OperationName | undefined, steps: Step<Op>[]) {
    this.manager = manager;
    this.anchorText = manager.anchorText;
    this.anchor = anchor;
    this.steps = steps;
  }

  /** The same with passes of its own, in fresh state. */
  clone(adapter: IrAdapter<Op>): Program<Op> {
    const steps = this.steps.map((step) =>
      step.isAdaptor
        ? new AdaptorStep(step.programs.map((program) => program.clone(adapter)))
        : new PassStep(step.pass.clone(), adapter),
    );
    return new Program(this.manager, this.anchor, steps);
  }

  /** Whether an adaptor picks this program for operations of that name. */
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
   * How many of the steps can run on operations of that name before one cannot. MLIR asks every pass on every operation;
   * the answer depends on the name alone, and operations of one name come in rows.
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

/** One pass of a program. Its fields are copied out of pass and body, so that every pass has the same shape in the loop. */
export class PassStep<Op extends object> implements InstrumentedPass {
  readonly isAdaptor = false;
  readonly pass: Pass<Op>;
  /** What diagnostics call it. */
  argument: string;
  readonly displayName: string;
  readonly anchorTexts: readonly string[] = [];
  readonly anchor: OperationName | undefined;
  /** Names of analyses and properties that the declaration preserves. */
  readonly preserves: ReadonlySet<string>;
  /** Its context, made when it first runs: programs belong to one run. */
  run: PassRun<Op, Frame<Op>> | undefined = undefined;

  constructor(pass: Pass<Op>, adapter: IrAdapter<Op>) {
    const { declaration } = pass;
    this.pass = pass;
    this.argument = declaration.name;
    this.displayName = pass.body.displayName ?? declaration.displayName ?? declaration.name;
    this.anchor = declaration.anchor === undefined ? undefined : adapter.intern(declaration.anchor);
    this.preserves = new Set(declaration.preserves);
  }

  get identity(): Pass<Op> {
    return this.pass;
  }
}

/**
 * Runs, on each operation directly inside, the first of its programs that fits: MLIR's `OpToOpPassAdaptor`. With
 * `isEverywhere` it runs its one program on each operation below that fits.
 */
export class AdaptorStep<Op extends object> implements InstrumentedPass {
  readonly isAdaptor = true;
  readonly argument = "";
  readonly isEverywhere: boolean;
  readonly programs: readonly Program<Op>[];
  /** The anchors of the programs; undefined when an op-agnostic one is among them. */
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

/** Whether a pass accepts operations of that name; adaptors accept all, their programs choose. */
export function canScheduleOn<Op extends object>(step: Step<Op>, name: OperationName): boolean {
  if (step.isAdaptor) return true;
  return (step.anchor === undefined || step.anchor === name) && passesFilters(step.pass, name);
}

/**
 * Whether the filters of a pass, its interface and `canScheduleOn`, let operations of that name through.
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
 * One program at work on one operation. Frames are kept and used again per depth, so that the loop allocates nothing per
 * pass and operation. Between two passes `adaptor` is undefined; while nested operations run it is the adaptor that runs
 * them and `nested` are those operations.
 */
export class Frame<Op extends object> {
  program!: Program<Op>;
  op!: Op;
  /** Made when a pass asks for an analysis. */
  analyses: AnalysisScope<Op> | undefined = undefined;
  /** The frame around this one, through which parents' analyses are found. */
  outer: Frame<Op> | undefined = undefined;
  /** The operation directly around this one, where the run came from it. */
  around: Op | undefined = undefined;
  /** The adaptor or the pass that runs the program; none for the program at the top. */
  parent: InstrumentedPass | undefined = undefined;
  /** The step to run next. */
  next = 0;
  /** The step before which to stop: the end of the program, or the first step that cannot run on the operation. */
  limit = 0;
  failed = false;
  adaptor: AdaptorStep<Op> | undefined = undefined;
  readonly nested: Op[] = [];
  nextNested = 0;
  /** In place of `nested`, where the adaptor reaches every depth. */
  walk: DepthWalk<Op> | undefined = undefined;
  nestedFailed = false;
  /** At which of the nested operations those left are to be offered to the executor of the run. */
  offerAt: number = Infinity;
  /** What became of those that it took. */
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
