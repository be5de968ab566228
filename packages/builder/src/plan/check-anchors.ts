import { diagnosticIn, OpPassManager, parseAnchor, passesFilters, takeOptions } from "@passwright/core";
import type { Diagnostic, OperationName, Pass } from "@passwright/core";
import type { CataloguedPass, PassCatalogue } from "../catalogue.ts";
import * as errors from "../errors/anchors.ts";
import { threw } from "../errors/steps.ts";
import { managersOf } from "../steps/groups.ts";
import type { PlanNest, PlanStep } from "./plan.ts";
import { sidesOf } from "./plan-sides.ts";
import type { IrNames, PlanSide, SidedPlan } from "./plan-sides.ts";
import { getOrMake, pushTo } from "../maps.ts";

export type { IrNames } from "./plan-sides.ts";

/** Problems with the operations that the steps of a plan run on. */
export interface AnchorFindings {
  /** Problems that would make every run of the plan fail. */
  readonly errors: readonly Diagnostic[];
  /** Problems that, depending on the input, make a run fail or prevent passes from running on some operations. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Checks that the pass of every step can run on the operation of its manager. Compares the declared anchor and, if the
 * IR is known, checks interfaces, traits and `canScheduleOn`. Also checks that all managers around the step can run on
 * their operations. Without these checks, the problems would become errors of the run.
 */
export function checkAnchors<Op extends object>(
  plan: SidedPlan,
  catalogue: PassCatalogue<Op>,
  ir: IrNames | undefined,
): AnchorFindings {
  return new AnchorCheck(plan, catalogue, ir).run();
}

class AnchorCheck<Op extends object> {
  readonly #plan: SidedPlan;
  readonly #catalogue: PassCatalogue<Op>;
  readonly #sides: readonly PlanSide[];
  readonly #sideOf = new Map<PlanStep, PlanSide>();
  readonly #problems = new Map<string, errors.BadManager | undefined>();
  /** Like `#outer`, but an op-agnostic manager has the anchor that its passes declare. */
  readonly #bad = new Map<number, errors.BadManager | undefined>();
  /** For each manager: the outermost manager around it, or the manager itself, that cannot run on its operation. */
  readonly #outer = new Map<number, errors.BadManager | undefined>();
  /** For each op-agnostic manager: the first step whose pass declares an anchor, which limits the manager. */
  readonly #inAgnostic = new Map<number, { readonly step: PlanStep; readonly anchor: string }>();
  /** Instances of the passes. Cached, because creating a pass runs third-party code. */
  readonly #instances = new Map<PlanStep, Made<Op>>();
  readonly #errors: Diagnostic[] = [];
  readonly #warnings: Diagnostic[] = [];

  constructor(plan: SidedPlan, catalogue: PassCatalogue<Op>, ir: IrNames | undefined) {
    // Removes groups from the path, because a group runs on the operation of the surrounding manager.
    const steps = plan.steps.map((step) => {
      const nests = managersOf(step.nests) as PlanStep["nests"];
      return nests === step.nests ? step : { ...step, nests };
    });
    this.#plan = { ...plan, steps };
    this.#catalogue = catalogue;
    this.#sides = sidesOf(this.#plan, catalogue, ir);
    let side = this.#sides[0] as PlanSide;
    for (const step of steps) {
      this.#sideOf.set(step, side);
      const anchor = step.kind === "point" ? undefined : catalogue.find(step.pass)?.declaration.anchor;
      const around = parseAnchor(step.nests.at(-1)?.anchor ?? side.anchor);
      const manager = this.#managerOf(step);
      if (anchor !== undefined && around.anchor === "any" && !this.#inAgnostic.has(manager))
        this.#inAgnostic.set(manager, { step, anchor });
      if (step.leaves !== undefined) side = this.#sides[side.index + 1] as PlanSide;
    }
  }

  #side(step: PlanStep): PlanSide {
    return this.#sideOf.get(step) as PlanSide;
  }

  /** Returns the number of the innermost manager. The topmost manager has another number after each conversion. */
  #managerOf(step: PlanStep): number {
    return step.nests.at(-1)?.id ?? -this.#side(step).index;
  }

  #misplaced(step: PlanStep): Diagnostic | undefined {
    const { ir } = this.#catalogue.find(step.pass)?.declaration ?? {};
    const side = this.#side(step);
    if (ir !== undefined && side.ir !== undefined && ir !== side.ir)
      return errors.wrongSide(step, this.#path(step), ir, side.index, this.#sides);
    return step.leaves === undefined || step.nests.length === 0
      ? undefined
      : errors.nestedConversion(step, this.#path(step));
  }

  run(): AnchorFindings {
    const reported = new Set<errors.BadManager>();
    const report = (step: PlanStep, bad: errors.BadManager): void => {
      if (reported.has(bad)) return;
      const problem = bad(step);
      const isWarning = problem.severity === "warning";
      // A pass without code belongs to another program, which might know this dialect.
      if (isWarning && this.#catalogue.find(step.pass)?.definition === undefined) return;
      reported.add(bad);
      (isWarning ? this.#warnings : this.#errors).push(problem);
    };
    // Checks extension points first, so that plugins do not get errors about managers of the framework.
    for (const step of this.#plan.steps) {
      if (step.kind !== "point" || parseAnchor(this.#anchorAround(step)).anchor === "any") continue;
      const bad = this.#badAround(step);
      if (bad !== undefined) report(step, bad);
    }
    this.#plan.steps.forEach((step, index) => {
      if (step.kind === "point") return;
      const misplaced = this.#misplaced(step);
      if (misplaced !== undefined) return void this.#errors.push(misplaced);
      const bad = this.#badAround(step);
      if (bad === undefined) this.#checkStep(step, index);
      else report(step, bad);
    });
    return { errors: this.#errors, warnings: [...this.#warnings, ...this.#narrowed()] };
  }

  #path(step: PlanStep): readonly string[] {
    return [this.#side(step).anchor, ...step.nests.map(({ anchor }) => anchor)];
  }

  #anchorAround(step: PlanStep): string {
    return step.nests.at(-1)?.anchor ?? this.#side(step).anchor;
  }

  #badAround(step: PlanStep): errors.BadManager | undefined {
    const manager = this.#managerOf(step);
    if (!this.#bad.has(manager)) {
      const own = this.#inAgnostic.get(manager)?.anchor ?? this.#anchorAround(step);
      const depth = step.nests.length;
      const outer = depth === 0 ? undefined : this.#badOuter(step, depth - 1);
      this.#bad.set(manager, outer ?? this.#badAt(own, depth === 0, this.#side(step)));
    }
    return this.#bad.get(manager);
  }

  /** Returns the outermost of the managers down to `depth` that cannot run on its operation. */
  #badOuter(step: PlanStep, depth: number): errors.BadManager | undefined {
    const side = this.#side(step);
    if (depth === 0) return this.#badAt(side.anchor, true, side);
    const { id, anchor } = step.nests[depth - 1] as PlanNest;
    // Deeply nested managers share the results of the managers around them.
    if (!this.#outer.has(id)) this.#outer.set(id, this.#badOuter(step, depth - 1) ?? this.#badAt(anchor, false, side));
    return this.#outer.get(id);
  }

  #checkStep(step: PlanStep, index: number): void {
    this.#checkSearch(step);
    const { anchor } = parseAnchor(this.#anchorAround(step));
    const need = anchor === "any" ? this.#unmetInAgnostic(step) : this.#unmet(step, anchor);
    const { diagnostic } = this.#made(step);
    if (diagnostic !== undefined) return void this.#errors.push(diagnostic);
    if (need === undefined) return;
    this.#errors.push(errors.cannotRunThere(step, this.#path(step), need, this.#waysFor(step, index, need)));
  }

  #badAt(anchor: string, isOutermost: boolean, side: PlanSide): errors.BadManager | undefined {
    // The key distinguishes outermost managers, because some characters are valid only in their anchors.
    const key = `${side.index} ${isOutermost ? `outermost ${anchor}` : anchor}`;
    if (!this.#problems.has(key)) this.#problems.set(key, this.#findProblem(anchor, isOutermost, side.names));
    return this.#problems.get(key);
  }

  #findProblem(text: string, isOutermost: boolean, ir: IrNames | undefined): errors.BadManager | undefined {
    try {
      // The constructor throws for an invalid anchor.
      void new OpPassManager(text, { isOutermost });
    } catch (thrown) {
      return errors.badAnchor(diagnosticIn(thrown));
    }
    const { anchor } = parseAnchor(text);
    const name = anchor === "any" || anchor === "" ? undefined : nameOf(ir, anchor);
    if (ir === undefined || name === undefined) return undefined;
    if (name.isRegistered) {
      const help = `set \`anchor\` to an operation around '${anchor}' that is isolated from above`;
      return name.isIsolatedFromAbove ? undefined : errors.badManager(anchor, "is not isolated from above", help);
    }
    const known = ir.operationsBeside?.(anchor);
    if (known?.includes(anchor) === true) return undefined;
    if (known !== undefined || ir.operationsBeside === undefined)
      return errors.unknownAnchor(anchor, ir.name, known ?? []);
    // The adapter does not know the dialect. If it knew the dialect, this operation would not exist.
    const help = "correct the `anchor`, or load the dialect that has the operation";
    return errors.badManager(anchor, `IR \`${ir.name}\` does not know`, help, { severity: "warning" });
  }

  #checkSearch(step: PlanStep): void {
    const { worksOn = [] } = this.#catalogue.find(step.pass)?.declaration ?? {};
    const { names: ir } = this.#side(step);
    if (ir === undefined || worksOn === "predicate") return;
    for (const name of worksOn) {
      const known = nameOf(ir, name)?.isRegistered === true ? undefined : ir.operationsBeside?.(name);
      if (known?.includes(name) === false) this.#warnings.push(errors.unknownOperation(step, name, ir.name, known));
    }
  }

  /** Returns a requirement of the step's pass that operations with the name `anchor` do not meet. */
  #unmet(step: PlanStep, anchor: string): errors.Need | undefined {
    const known = this.#catalogue.find(step.pass);
    if (known === undefined) return undefined;
    const { declaration } = known;
    if (declaration.anchor !== undefined && declaration.anchor !== anchor)
      return { text: `the pass runs on '${declaration.anchor}'`, anchor: declaration.anchor };
    const name = nameOf(this.#side(step).names, anchor);
    if (name?.isRegistered !== true) return undefined;
    if (declaration.interface !== undefined && !name.hasInterface(declaration.interface))
      return { text: `the pass requires interface \`${declaration.interface}\`` };
    if (declaration.trait !== undefined && name.hasTrait?.(declaration.trait) === false)
      return { text: `the pass requires trait \`${declaration.trait}\`` };
    const { pass } = this.#made(step);
    try {
      if (pass === undefined || passesFilters(pass, name)) return undefined;
      return { text: "`canScheduleOn` of the pass refuses the operation" };
    } catch (thrown) {
      return { text: "`canScheduleOn` of the pass ended with an error", diagnostic: diagnosticIn(thrown) };
    }
  }

  /** Returns a requirement of a step that conflicts with another pass in the same op-agnostic manager. */
  #unmetInAgnostic(step: PlanStep): errors.Need | undefined {
    const beside = this.#inAgnostic.get(this.#managerOf(step));
    const need = beside && this.#unmet(step, beside.anchor);
    return need === undefined || beside === undefined || beside.step === step ? need : { ...need, beside };
  }

  /** Returns help with anchors, and positions next to steps of the framework, with which the pass could run. */
  #waysFor(step: PlanStep, index: number, { anchor: own, beside, diagnostic }: errors.Need): readonly string[] {
    const setAnchor = (anchor: string): string => `add \`anchor: "${anchor}"\` to the insertion`;
    if (diagnostic !== undefined) return [];
    if (own !== undefined && beside === undefined) return [setAnchor(own)];
    const { steps } = this.#plan;
    const side = this.#side(step);
    const fits = (anchor: string): boolean =>
      parseAnchor(anchor).anchor !== "any" && this.#unmet(step, parseAnchor(anchor).anchor) === undefined;
    const shared = sharedLevels(steps[index - 1], steps[index + 1]);
    const inner = this.#path(step).slice(shared, -1).findLast(fits);
    const isTarget = (other: PlanStep): boolean =>
      other.origin.kind === "framework" && this.#side(other) === side && fits(this.#anchorAround(other));
    const before = steps.slice(0, index).findLast(isTarget);
    const after = steps.slice(index + 1).find(isTarget);
    const position = (side: string, other: PlanStep): string =>
      other.kind === "point" ? `at \`${other.pass}\`` : `${side} \`${other.address}\``;
    const found = [before && position("after", before), after && position("before", after)];
    const positions = found.filter((one) => one !== undefined);
    if (positions.length === 0 && fits(side.anchor) && shared === 0) positions.push("at the end of the pipeline");
    return [
      ...(inner === undefined ? [] : [setAnchor(inner)]),
      ...(positions.length === 0 ? [] : [`place the pass ${positions.join(" or ")}`]),
    ];
  }

  /** Reports passes that prevent an op-agnostic manager of the framework from running on some operations. */
  #narrowed(): Diagnostic[] {
    const narrowing = new Map<number, PlanStep[]>();
    const narrowed = new Map<number, PlanStep>();
    for (const step of this.#plan.steps) {
      const nest = step.nests.at(-1);
      if (step.kind === "point" || nest === undefined || parseAnchor(nest.anchor).anchor !== "any") continue;
      if (step.origin.kind === "framework") narrowed.set(nest.id, step);
      else if (this.#hasFilter(step)) pushTo(narrowing, nest.id, step);
    }
    return [...narrowing].flatMap(([id, steps]) => {
      const other = narrowed.get(id);
      return other === undefined ? [] : steps.map((step) => errors.narrows(step, other));
    });
  }

  #hasFilter(step: PlanStep): boolean {
    const known = this.#catalogue.find(step.pass);
    if (known === undefined) return false;
    const { anchor, interface: needed } = known.declaration;
    if (anchor !== undefined || needed !== undefined) return true;
    return this.#made(step).pass?.body.canScheduleOn !== undefined;
  }

  #made(step: PlanStep): Made<Op> {
    return getOrMake(this.#instances, step, () => make(step, this.#catalogue.find(step.pass)?.definition));
  }
}

/** Returns the interned name of an anchor. Ignores exceptions of the adapter, which the run reports. */
function nameOf(ir: IrNames | undefined, anchor: string): OperationName | undefined {
  try {
    return ir?.intern(anchor);
  } catch {
    return undefined;
  }
}

/** Returns the number of levels that contain both steps, and would contain a step between them. */
function sharedLevels(left: PlanStep | undefined, right: PlanStep | undefined): number {
  let depth = 0;
  while (left?.nests[depth] !== undefined && left.nests[depth]?.id === right?.nests[depth]?.id) depth++;
  return depth;
}

/** Instance of a step's pass, or a diagnostic. Empty without loaded code, or with invalid options. */
interface Made<Op extends object> {
  readonly pass?: Pass<Op>;
  readonly diagnostic?: Diagnostic;
}

/** Creates an instance of a step's pass. Ignores invalid options, which other checks report. */
function make<Op extends object>(step: PlanStep, definition: CataloguedPass<Op>["definition"]): Made<Op> {
  const taken = definition && takeOptions(definition.options, step.options);
  if (definition === undefined || taken?.ok !== true) return {};
  try {
    return { pass: definition.createFrom(taken.options) };
  } catch (thrown) {
    return { diagnostic: threw(step, thrown) };
  }
}
