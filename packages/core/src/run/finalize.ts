import { everywhereAtTop } from "../anchor.ts";
import { codeOf } from "../code.ts";
import { UsageError } from "../diagnostic.ts";
import type { SourceLocation } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { GroupDefinition, OpPassManager, Pass } from "../pass.ts";
import { conversionIn } from "./parts.ts";
import type { MakeGroupPass } from "./group-pass.ts";
import { AdaptorStep, canScheduleOn, PassStep, Program } from "./program.ts";
import type { Step } from "./program.ts";
import { cannotSchedule, nestedConversion, wrongIr } from "./run-errors.ts";

/** Step of a program that runs a group. The host of the group runs all members in one traversal. */
class GroupStep<Op extends object> extends PassStep<Op> {
  constructor(group: OpPassManager<Op>, adapter: IrAdapter<Op>) {
    const passes: Pass<Op>[] = [];
    group.forEachPass((pass) => passes.push(pass));
    const definition = (codeOf(group.group) === undefined ? passes[0]?.definition : group)
      ?.group as GroupDefinition<Op>;
    const make = codeOf<MakeGroupPass>(definition) as MakeGroupPass;
    const setName = (name: string, at?: SourceLocation): void => {
      this.argument = name;
      this.thrownAt = at;
    };
    super(make(definition, group, passes, adapter, setName), adapter, passes, group);
    this.argument = group.anchorText;
  }

  override clone(adapter: IrAdapter<Op>): GroupStep<Op> {
    return new GroupStep((this.group as OpPassManager<Op>).clone(), adapter);
  }
}

function refuseOtherIr<Op extends object>({ declaration: { ir, name } }: Pass<Op>, adapter: IrAdapter<Op>): void {
  if (ir !== undefined && ir !== adapter.name) throw new UsageError(wrongIr(name, ir, adapter.name));
}

/** Throws PWC0431 for a conversion in a manager that does not run on the root. */
export function refuseConversions<Op extends object>({ elements, anchorText }: OpPassManager<Op>): void {
  for (const element of elements) {
    const conversion = conversionIn(element);
    if (conversion !== undefined) throw new UsageError(nestedConversion(conversion.declaration.name, anchorText));
  }
}

/** Converts a manager to a program without merging its nested managers. */
function convert<Op extends object>(manager: OpPassManager<Op>, adapter: IrAdapter<Op>): Program<Op> {
  const steps: Step<Op>[] = [];
  // A loop needs less of the stack than `flatMap`, so that managers can be nested deeply.
  for (const element of manager.elements) {
    if (element.kind === "pass") {
      refuseOtherIr(element.pass, adapter);
      steps.push(new PassStep(element.pass, adapter));
      continue;
    }
    const { manager: inner } = element;
    if (inner.group === undefined) {
      refuseConversions(inner);
      steps.push(new AdaptorStep([convert(inner, adapter)]));
      continue;
    }
    inner.forEachPass((member) => refuseOtherIr(member, adapter));
    if (!inner.isEmpty) steps.push(new GroupStep(inner, adapter));
  }
  return new Program(manager, manager.anchor === undefined ? undefined : adapter.intern(manager.anchor), steps);
}

/**
 * Returns whether `left` contains an op-agnostic program that could run on operations of a program in `right`. They must
 * then not be merged, because a merged adaptor runs only one of its programs on each operation.
 */
function conflicts<Op extends object>(left: readonly Program<Op>[], right: readonly Program<Op>[]): boolean {
  const agnostic = left.find((program) => program.anchor === undefined);
  if (agnostic === undefined) return false;
  return right.some(({ anchor }) => anchor === undefined || agnostic.canScheduleOn(anchor));
}

function compareAnchors<Op extends object>(left: Program<Op>, right: Program<Op>): number {
  if (left.anchor === undefined || right.anchor === undefined)
    return Number(left.anchor === undefined) - Number(right.anchor === undefined);
  return left.anchorText < right.anchorText ? -1 : Number(left.anchorText > right.anchorText);
}

/** Returns an adaptor that runs the programs of two adjacent adaptors, or `undefined` if they cannot be merged. */
function merge<Op extends object>(
  { programs: left }: AdaptorStep<Op>,
  { programs: right }: AdaptorStep<Op>,
): AdaptorStep<Op> | undefined {
  if (conflicts(left, right) || conflicts(right, left)) return undefined;
  const programs = left.slice();
  for (const program of right) {
    const existing = programs.find(({ anchorText }) => anchorText === program.anchorText);
    if (existing === undefined) programs.push(program);
    else existing.steps.push(...program.steps);
  }
  return new AdaptorStep(programs.sort(compareAnchors));
}

/**
 * Merges adjacent adaptors and checks that each pass can run on its anchor. As in MLIR, skips the contents of an
 * adaptor if the next step is an adaptor that cannot be merged with it.
 */
function finalizeProgram<Op extends object>(program: Program<Op>): void {
  const steps: Step<Op>[] = [];
  let last: AdaptorStep<Op> | undefined;
  const finalizeLast = (): void => {
    if (last !== undefined) for (const nested of last.programs) finalizeProgram(nested);
    last = undefined;
  };
  for (const step of program.steps) {
    const merged = step.isAdaptor && !step.isEverywhere && last !== undefined ? merge(last, step) : undefined;
    if (merged !== undefined) steps.pop();
    // An adaptor for every depth is not merged: it must run on all of its operations before the next step starts.
    else if (!step.isAdaptor || step.isEverywhere) finalizeLast();
    steps.push(merged ?? step);
    if (step.isAdaptor) last = merged ?? step;
    if (step.isAdaptor && step.isEverywhere) finalizeLast();
  }
  finalizeLast();
  program.steps = steps;
  const { anchor } = program;
  if (anchor?.isRegistered !== true) return;
  for (const step of steps) {
    if (step.isAdaptor || canScheduleOn(step, anchor)) continue;
    throw new UsageError(cannotSchedule(step.displayName, program.anchorText));
  }
}

/** Function that replaces the steps of a program. Called for inner programs first. */
export type Rearrange<Op extends object> = (steps: Step<Op>[], anchorText: string) => Step<Op>[];

function arrange<Op extends object>(program: Program<Op>, rearrange: Rearrange<Op>): void {
  for (const step of program.steps) if (step.isAdaptor) for (const nested of step.programs) arrange(nested, rearrange);
  program.steps = rearrange(program.steps, program.anchorText);
}

/**
 * Converts a manager to a program.
 *
 * @throws {@link UsageError} PWC0214, PWC0405, PWC0431 and PWC0432 for a pipeline that cannot run.
 */
export function finalize<Op extends object>(
  manager: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
  rearrange?: Rearrange<Op>,
): Program<Op> {
  if (manager.isEverywhere) throw new UsageError(everywhereAtTop(manager.anchorText));
  const program = convert(manager, adapter);
  finalizeProgram(program);
  if (rearrange !== undefined) arrange(program, rearrange);
  return program;
}
