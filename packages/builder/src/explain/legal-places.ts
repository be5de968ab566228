import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic, PassDeclaration } from "@passwright/core";
import { aDeclaration, anInput, checkArguments, texts } from "../check/check-data.ts";
import { splitThing } from "../errors/places.ts";
import { isClosedBetween } from "../steps/bundle.ts";
import { activeRules } from "../contributions/edit.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { fitsIr } from "../steps/sides.ts";
import type { Side } from "../steps/sides.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import { managersOf } from "../steps/groups.ts";
import { openBetween, staysInside } from "../steps/nesting.ts";
import { checkGuards } from "../properties/check-guards.ts";
import { checkProperties } from "../properties/check-properties.ts";
import { checkValues } from "../properties/check-values.ts";
import { collapseGroups, expandGroups } from "../properties/group-units.ts";
import { UNKNOWN_TYPES } from "../steps/pass-type.ts";
import { allowedCleanups } from "../resolve/apply-edits.ts";
import { checkBundles } from "../resolve/check-bundles.ts";
import { checkGroups, groupsOf } from "../resolve/check-groups.ts";
import { checkRules } from "../resolve/check-rules.ts";
import { CleanupInserter } from "../resolve/cleanups.ts";
import { elementOfPass, setPositions } from "../resolve/element.ts";
import type { Element } from "../resolve/element.ts";
import { Elements, isMeant, namedIn } from "../resolve/elements.ts";
import { orderPipeline } from "../resolve/order-pipeline.ts";
import type { OrderedPipeline } from "../resolve/order-steps.ts";
import type { Cleanup } from "../resolve/cleanup.ts";
import type { ResolveInput } from "../resolve/resolve-input.ts";
import type { Rule } from "../rules/rule.ts";
import type { Nest } from "../steps/step.ts";

/** Part of the pipeline, from the step `after` to the step `before`, in which a pass can have every position. */
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
  if (isClosedBetween(left?.bundle, right?.bundle)) {
    const message = `\`${pass.name}\` cannot be inserted into bundle \`${left?.bundle?.name}\`, because ${left?.bundle?.kind} bundles cannot contain other passes`;
    return errorDiagnostic("PWB0115", message, [], { notes: [`the position ${place} is inside the bundle`] });
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

/** Tries a pass at each position of a resolved pipeline. */
class Trial {
  readonly #input: ResolveInput;
  readonly #order: readonly Element[];
  readonly #pass: PassDeclaration;
  readonly #types: readonly string[];
  readonly #whyNot: WhyNot;
  readonly #strong: readonly Rule[];
  readonly #named: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  readonly #sides: readonly Side[];
  readonly #cleanups: readonly Cleanup[];
  /** Whether properties and values must be checked at each position. Usually `false`. */
  readonly #hasProperties: boolean;

  constructor(
    input: ResolveInput,
    order: readonly Element[],
    pass: PassDeclaration,
    types: readonly string[],
    whyNot: WhyNot,
  ) {
    this.#input = input;
    this.#whyNot = whyNot;
    this.#order = order;
    this.#sides = input.basePipeline.sidesOf(order);
    this.#pass = pass;
    this.#types = types;
    this.#cleanups = allowedCleanups(input.cleanups ?? [], input.overrides ?? []);
    this.#hasProperties = [...order, ...this.#cleanups, { declaration: pass }].some(
      ({ declaration: { requires, forbids, values } }) => (requires ?? forbids ?? values) !== undefined,
    );
    const strong = activeRules(input.rules, input.overrides ?? []).filter(({ strength }) => strength === "strong");
    const self = { name: pass.name, alias: undefined, types };
    // Without cleanups, the pass can violate only strong rules that refer to it, so other rules are not checked. With
    // cleanups, all strong rules are checked, because planning can insert a cleanup for the pass, and this cleanup can
    // violate any of them.
    this.#strong =
      this.#cleanups.length > 0
        ? strong
        : strong.filter(({ subject, target }) => isMeant(self, subject) || isMeant(self, target));
    this.#named = namedIn(this.#strong);
    this.#known = new Set(this.#errors(order).map(({ message }) => message));
  }

  /**
   * Tries two insertions between the same steps: `before` the step at `index`, and `after` the previous step. The
   * results can differ, because the pass joins the manager of the step that the insertion names. Returns the first
   * error of each insertion. If at least one insertion does not cause an error, the position is legal.
   */
  at(index: number): { readonly before: Diagnostic | undefined; readonly after: Diagnostic | undefined } {
    const [left, right] = [this.#order[index - 1], this.#order[index]];
    const before = this.#beside(right ?? left, index);
    const isSame = left === undefined || right === undefined || left.nests === right.nests;
    return { before, after: isSame ? before : this.#beside(left, index) };
  }

  #beside(neighbor: Element | undefined, index: number): Diagnostic | undefined {
    const side = this.#sides[index] as Side;
    const nests = nestBeside(side, this.#pass, neighbor?.nests ?? []);
    const problem =
      whyNotBetween(this.#pass, this.#order[index - 1], this.#order[index], nests) ??
      this.#whyNot(this.#pass, managersOf(nests).at(-1)?.anchor ?? side.anchor, side.ir ?? this.#input.on?.ir);
    if (problem !== undefined) return problem;
    const order = [...this.#order.slice(0, index), this.#element(nests), ...this.#order.slice(index)];
    const wrong =
      this.#pass.to === undefined ? undefined : misplacedBy(this.#pass, nests, order, this.#input.basePipeline);
    if (wrong !== undefined) return wrong;
    return this.#errors(this.#withCleanups(order)).find(({ message }) => !this.#known.has(message));
  }

  #element(nests: readonly Nest[]): Element {
    const [types, origin] = [this.#types, { kind: "inserted", name: "here" } as const];
    const pass = { declaration: this.#pass, types, options: {}, origin };
    return elementOfPass(pass, { address: this.#pass.name, nests, because: "tried here" });
  }

  /** Returns the order with the cleanups that planning would insert for the tried pass. */
  #withCleanups(order: readonly Element[]): readonly Element[] {
    const { basePipeline, properties = {}, guards = [], overrides = [] } = this.#input;
    const cleanups = this.#cleanups;
    if (cleanups.length === 0) return order;
    const rules = this.#strong;
    const collapsed = collapseGroups(order, groupsOf(this.#input), properties);
    const inserter = new CleanupInserter({ basePipeline, properties, guards, cleanups, rules, overrides });
    return expandGroups(inserter.run(collapsed));
  }

  #errors(order: readonly Element[]): Diagnostic[] {
    const { properties = {}, guards = [] } = this.#input;
    const elements = new Elements([setPositions(order)], this.#named);
    const broken = checkRules(elements.selectAll(this.#strong));
    const [{ basePipeline }, groups] = [this.#input, groupsOf(this.#input)];
    const split = checkGroups(order, { basePipeline, groups, rules: this.#strong });
    return [
      ...broken,
      ...checkBundles(order),
      ...(this.#hasProperties ? [...checkProperties(order, properties, groups), ...checkValues(order)] : []),
      ...checkGuards(order, guards, groups),
      ...split.filter(({ severity }) => severity === "error"),
    ];
  }
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
  const required = { input: anInput, pass: aDeclaration, types: texts };
  checkArguments("legalPlaces", required, { input, pass, types: types === undefined ? [] : types });
  const ordered = orderWithout(input, pass.name);
  if (ordered.order === undefined)
    return { pass: pass.name, ranges: [], nowhere: ordered.diagnostics.filter(({ severity }) => severity === "error") };
  const order = ordered.order.filter(({ name, contribution }) => contribution === undefined || name !== pass.name);
  const trial = new Trial(input, order, pass, types ?? pass.types ?? UNKNOWN_TYPES, whyNot);
  const sides = Array.from({ length: order.length + 1 }, (_, index) => trial.at(index));
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
