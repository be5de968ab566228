import { BugError, diagnosticOf, UsageError } from "../diagnostic.ts";
import { type InstrumentedPass } from "../instrumentation.ts";
import { type IrAdapter, type OperationName } from "../ir-adapter.ts";
import { everywhereAtTop, type OpPassManager } from "../op-pass-manager.ts";
import { type Pass } from "../pass.ts";
import { type PassRun } from "./pass-run.ts";
import { cannotSchedule, threwIn } from "./run-errors.ts";
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
  run: PassRun<Op> | undefined = undefined;

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
  const { declaration, body } = step.pass;
  if (step.anchor !== undefined && step.anchor !== name) return false;
  if (declaration.interface !== undefined && !name.hasInterface(declaration.interface)) return false;
  if (body.canScheduleOn === undefined) return true;
  try {
    return body.canScheduleOn(name);
  } catch (thrown) {
    if (isThrown(thrown, BugError) || diagnosticOf(thrown) !== undefined) throw thrown;
    throw new UsageError(threwIn("canScheduleOn", step.argument, thrown), { cause: thrown });
  }
}

/** A manager on the way to a program: its passes, and its nested managers grouped into adaptors. */
interface Draft<Op extends object> {
  readonly manager: OpPassManager<Op>;
  readonly anchorText: string;
  readonly anchor: OperationName | undefined;
  readonly items: (PassStep<Op> | { programs: Draft<Op>[] })[];
}

function draft<Op extends object>(manager: OpPassManager<Op>, adapter: IrAdapter<Op>): Draft<Op> {
  return {
    manager,
    anchorText: manager.anchorText,
    anchor: manager.anchor === undefined ? undefined : adapter.intern(manager.anchor),
    items: manager.elements.map((element) =>
      element.kind === "pass" ? new PassStep(element.pass, adapter) : { programs: [draft(element.manager, adapter)] },
    ),
  };
}

/** Whether an op-agnostic manager could take operations of that name, so that merging would change who runs on them. */
function couldTake<Op extends object>(agnostic: Draft<Op>, name: OperationName): boolean {
  if (!name.isRegistered || !name.isIsolatedFromAbove) return false;
  return agnostic.items.every((item) => !(item instanceof PassStep) || canScheduleOn(item, name));
}

function conflicts<Op extends object>(left: readonly Draft<Op>[], right: readonly Draft<Op>[]): boolean {
  const agnostic = left.find((program) => program.anchor === undefined);
  if (agnostic === undefined) return false;
  return right.some((other) => other.anchor === undefined || couldTake(agnostic, other.anchor));
}

function compareAnchors<Op extends object>(left: Draft<Op>, right: Draft<Op>): number {
  if (left.anchor === undefined || right.anchor === undefined) {
    return Number(left.anchor === undefined) - Number(right.anchor === undefined);
  }
  return left.anchorText < right.anchorText ? -1 : Number(left.anchorText > right.anchorText);
}

/** Moves the programs of an adaptor into the one before it; answers whether that was possible. */
function tryMergeInto<Op extends object>(programs: readonly Draft<Op>[], target: Draft<Op>[]): boolean {
  if (conflicts(programs, target) || conflicts(target, programs)) return false;
  for (const program of programs) {
    const existing = target.find((candidate) => candidate.anchorText === program.anchorText);
    if (existing === undefined) target.push(program);
    else existing.items.push(...program.items);
  }
  target.sort(compareAnchors);
  return true;
}

function isEverywhere<Op extends object>(programs: readonly Draft<Op>[]): boolean {
  return programs.some(({ manager }) => manager.isEverywhere);
}

/**
 * Merges adjacent adaptors and checks that each pass can run on its anchor. An adaptor that could not be merged with the
 * one before it leaves that earlier one unmerged inside and unchecked: MLIR does the same, and its users see it.
 */
function finalizeDraft<Op extends object>(manager: Draft<Op>): void {
  let last: { programs: Draft<Op>[] } | undefined;
  const finish = (): void => {
    if (last !== undefined) for (const program of last.programs) finalizeDraft(program);
    last = undefined;
  };
  for (const item of manager.items) {
    if (item instanceof PassStep) finish();
    else if (isEverywhere(item.programs)) {
      // Each operation runs through one manager before the next manager starts, whatever is nested in whatever.
      finish();
      last = item;
      finish();
    } else if (last === undefined) last = item;
    else if (tryMergeInto(item.programs, last.programs)) item.programs = [];
    else last = item;
  }
  finish();
  if (manager.anchor?.isRegistered !== true) return;
  for (const item of manager.items) {
    if (!(item instanceof PassStep) || canScheduleOn(item, manager.anchor)) continue;
    throw new UsageError(cannotSchedule(item.displayName, manager.anchorText));
  }
}

/** Gets the steps of each manager, those of nested ones first, and answers what is to run in their place. */
export type Rearrange<Op extends object> = (steps: Step<Op>[], anchorText: string) => Step<Op>[];

function build<Op extends object>(manager: Draft<Op>, rearrange: Rearrange<Op>): Program<Op> {
  const steps = manager.items
    .filter((item) => item instanceof PassStep || item.programs.length > 0)
    .map((item): Step<Op> => {
      if (item instanceof PassStep) return item;
      return new AdaptorStep(item.programs.map((program) => build(program, rearrange)));
    });
  return new Program(manager.manager, manager.anchor, rearrange(steps, manager.anchorText));
}

/**
 * Makes a manager ready to run.
 *
 * @throws {@link UsageError} PWC0405 if a pass cannot run on the (registered) anchor of its manager, PWC0214 if the manager
 * itself is to reach every depth.
 */
export function finalize<Op extends object>(
  manager: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
  rearrange: Rearrange<Op> = (steps) => steps,
): Program<Op> {
  if (manager.isEverywhere) throw new UsageError(everywhereAtTop(manager.anchorText));
  const root = draft(manager, adapter);
  finalizeDraft(root);
  return build(root, rearrange);
}
