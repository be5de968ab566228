import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic, PassDeclaration } from "@passwright/core";
import { cannotBeInside, splitThing } from "../errors/places.ts";
import { isClosedBetween } from "../steps/bundle.ts";
import { activeRules } from "../contributions/edit.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { fitsIr } from "../steps/sides.ts";
import type { Side } from "../steps/sides.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import { managersOf } from "../steps/groups.ts";
import { openBetween, staysInside } from "../steps/nesting.ts";
import { UNKNOWN_TYPES } from "../steps/pass-type.ts";
import { allowedCleanups } from "../resolve/apply-edits.ts";
import { makeElement, setPositions } from "../resolve/element.ts";
import type { Element } from "../resolve/element.ts";
import { Elements, isMeant, namedIn } from "../resolve/elements.ts";
import { checkOrder, orderPipeline, updateCleanups } from "../resolve/order-pipeline.ts";
import type { OrderedPipeline } from "../resolve/order-pipeline.ts";
import type { ResolveInput } from "../resolve/resolve-input.ts";
import { getOrMake } from "../maps.ts";
import type { Nest } from "../steps/step.ts";

/** Part of the pipeline, from the step `after` to the step `before`, in which all positions are legal for a pass. */
export interface LegalRange {
  /** Address of the step at which the range starts. Absent at the start of the pipeline. */
  readonly after?: string;
  /** Address of the step at which the range ends. Absent at the end of the pipeline. */
  readonly before?: string;
  /** Error that makes the position right before the range illegal. Absent at the start of the pipeline. */
  readonly notEarlier?: Diagnostic;
  /** Error that makes the position right after the range illegal. Absent at the end of the pipeline. */
  readonly notLater?: Diagnostic;
  /**
   * Addresses of steps in the range. The pass cannot be inserted `before` these steps, because it would join a wrong
   * manager. The pass can be inserted `after` the previous step, which is the same position. Absent if the list is
   * empty.
   */
  readonly onlyAfterPrevious?: readonly string[];
}

/** Legal positions of a pass. If no legal position exists, `nowhere` contains the errors of all positions. */
export interface LegalPlaces {
  /** Name of the pass. */
  readonly pass: string;
  /** Parts of the pipeline in which the pass can be inserted, in order. */
  readonly ranges: readonly LegalRange[];
  /** Errors of all positions. Empty if a legal position exists. */
  readonly nowhere: readonly Diagnostic[];
}

/** Returns the reason why a pass cannot run on an operation: see `PassManagerBuilder.whyNotOn`. */
export type WhyNot = (pass: PassDeclaration, anchor: string, ir: string | undefined) => Diagnostic | undefined;

/** Returns the reason why a pass cannot be between two steps. Does not check rules. */
function whyNotBetween(
  pass: PassDeclaration,
  left: Element | undefined,
  right: Element | undefined,
  nests: readonly Nest[],
): Diagnostic | undefined {
  const place = left === undefined ? `before \`${right?.address}\`` : `after \`${left.address}\``;
  if (left?.bundle !== undefined && isClosedBetween(left.bundle, right?.bundle)) {
    const notes = [`the position ${place} is inside the bundle`];
    return errorDiagnostic("PWB0115", cannotBeInside(left.bundle, pass.name), [], { notes });
  }
  const open = openBetween(left, right);
  if (staysInside(nests, open)) return undefined;
  const { what, noun } = splitThing(open);
  return errorDiagnostic("PWB0107", `\`${pass.name}\` would split ${what}`, [], {
    notes: [`the position ${place} is inside this ${noun}`],
  });
}

/** Returns an error if the pass is a nested conversion, or if a later step would run on a different IR. */
function misplacedBy(
  { name, to }: PassDeclaration,
  nests: readonly Nest[],
  order: readonly Element[],
  basePipeline: BasePipeline,
): Diagnostic | undefined {
  const sides = basePipeline.sidesOf(order);
  const wrong = order.find(({ declaration }, index) => !fitsIr(declaration.ir, sides[index] as Side));
  if (nests.length === 0 && wrong === undefined) return undefined;
  const message =
    nests.length > 0
      ? `conversion \`${name}\` is nested in '${nests.at(-1)?.anchor}', but conversions must run on the root`
      : `\`${wrong?.address}\` is for IR \`${wrong?.declaration.ir}\`, but \`${name}\` before it converts to IR \`${to}\``;
  return errorDiagnostic(nests.length > 0 ? "PWB0410" : "PWB0409", message, []);
}

/** Errors of two insertions between the same steps. If at least one is absent, the position is legal. */
interface Tried {
  readonly before: Diagnostic | undefined;
  /** Error of an insertion `after` the previous step. It can differ, because the pass joins the manager of that step. */
  readonly after: Diagnostic | undefined;
}

/** Returns whether only rules, bundles and groups can make positions of a pass illegal. */
function checksOnlyOrder(input: ResolveInput, order: readonly Element[], pass: PassDeclaration): boolean {
  const { guards = [], cleanups = [] } = input;
  const hasProperties = ({ requires, forbids, values }: PassDeclaration): boolean =>
    (requires ?? forbids ?? values) !== undefined;
  const all = [pass, ...order.map(({ declaration }) => declaration)];
  return guards.length + cleanups.length === 0 && pass.group === undefined && !all.some(hasProperties);
}

function tryEverywhere(
  input: ResolveInput,
  order: readonly Element[],
  pass: PassDeclaration,
  types: readonly string[],
  whyNot: WhyNot,
): readonly Tried[] {
  const { basePipeline, overrides = [] } = input;
  const sides = basePipeline.sidesOf(order);
  const cleanups = allowedCleanups(input.cleanups ?? [], overrides);
  const strong = activeRules(input.rules, overrides).filter(({ strength }) => strength === "strong");
  const self = { name: pass.name, alias: undefined, types };
  // Without cleanups, the pass can violate only strong rules that refer to it, so other rules are not checked. With
  // cleanups, all strong rules are checked, because planning can insert a cleanup for the pass, and this cleanup can
  // violate any of them.
  const rules =
    cleanups.length > 0
      ? strong
      : strong.filter(({ subject, target }) => isMeant(self, subject) || isMeant(self, target));
  const named = namedIn(rules);
  const errorsIn = (all: readonly Element[]): Diagnostic[] => {
    const elements = new Elements([setPositions(all)], named);
    return checkOrder(all, elements.selectAll(rules), input).filter(({ severity }) => severity === "error");
  };
  // If only the order is checked, steps that no rule, bundle or group contains do not affect the errors.
  const isOrderOnly = checksOnlyOrder(input, order, pass);
  const isRelevant = (element: Element): boolean =>
    !isOrderOnly ||
    (element.bundle ?? element.declaration.group) !== undefined ||
    rules.some(({ subject, target }) => isMeant(element, subject) || isMeant(element, target));
  const relevant = order.filter(isRelevant);
  const known = new Set(errorsIn(relevant).map(({ message }) => message));
  /** Returns the order with the cleanups that planning would insert for the tried pass. */
  const withCleanups = (all: readonly Element[]): readonly Element[] =>
    updateCleanups(all, { ...input, keepDuplicates: true }, rules).order;
  const origin = { kind: "inserted", name: "here" } as const;
  const errorsAt = new Map<number, readonly Diagnostic[]>();
  let count = 0;
  const relevantBefore = [0, ...order.map((element) => (count += isRelevant(element) ? 1 : 0))];
  const beside = (neighbor: Element | undefined, index: number): Diagnostic | undefined => {
    const side = sides[index] as Side;
    const nests = nestBeside(side, pass, neighbor?.nests ?? []);
    const problem =
      whyNotBetween(pass, order[index - 1], order[index], nests) ??
      whyNot(pass, managersOf(nests).at(-1)?.anchor ?? side.anchor, side.ir ?? input.on?.ir);
    if (problem !== undefined) return problem;
    const position = { address: pass.name, nests, because: "tried here" };
    const tried = makeElement({ declaration: pass, types, options: {}, origin }, position);
    const wrong =
      pass.to === undefined ? undefined : misplacedBy(pass, nests, order.toSpliced(index, 0, tried), basePipeline);
    if (wrong !== undefined) return wrong;
    const at = relevantBefore[index] as number;
    const find = (): readonly Diagnostic[] => errorsIn(withCleanups(relevant.toSpliced(at, 0, tried)));
    const errors = isOrderOnly ? getOrMake(errorsAt, at, find) : find();
    return errors.find(({ message }) => !known.has(message));
  };
  return Array.from({ length: order.length + 1 }, (_, index) => {
    const [left, right] = [order[index - 1], order[index]];
    const before = beside(right ?? left, index);
    const isSame = left === undefined || right === undefined || left.nests === right.nests;
    return { before, after: isSame ? before : beside(left, index) };
  });
}

/** Resolves the pipeline without a contributed pass, unless the pass is in a bundle or other steps refer to it. */
function orderWithout(input: ResolveInput, pass: string): OrderedPipeline {
  const contributions = input.contributions.filter((contribution) => contribution.pass.name !== pass);
  const isInBundle = input.contributions.some(({ pass: { name }, bundle }) => name === pass && bundle !== undefined);
  if (isInBundle) return orderPipeline(input);
  const without = orderPipeline({ ...input, contributions });
  return without.order === undefined ? orderPipeline(input) : without;
}

/**
 * Returns the legal positions of a contributed or declared pass, as ranges. Each range contains the errors that make
 * the positions right before and right after it illegal. First resolves the pipeline without the pass. Errors that
 * occur without the pass do not make a position illegal.
 */
export function legalPlaces(
  input: ResolveInput,
  pass: PassDeclaration,
  types?: readonly string[],
  whyNot: WhyNot = () => undefined,
): LegalPlaces {
  const ordered = orderWithout(input, pass.name);
  if (ordered.order === undefined)
    return { pass: pass.name, ranges: [], nowhere: ordered.diagnostics.filter(({ severity }) => severity === "error") };
  const order = ordered.order.filter(({ name, contribution }) => contribution === undefined || name !== pass.name);
  const sides = tryEverywhere(input, order, pass, types ?? pass.types ?? UNKNOWN_TYPES, whyNot);
  const problems = sides.map(({ before, after }) => after && before);
  const ranges: LegalRange[] = [];
  for (let start = 0; start < problems.length; start++) {
    if (problems[start] !== undefined) continue;
    let end = start;
    while (end + 1 < problems.length && problems[end + 1] === undefined) end++;
    const [after, before] = [order[start - 1]?.address, order[end]?.address];
    const [notEarlier, notLater] = [problems[start - 1], problems[end + 1]];
    const illegal = sides.slice(start, end + 1).flatMap((one, at) => (one.before && order[start + at]?.address) ?? []);
    const onlyAfterPrevious = illegal.length > 0 ? illegal : undefined;
    const range = { after, before, notEarlier, notLater, onlyAfterPrevious };
    ranges.push(Object.fromEntries(Object.entries(range).filter(([, one]) => one !== undefined)));
    start = end;
  }
  const different = new Map(problems.flatMap((problem) => (problem === undefined ? [] : [[problem.message, problem]])));
  return { pass: pass.name, ranges, nowhere: ranges.length > 0 ? [] : [...different.values()] };
}
