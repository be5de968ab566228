import { parseAnchor } from "@passwright/core";
import type { Diagnostic, Owner, Pass, PassDeclaration } from "@passwright/core";
import type { CataloguedPass, PassCatalogue } from "./catalogue.ts";
import type { Choice } from "./choice.ts";
import { Contributions } from "./contributions/contributions.ts";
import type { Edit, Override } from "./contributions/edit.ts";
import { contributorOf } from "./contributions/origin.ts";
import { by } from "./maps.ts";
import { inContributorOrder } from "./contributions/contributor.ts";
import type { ContributorId } from "./contributions/contributor.ts";
import type { Origin } from "./contributions/origin.ts";
import { Refusals } from "./contributions/insertion.ts";
import { checkAnchors } from "./plan/check-anchors.ts";
import type { AnchorFindings, IrNames } from "./plan/check-anchors.ts";
import { checkSteps } from "./plan/check-steps.ts";
import type { RequestedStep } from "./plan/check-steps.ts";
import type { Alternative, Plan, Retyped } from "./plan/plan.ts";
import type { Guard, Properties } from "./properties/property.ts";
import type { Cleanup } from "./resolve/cleanup.ts";
import type { ResolveInput } from "./resolve/resolve-input.ts";
import type { NestingReach } from "./steps/hierarchy.ts";
import { checkNames } from "./rules/idle-rules.ts";
import type { Rule, Selector } from "./rules/rule.ts";
import { unknownBundle } from "./errors/calls.ts";
import type { PublishedBundle } from "./steps/bundle.ts";
import type { PointSettings, StepOptions } from "./steps/step.ts";
import { FrameworkSteps } from "./steps/framework-steps.ts";
import { UNKNOWN_TYPES } from "./steps/pass-type.ts";

/** Settings that a builder needs before it gets the first step. The framework and the user choose these settings. */
export interface ConstructionSettings {
  readonly choice?: Choice;
  /** `nesting` of the IR adapter. Default: `"direct"`. */
  readonly nesting?: NestingReach;
  /**
   * IR, or a function that returns `undefined` until the IR is loaded. Planning refuses steps that cannot run on the
   * operations of this IR.
   */
  readonly ir?: IrNames | (() => IrNames | undefined);
  readonly properties?: Properties;
  /** Names of the framework's cleanups, in order of preference. */
  readonly cleanups?: readonly string[];
  readonly overrides?: readonly Override[];
  readonly retyped?: readonly Retyped[];
  /** Declared pass types, in addition to the types in declarations of passes. */
  readonly passTypes?: readonly string[];
  /** Whether a step with a pass that is not in the catalogue is an error (PWB0404). */
  readonly mustBeDeclared?: boolean;
  /** Names of another program's passes, which do not need a declaration. */
  readonly externalPasses?: readonly string[];
  /** Returns the bundle that `contributor` refers to by `name`. */
  readonly bundles?: (name: string, contributor: string) => PublishedBundle | undefined;
  /** Settings of the framework's extension points, by name. */
  readonly extensionPoints?: { readonly [name: string]: PointSettings };
}

/** State that all views of a builder share: the framework's steps, the catalogue, and all contributions. */
export class Construction<Op extends object> {
  readonly framework: Owner;
  readonly steps: FrameworkSteps;
  readonly catalogue: PassCatalogue<Op>;
  readonly choice: Choice;
  readonly contributions: Contributions;
  readonly refusals: Refusals = new Refusals();
  readonly rules: Rule[] = [];
  readonly guards: Guard[] = [];
  /** Subjects of rules that do not have a target yet, each with its contributor. */
  readonly openRules: Map<Selector, string> = new Map<Selector, string>();
  isClosed = false;
  /** Passes of the manager that the builder was opened with, as text, when the builder last read or wrote them. */
  managerText?: string;
  /** Plugins that added a pass to the catalogue with a call, by name of the pass. */
  readonly #brought = new Map<string, Set<string>>();
  readonly settings: ConstructionSettings;
  readonly #retyped = new Map<string, readonly string[]>();
  readonly #indices = new Map<string, number>();
  readonly edits: Edit[] = [];
  /** Steps of contributors that the pipeline contains only for a different choice of target, level or options. */
  readonly alternatives: Alternative[] = [];
  /**
   * Existing passes of the manager that was passed to the builder. The key is the `options` object of the step. An
   * override that sets options replaces this object, and therefore the plan does not reuse the pass.
   */
  readonly existingPasses: WeakMap<StepOptions, Pass<Op>> = new WeakMap<StepOptions, Pass<Op>>();
  /** Refused steps, and steps that the current choice excludes. Recorded, because their options are still checked. */
  readonly #unplaced: RequestedStep[] = [];

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
    this.contributions = new Contributions(() => this.steps.basePipeline());
    this.catalogue = catalogue;
    this.settings = settings;
    for (const { pass, types } of settings.retyped ?? []) if (!this.#retyped.has(pass)) this.#retyped.set(pass, types);
  }

  /** Returns a construction that contains only the framework's steps, and makes these steps immutable. */
  withFrameworkOnly(): Construction<Op> {
    const { anchor } = this.steps.basePipeline();
    return new Construction(anchor, this.framework, this.catalogue, this.settings, this.steps);
  }

  /** Returns the types that the user assigns to a pass, or else the types of the call or of the declaration. */
  typesOf(declaration: PassDeclaration, added: readonly string[] | undefined): readonly string[] {
    return this.#retyped.get(declaration.name) ?? added ?? declaration.types ?? UNKNOWN_TYPES;
  }

  pointSettings(name: string): PointSettings {
    const { extensionPoints = {} } = this.settings;
    const { formerly, deprecated } = (Object.hasOwn(extensionPoints, name) && extensionPoints[name]) || {};
    return { ...(formerly && { formerly }), ...(deprecated !== undefined && { deprecated }) };
  }

  /**
   * Returns the declaration of a pass, or a declaration with only the name if the pass is undeclared. If only calls by
   * other plugins added the pass to the catalogue, the pass counts as undeclared for `contributor`, so that results do
   * not depend on load order.
   */
  declarationOf(name: string, contributor?: string): PassDeclaration {
    const owners = this.#brought.get(name);
    if (contributor !== undefined && owners?.has(contributor) === false) return { name };
    return this.catalogue.find(name)?.declaration ?? { name };
  }

  bundleOf(name: string, contributor: string): PublishedBundle {
    return this.settings.bundles?.(name, contributor) ?? unknownBundle(name, contributor);
  }

  /** Adds the pass of a contributor's call to the catalogue. Different passes with the same name are an error. */
  declare(pass: CataloguedPass<Op>, { kind, name: contributor }: ContributorId): void {
    const { name } = pass.declaration;
    const owners = this.#brought.get(name);
    if (owners !== undefined) owners.add(contributor);
    else if (kind !== "framework" && this.catalogue.find(name) === undefined)
      this.#brought.set(name, new Set([contributor]));
    this.catalogue.add(pass);
  }

  /** Returns an index for a rule or an edit, which does not depend on calls of other contributors. */
  nextIndex(contributor: string): number {
    const index = this.#indices.get(contributor) ?? 0;
    this.#indices.set(contributor, index + 1);
    return index;
  }

  addRule(contributor: string, rule: Omit<Rule, "contributor" | "index" | "origin">, origin: Origin): void {
    this.rules.push({ ...rule, origin, contributor, index: this.nextIndex(contributor) });
  }

  /** Records a step that is refused or that the current choice excludes, so that its options are checked. */
  keepUnplaced(step: RequestedStep): void {
    if (Object.keys(step.options).length > 0) this.#unplaced.push(step);
  }

  input(): ResolveInput {
    const basePipeline = this.steps.basePipeline();
    const { framework, guards, edits, choice } = this;
    const { properties = {}, overrides = [], retyped = [], cleanups = [] } = this.settings;
    return {
      framework,
      basePipeline,
      contributions: this.contributions.all(),
      rules: inContributorOrder(this.rules),
      guards,
      choice,
      edits,
      overrides,
      properties,
      retyped,
      groups: this.catalogue.groups,
      alternatives: [...this.steps.alternatives, ...this.alternatives.toSorted(by(({ address }) => address))],
      cleanups: cleanups.map((name) => this.#cleanup(name)),
    };
  }

  #cleanup(name: string): Cleanup {
    const declaration = this.declarationOf(name);
    return { declaration, types: this.typesOf(declaration, undefined), options: {} };
  }

  anchorsOf(plan: Plan | undefined, ir: IrNames | undefined = this.#ir): AnchorFindings {
    return plan === undefined ? { errors: [], warnings: [] } : checkAnchors(plan, this.catalogue, ir);
  }

  errorsOf(input: ResolveInput, plan: Plan | undefined, anchors: AnchorFindings): readonly Diagnostic[] {
    const steps = checkSteps(input, plan, this.#unplaced.toSorted(by(contributorOf)), this.catalogue, this.settings);
    const { clashes } = this.catalogue;
    // If two passes have the same name, the anchor of a step with that name is ambiguous.
    return [...clashes, ...this.refusals.failures, ...steps, ...(clashes.length > 0 ? [] : anchors.errors)];
  }

  /** Returns the reason why a pass cannot run on operations with this name, or `undefined`, also for unknown IRs. */
  whyNotOn({ name }: PassDeclaration, anchor: string, ir?: string): Diagnostic | undefined {
    const origin = { kind: "inserted", name: "here" } as const;
    const rest = { types: [], options: {}, nests: [], origin, because: "tried here" };
    const steps = [{ kind: "pass", pass: name, address: name, ...rest }] as const;
    const names = ir === undefined || this.#ir?.name === ir ? this.#ir : this.catalogue.irOf(ir);
    return checkAnchors({ anchor: parseAnchor(anchor).anchor, steps, ir }, this.catalogue, names).errors[0];
  }

  get #ir(): IrNames | undefined {
    const { ir } = this.settings;
    return typeof ir === "function" ? ir() : ir;
  }

  /**
   * Returns remarks and warnings about refused steps, and about rules and overrides that do not have an effect. Among the
   * rules, examines only the rules in `unbound`.
   */
  remarksOn(input: ResolveInput, plan: Plan | undefined, unbound: ReadonlySet<Rule>): readonly Diagnostic[] {
    const { refusals, contributions, catalogue } = this;
    return [
      ...refusals.remarks,
      ...refusals.refusedEverywhere((contributor, pass) =>
        contributor === this.framework.name ? input.basePipeline.hasPass(pass) : contributions.has(contributor, pass),
      ),
      ...checkNames(input, unbound, plan, catalogue, this.settings.passTypes ?? []),
    ];
  }
}
