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

/** Settings of the framework and the user, fixed before the pipeline is built. */
export interface ConstructionSettings {
  readonly choice?: Choice;
  /** The `nesting` of the IR adapter. Defaults to `"direct"`. */
  readonly nesting?: NestingReach;
  /** The IR, or a function that returns it if it is loaded. Steps that cannot run on its operations are refused. */
  readonly ir?: IrNames | (() => IrNames | undefined);
  readonly properties?: Properties;
  /** Names of the framework's cleanups, in order of preference. */
  readonly cleanups?: readonly string[];
  readonly overrides?: readonly Override[];
  readonly retyped?: readonly Retyped[];
  /** Declared pass types, besides those of passes. */
  readonly passTypes?: readonly string[];
  /** Whether a step whose pass is not in the catalogue is an error (PWB0404). */
  readonly mustBeDeclared?: boolean;
  /** Passes of another program, which need not be declared. */
  readonly externalPasses?: readonly string[];
  /** Returns the bundle that `party` inserts by its name. */
  readonly bundles?: (name: string, party: string) => PublishedBundle | undefined;
  /** Maps names of the framework's extension points to their settings. */
  readonly extensionPoints?: { readonly [name: string]: PointSettings };
}

function byAddress(left: Alternative, right: Alternative): number {
  return left.address < right.address ? -1 : Number(left.address > right.address);
}

/** State that the views of a builder share: the framework's steps, the catalogue, and all contributions. */
export class Construction<Op extends object> {
  readonly framework: Owner;
  readonly steps: FrameworkSteps;
  readonly catalogue: PassCatalogue<Op>;
  readonly choice: Choice;
  readonly contributions: Contributions;
  readonly refusals: Refusals = new Refusals();
  readonly rules: StatedRules = new StatedRules();
  readonly guards: Guard[] = [];
  /** Maps names of passes that were introduced by calls of plugins to these plugins. */
  readonly #brought = new Map<string, Set<string>>();
  readonly #settings: ConstructionSettings;
  readonly #retyped = new Map<string, readonly string[]>();
  readonly #edits: Edit[] = [];
  readonly #editCounts = new Map<string, number>();
  readonly #alternatives: Alternative[] = [];
  /**
   * Maps the options of steps to the passes of the manager that the builder was opened with. An override replaces the
   * options.
   */
  readonly #passes = new WeakMap<StepOptions, Pass<Op>>();
  /** Steps that no plan of this choice contains. Their options are checked nevertheless. */
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

  /** Returns a construction with the steps of the framework only, and fixes them. */
  withFrameworkOnly(): Construction<Op> {
    const { anchor } = this.steps.spine();
    return new Construction(anchor, this.framework, this.catalogue, this.#settings, this.steps);
  }

  /** Returns the types of a pass: from the user, else from the call that added it, else from its declaration. */
  typesOf(declaration: PassDeclaration, added: readonly string[] | undefined): readonly string[] {
    return this.#retyped.get(declaration.name) ?? added ?? declaration.types ?? UNKNOWN_TYPES;
  }

  /** Returns the settings of an extension point from the framework's declaration. */
  pointSettings(name: string): PointSettings {
    const { extensionPoints = {} } = this.#settings;
    const { formerly, deprecated } = (Object.hasOwn(extensionPoints, name) && extensionPoints[name]) || {};
    return { ...(formerly && { formerly }), ...(deprecated !== undefined && { deprecated }) };
  }

  /**
   * Returns the declaration of a pass that `party` names. For an undeclared name it contains only the name. Passes from calls
   * of other plugins count as undeclared, so that load order does not matter.
   */
  declarationOf(name: string, party?: string): PassDeclaration {
    const owners = this.#brought.get(name);
    if (party !== undefined && owners?.has(party) === false) return { name };
    return this.catalogue.find(name)?.declaration ?? { name };
  }

  /** Returns the bundle that a contributor inserts by its name. @throws {@link UsageError} PWB0307 if there is none. */
  bundleOf(name: string, party: string): PublishedBundle {
    return this.#settings.bundles?.(name, party) ?? unknownBundle(name, party);
  }

  /** Records a pass of a call. A clash with a pass of another owner is an error of the plan. */
  declare(pass: CataloguedPass<Op>, { kind, name: party }: Party): void {
    const { name } = pass.declaration;
    const owners = this.#brought.get(name);
    if (owners !== undefined) owners.add(party);
    else if (kind !== "framework" && this.catalogue.find(name) === undefined) this.#brought.set(name, new Set([party]));
    this.catalogue.add(pass);
  }

  /** Records an edit, or refuses it. */
  edit(edit: Edit): Insertion {
    const { party } = edit;
    const problem = problemOfEdit(edit, this.steps.spine(), this.#settings.overrides ?? []);
    if (problem !== undefined) return this.refusals.note(party, refused(problem));
    const index = this.#editCounts.get(party) ?? 0;
    this.#editCounts.set(party, index + 1);
    this.#edits.push({ ...edit, index });
    return granted(edit.target);
  }

  /** Records a step that only another choice contains. */
  keepAlternative(alternative: Alternative): void {
    this.#alternatives.push(alternative);
  }

  /** Records an existing pass, for the manager that is built. */
  keepPass(options: StepOptions, pass: Pass<Op>): void {
    this.#passes.set(options, pass);
  }

  /** Returns the existing pass of a step, unless an override changed the options. */
  passOf(step: PlanStep): Pass<Op> | undefined {
    return this.#passes.get(step.options);
  }

  /** Records a step that no plan of this choice contains. */
  keepUnplaced(step: AskedStep): void {
    if (Object.keys(step.options).length > 0) this.#unplaced.push(step);
  }

  /** Returns the input of `resolve`, from all calls so far. */
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

  /** Returns the errors of a plan: name clashes, refused steps, undeclared passes, bad options, wrong anchors. */
  errorsOf(input: ResolveInput, plan: Plan | undefined, ir: IrNames | undefined = this.#ir): readonly Diagnostic[] {
    const steps = checkSteps(input, plan, [...this.#unplaced].sort(byName), this.catalogue, this.#settings);
    const { clashes } = this.catalogue;
    // If two passes share a name, the anchor of a step is ambiguous.
    const anchors = clashes.length > 0 ? [] : this.#anchorsOf(plan, ir).errors;
    return [...clashes, ...this.refusals.failures, ...steps, ...anchors];
  }

  /** Returns why a pass cannot run on operations of that name, as far as the IR is known. */
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

  /** Returns remarks on refused steps, and on rules and overrides without effect. `unbound` are the rules to examine. */
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
