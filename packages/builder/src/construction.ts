import { parseAnchor } from "@passwright/core";
import type { Diagnostic, Owner, Pass, PassDeclaration } from "@passwright/core";
import type { CataloguedPass, PassCatalogue } from "./catalogue.ts";
import type { Choice } from "./choice.ts";
import { granted, refused } from "./contributions/answer.ts";
import type { Insertion } from "./contributions/answer.ts";
import { problemOfEdit } from "./contributions/check-edit.ts";
import { Contributions } from "./contributions/contributions.ts";
import type { Edit, Override } from "./contributions/edit.ts";
import { byName } from "./contributions/origin.ts";
import type { Party } from "./contributions/party.ts";
import { Refusals } from "./contributions/refusals.ts";
import { checkAnchors } from "./plan/check-anchors.ts";
import type { AnchorFindings, IrNames } from "./plan/check-anchors.ts";
import { checkSteps } from "./plan/check-steps.ts";
import type { AskedStep } from "./plan/check-steps.ts";
import type { Alternative, Plan, PlanStep, Retyped } from "./plan/plan.ts";
import type { Guard, Properties } from "./properties/property.ts";
import type { Cleanup } from "./resolve/cleanup.ts";
import type { ResolveInput } from "./resolve/resolve-input.ts";
import type { NestingReach } from "./steps/hierarchy.ts";
import { checkNames } from "./rules/check-names.ts";
import type { Rule } from "./rules/rule.ts";
import { StatedRules } from "./rules/rule.ts";
import { unknownBundle } from "./errors/calls.ts";
import type { PublishedBundle } from "./steps/bundle.ts";
import type { PointSettings, StepOptions } from "./steps/step.ts";
import { FrameworkSteps } from "./steps/framework-steps.ts";
import { UNKNOWN_TYPES } from "./steps/pass-type.ts";

/** What the framework and the user lay down before anybody builds. */
export interface ConstructionSettings {
  readonly choice?: Choice;
  /** What the IR means by a nested pass: see `nesting` of its adapter. `"direct"` if this is left out. */
  readonly nesting?: NestingReach;
  /** The IR, or how to find out whether it is loaded: steps that its operations cannot run are refused then. */
  readonly ir?: IrNames | (() => IrNames | undefined);
  readonly properties?: Properties;
  /** Names of the framework's cleanups, the preferred ones first. */
  readonly cleanups?: readonly string[];
  readonly overrides?: readonly Override[];
  readonly retyped?: readonly Retyped[];
  /** Pass types that somebody declares besides those that passes have. */
  readonly passTypes?: readonly string[];
  /** All passes are in the catalogue: a step of another one is an error (PWB0404), as a mistyped name is. */
  readonly mustBeDeclared?: boolean;
  /** Passes that another program has: they need not be declared. */
  readonly externalPasses?: readonly string[];
  /** Finds a bundle that `party` inserts by its name. */
  readonly bundles?: (name: string, party: string) => PublishedBundle | undefined;
  /** What is said of the framework's extension points, by name. */
  readonly extensionPoints?: { readonly [name: string]: PointSettings };
}

function byAddress(left: Alternative, right: Alternative): number {
  return left.address < right.address ? -1 : Number(left.address > right.address);
}

/** All that the views of one builder share: the framework's steps, the passes that are known, what every party asked for. */
export class Construction<Op extends object> {
  readonly framework: Owner;
  readonly steps: FrameworkSteps;
  readonly catalogue: PassCatalogue<Op>;
  readonly choice: Choice;
  readonly contributions: Contributions;
  readonly refusals: Refusals = new Refusals();
  readonly rules: StatedRules = new StatedRules();
  readonly guards: Guard[] = [];
  /** Passes that came with the calls of plugins, and whose. */
  readonly #brought = new Map<string, Set<string>>();
  readonly #settings: ConstructionSettings;
  readonly #retyped = new Map<string, readonly string[]>();
  readonly #edits: Edit[] = [];
  readonly #editCounts = new Map<string, number>();
  readonly #alternatives: Alternative[] = [];
  /** Passes of the manager that the builder was opened over, by the options of their steps: an override gives a step others. */
  readonly #passes = new WeakMap<StepOptions, Pass<Op>>();
  /** Steps that were asked for and are in no plan of this choice: their options are looked at all the same. */
  readonly #unplaced: AskedStep[] = [];

  constructor(
    anchor: string,
    framework: Owner,
    catalogue: PassCatalogue<Op>,
    settings: ConstructionSettings,
    steps?: FrameworkSteps,
  ) {
    this.framework = framework;
    this.choice = settings.choice ?? {};
    this.steps = steps ?? new FrameworkSteps(anchor, this.choice, settings.nesting ?? "direct", catalogue.groups);
    this.contributions = new Contributions(() => this.steps.spine());
    this.catalogue = catalogue;
    this.#settings = settings;
    for (const { pass, types } of settings.retyped ?? []) if (!this.#retyped.has(pass)) this.#retyped.set(pass, types);
  }

  /** The same steps of the framework, which are fixed from now on, and nothing of anybody else. */
  withFrameworkOnly(): Construction<Op> {
    const { anchor } = this.steps.spine();
    return new Construction(anchor, this.framework, this.catalogue, this.#settings, this.steps);
  }

  /** The types of a pass: by whoever retyped it, as it was added, or as it declares. */
  typesOf(declaration: PassDeclaration, added: readonly string[] | undefined): readonly string[] {
    return this.#retyped.get(declaration.name) ?? added ?? declaration.types ?? UNKNOWN_TYPES;
  }

  /** What is said of an extension point, where it is not said as it is added. */
  pointSettings(name: string): PointSettings {
    const { extensionPoints = {} } = this.#settings;
    const { formerly, deprecated } = (Object.hasOwn(extensionPoints, name) && extensionPoints[name]) || {};
    return { ...(formerly && { formerly }), ...(deprecated !== undefined && { deprecated }) };
  }

  /**
   * The declaration of a pass that `party` names. A name that nobody declared stands for a pass that is only a name; so does
   * one that came with a call of another plugin, because it might have come later.
   */
  declarationOf(name: string, party?: string): PassDeclaration {
    const owners = this.#brought.get(name);
    if (party !== undefined && owners?.has(party) === false) return { name };
    return this.catalogue.find(name)?.declaration ?? { name };
  }

  /** The bundle that a contributor inserts by its name. @throws {@link UsageError} PWB0307 if there is none. */
  bundleOf(name: string, party: string): PublishedBundle {
    return this.#settings.bundles?.(name, party) ?? unknownBundle(name, party);
  }

  /** Notes a pass that comes with a call. A clash with another owner's pass is an error of the whole plan. */
  declare(pass: CataloguedPass<Op>, { kind, name: party }: Party): void {
    const { name } = pass.declaration;
    const owners = this.#brought.get(name);
    if (owners !== undefined) owners.add(party);
    else if (kind !== "framework" && this.catalogue.find(name) === undefined) this.#brought.set(name, new Set([party]));
    this.catalogue.add(pass);
  }

  /** Keeps an edit, unless it cannot be made. */
  edit(edit: Edit): Insertion {
    const { party } = edit;
    const problem = problemOfEdit(edit, this.steps.spine(), this.#settings.overrides ?? []);
    if (problem !== undefined) return this.refusals.note(party, refused(problem));
    const index = this.#editCounts.get(party) ?? 0;
    this.#editCounts.set(party, index + 1);
    this.#edits.push({ ...edit, index });
    return granted(edit.target);
  }

  /** A step that is there under another choice only. */
  keepAlternative(alternative: Alternative): void {
    this.#alternatives.push(alternative);
  }

  /** Keeps a pass that exists, for the manager that is built. */
  keepPass(options: StepOptions, pass: Pass<Op>): void {
    this.#passes.set(options, pass);
  }

  /** The pass that exists for a step, if the step came with one and has its options still. */
  passOf(step: PlanStep): Pass<Op> | undefined {
    return this.#passes.get(step.options);
  }

  /** Keeps a step that is in no plan of this choice. */
  keepUnplaced(step: AskedStep): void {
    if (Object.keys(step.options).length > 0) this.#unplaced.push(step);
  }

  /** All that `resolve` depends on, from everything that was done so far. */
  input(): ResolveInput {
    const spine = this.steps.spine();
    const { framework, guards, choice } = this;
    const { properties = {}, overrides = [], retyped = [], cleanups = [] } = this.#settings;
    const alternatives = [...this.steps.alternatives, ...[...this.#alternatives].sort(byAddress)];
    const answered = this.contributions.all();
    const { contributions } = answered;
    const [rules, edits] = [this.rules.all(), this.#edits];
    const base = {
      framework,
      spine,
      contributions,
      answered,
      rules,
      guards,
      choice,
      edits,
      overrides,
      properties,
      retyped,
      groups: this.catalogue.groups,
    };
    return { ...base, alternatives, cleanups: cleanups.map((name) => this.#cleanup(name)) };
  }

  #cleanup(name: string): Cleanup {
    const declaration = this.declarationOf(name);
    return { declaration, types: this.typesOf(declaration, undefined), options: {} };
  }

  /** What keeps a plan from being one: passes of one name, steps that have no place, or no code, or bad options. */
  errorsOf(input: ResolveInput, plan: Plan | undefined, ir: IrNames | undefined = this.#ir): readonly Diagnostic[] {
    const steps = checkSteps(input, plan, [...this.#unplaced].sort(byName), this.catalogue, this.#settings);
    const { clashes } = this.catalogue;
    // Of two passes with one name it is not known which one is meant.
    const anchors = clashes.length > 0 ? [] : this.#anchorsOf(plan, ir).errors;
    return [...clashes, ...this.refusals.failures, ...steps, ...anchors];
  }

  /** Why a pass cannot run on operations of that name, as far as the IR is known. */
  whyNotOn({ name }: PassDeclaration, anchor: string, ir?: string): Diagnostic | undefined {
    const origin = { kind: "inserted", name: "here" } as const;
    const rest = { types: [], options: {}, nests: [], origin, because: "tried here" };
    const steps = [{ kind: "pass", pass: name, address: name, ...rest }] as const;
    const names = ir === undefined || this.#ir?.name === ir ? this.#ir : this.catalogue.irOf(ir);
    return checkAnchors({ anchor: parseAnchor(anchor).anchor, steps, ir }, this.catalogue, names).errors[0];
  }

  get #ir(): IrNames | undefined {
    const { ir } = this.#settings;
    return typeof ir === "function" ? ir() : ir;
  }

  #anchorsOf(plan: Plan | undefined, ir: IrNames | undefined): AnchorFindings {
    return plan === undefined ? { errors: [], warnings: [] } : checkAnchors(plan, this.catalogue, ir);
  }

  /** What a plan itself does not show: what was refused, and what binds nothing in it; of rules only these may. */
  remarksOn(
    input: ResolveInput,
    plan: Plan | undefined,
    unbound: ReadonlySet<Rule>,
    ir: IrNames | undefined = this.#ir,
  ): readonly Diagnostic[] {
    const { refusals, contributions, catalogue } = this;
    return [
      ...refusals.remarks,
      ...refusals.standingNowhere((party, pass) => contributions.has(party, pass)),
      ...checkNames(input, unbound, plan, catalogue, this.#settings.passTypes ?? []),
      ...this.#anchorsOf(plan, ir).warnings,
    ];
  }
}
