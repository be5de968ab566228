import { everywhereAtTop } from "../anchor.ts";
import { codeOf } from "../code.ts";
import { UsageError } from "../diagnostic.ts";
import type { SourceLocation } from "../diagnostic.ts";
import type { IrAdapter, OperationName } from "../ir-adapter.ts";
import type { GroupDefinition, OpPassManager, Pass } from "../pass.ts";
import { conversionIn } from "./parts.ts";
import type { MakeGroupPass } from "./group-pass.ts";
import { AdaptorStep, canScheduleOn, PassStep, Program } from "./program.ts";
import type { Step } from "./program.ts";
import { cannotSchedule, nestedConversion, wrongIr } from "./run-errors.ts";

/** Manager that is being converted to a program: its passes, and adaptors for its nested managers. */
interface Draft<Op extends object> {
  readonly manager: OpPassManager<Op>;
  readonly anchorText: string;
  readonly anchor: OperationName | undefined;
  readonly items: (PassStep<Op> | { programs: Draft<Op>[] })[];
}

/** Step of a program that runs a group. The host of the group runs all members in one traversal. */
export class GroupStep<Op extends object> extends PassStep<Op> {
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

function draft<Op extends object>(manager: OpPassManager<Op>, adapter: IrAdapter<Op>): Draft<Op> {
  const items: Draft<Op>["items"] = [];
  // A loop needs less of the stack than `flatMap`, so that managers can be nested deeply.
  for (const element of manager.elements) {
    if (element.kind === "pass") {
      refuseOtherIr(element.pass, adapter);
      items.push(new PassStep(element.pass, adapter));
      continue;
    }
    const { manager: inner } = element;
    if (inner.group === undefined) {
      refuseConversions(inner);
      items.push({ programs: [draft(inner, adapter)] });
      continue;
    }
    inner.forEachPass((member) => refuseOtherIr(member, adapter));
    if (!inner.isEmpty) items.push(new GroupStep(inner, adapter));
  }
  const { anchorText, anchor } = manager;
  return { manager, anchorText, anchor: anchor === undefined ? undefined : adapter.intern(anchor), items };
}

/**
 * Returns whether an op-agnostic manager could run on operations with this name. It must then not be merged with a
 * manager for the name, because a merged adaptor runs only one of its managers on each operation.
 */
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
  if (left.anchor === undefined || right.anchor === undefined)
    return Number(left.anchor === undefined) - Number(right.anchor === undefined);
  return left.anchorText < right.anchorText ? -1 : Number(left.anchorText > right.anchorText);
}

/** Merges the programs of an adaptor into those of the previous adaptor. Returns false if this is not possible. */
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

/**
 * Merges adjacent adaptors and checks that each pass can run on its anchor. As in MLIR, skips the contents of an
 * adaptor if the next item is an adaptor that cannot be merged with it.
 */
function finalizeDraft<Op extends object>(manager: Draft<Op>): void {
  let last: { programs: Draft<Op>[] } | undefined;
  const finalizeLast = (): void => {
    if (last !== undefined) for (const program of last.programs) finalizeDraft(program);
    last = undefined;
  };
  for (const item of manager.items) {
    if (item instanceof PassStep) finalizeLast();
    else if (item.programs.some((program) => program.manager.isEverywhere)) {
      // A manager that runs at every depth cannot be merged, because it must run on all of its operations before the
      // next manager starts.
      finalizeLast();
      last = item;
      finalizeLast();
    } else if (last === undefined) last = item;
    else if (tryMergeInto(item.programs, last.programs)) item.programs = [];
    else last = item;
  }
  finalizeLast();
  if (manager.anchor?.isRegistered !== true) return;
  for (const item of manager.items) {
    if (!(item instanceof PassStep) || canScheduleOn(item, manager.anchor)) continue;
    throw new UsageError(cannotSchedule(item.displayName, manager.anchorText));
  }
}

/** Function that replaces the steps of a manager. Called for inner managers first. */
export type Rearrange<Op extends object> = (steps: Step<Op>[], anchorText: string) => Step<Op>[];

function build<Op extends object>(manager: Draft<Op>, rearrange: Rearrange<Op>): Program<Op> {
  const steps: Step<Op>[] = [];
  for (const item of manager.items) {
    if (item instanceof PassStep) {
      steps.push(item);
      continue;
    }
    const programs: Program<Op>[] = [];
    for (const program of item.programs) programs.push(build(program, rearrange));
    if (programs.length > 0) steps.push(new AdaptorStep(programs));
  }
  return new Program(manager.manager, manager.anchor, rearrange(steps, manager.anchorText));
}

/**
 * Converts a manager to a program.
 *
 * @throws {@link UsageError} PWC0214, PWC0405, PWC0431 and PWC0432 for a pipeline that cannot run.
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
