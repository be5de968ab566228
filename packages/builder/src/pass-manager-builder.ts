import {
  type Diagnostic,
  isPassDefinition,
  type OpPassManager,
  type PassDeclaration,
  type PassDefinition,
  UsageError,
} from "@passwright/core";
import {
  type BuilderOptions,
  type BuilderView,
  type BundleSettings,
  type DataInsertion,
  type DataRule,
  type Insertion,
  type InsertSettings,
  type PassReference,
  type StepSettings,
} from "./builder-settings.ts";
import { type BundleRef } from "./bundle.ts";
import { PassCatalogue } from "./catalogue.ts";
import { bothWhen, isChosen, type When } from "./choice.ts";
import { Construction, frameworkOnly, pointTwice, stepsAreFixed } from "./construction.ts";
import { type Contribution } from "./contribution.ts";
import { type Edit } from "./edit.ts";
import * as errors from "./errors.ts";
import { type FrameworkSteps } from "./framework-steps.ts";
import { importElements } from "./import-elements.ts";
import { importText, parseTarget } from "./import-text.ts";
import { type Origin } from "./origin.ts";
import { originHere, type Party, type SourceOf } from "./party.ts";
import { type MemberPlace, NEXT } from "./place.ts";
import { type Alternative } from "./plan.ts";
import { type Properties } from "./properties/property.ts";
import { resolve, type Resolution, type ResolveInput } from "./resolve/resolve.ts";
import { type Relation } from "./rule.ts";
import { makeRuleBuilder, type RuleBuilder, type RuleReason, type RuleTarget, toSelector } from "./rule-builder.ts";
import { type StepOptions } from "./step.ts";
import { type DraftStep, type StepNode } from "./step-list.ts";

/**
 * A pipeline under construction, by a framework and by strangers who insert into the middle of it: the proposal's
 * `PassManagerBuilder`.
 *
 * The framework builds its pipeline with `addPass`, `addBundle`, `nest`, `when` and `addExtensionPoint`, and may insert into
 * it. Then others get a view of their own with {@link forParty}; they insert before and after passes that they name, around
 * types of passes, and at extension points. Every call answers at once; the pipeline is resolved when all are done.
 */
export class PassManagerBuilder<Op extends object = object, Point extends string = string> {
  readonly #view: BuilderView<Op>;

  /**
   * Opens a builder over a pipeline: on the operation of that name, or `any`; over the text of a pipeline
   * (`builtin.module(cse,func.func(canonicalize))`); or over a manager. Passes that are there become the framework's first
   * steps.
   *
   * @throws UsageError for a text that is none (PWC0201, PWC0202) or that has bad options (PWB0303).
   */
  constructor(target: string | OpPassManager<Op>, options?: BuilderOptions<Op>);
  /** @internal A further view of a builder. */
  constructor(view: BuilderView<Op>);
  constructor(target: string | OpPassManager<Op> | BuilderView<Op>, options: BuilderOptions<Op> = {}) {
    if (typeof target === "object" && "construction" in target) {
      this.#view = target;
      return;
    }
    const { framework = { name: "pipeline" }, catalogue = new PassCatalogue<Op>(), sourceOf } = options;
    const text = typeof target === "string" && target.includes("(") ? parseTarget(target) : undefined;
    const anchor = text?.anchor ?? (typeof target === "string" ? target : target.anchorText);
    const construction = new Construction(anchor, framework, catalogue, options);
    const party: Party = { kind: "framework", ...framework };
    this.#view = { construction, party, sourceOf, inside: [], when: undefined };
    const origin: Origin = { kind: "framework", name: framework.name };
    if (text !== undefined) importText(text, construction, origin);
    else if (typeof target !== "string") importElements(target, construction, origin);
  }

  /** Appends a pass: to the framework's pipeline, or, from a plugin, at the end of it. */
  addPass(pass: PassReference, settings: StepSettings = {}): Insertion {
    if (!this.#isFramework) return this.#insert(pass, { end: true }, settings);
    const step = this.#newStep(pass, settings);
    this.#open().append(step, this.#view.inside);
    return { ok: true, step: step.name, warnings: [] };
  }

  /**
   * Adds passes that go together, under a name by which others can refer to them: appended by the framework, at `place` by
   * others. Answers for its first pass, or for the first that has no place: then the whole bundle has none.
   */
  addBundle(
    name: string,
    passes: readonly (PassReference | readonly [PassReference, StepOptions])[],
    settings: BundleSettings = {},
  ): Insertion {
    const { kind = "open", place = { end: true }, ...rest } = settings;
    const members = passes.map((member): [PassReference, StepOptions] =>
      Array.isArray(member) ? [...(member as readonly [PassReference, StepOptions])] : [member as PassReference, {}],
    );
    if (this.#isFramework) {
      const steps = this.#open();
      const bundle = steps.openBundle(name, kind);
      for (const [pass, options] of members)
        steps.append({ ...this.#newStep(pass, { ...rest, options }), bundle }, this.#view.inside);
      return { ok: true, step: bundle.name, warnings: [] };
    }
    const { party, construction } = this.#view;
    const { index } = construction.nextOf(party.name, "");
    const bundle = construction.openBundle(party.name, name, kind);
    // Where the first member goes, and what it does if it cannot, decides for all.
    const { which: _which, onMissing: _onMissing, ...shared } = rest;
    let first: Insertion | undefined;
    for (const [pass, options] of members) {
      const answer =
        first === undefined
          ? this.#insert(pass, place, { ...rest, options }, bundle)
          : this.#insert(pass, NEXT, { ...shared, options }, bundle);
      first ??= answer;
      if (answer.ok) continue;
      construction.withdrawBundle(party.name, name, index);
      return answer;
    }
    return first ?? { ok: true, step: bundle.name, warnings: [] };
  }

  /** Opens a manager for operations of that name; what is added to it is nested. For the framework only. */
  nest(anchor: string): PassManagerBuilder<Op, Point> {
    if (!this.#isFramework) frameworkOnly("nest", this.#view.party.name);
    return this.#with({ inside: this.#open().openNest(anchor, this.#view.inside) });
  }

  /** A view whose passes are there only under a condition: `b.when({ target: "gpu" }).addPass(…)`. */
  when(condition: When): PassManagerBuilder<Op, Point> {
    return this.#with({ when: bothWhen(this.#view.when, condition) });
  }

  /** Publishes a named place in the pipeline, here. For the framework only. */
  addExtensionPoint(name: string): this {
    if (!this.#isFramework) frameworkOnly("addExtensionPoint", this.#view.party.name);
    const step: DraftStep = {
      kind: "point",
      name,
      address: "",
      nests: [],
      declaration: { name },
      options: {},
      types: [],
      origin: this.#origin(),
    };
    if (this.#open().findPoint(name) !== undefined) pointTwice(name, this.#view.party.name);
    this.#open().append(step, this.#view.inside);
    return this;
  }

  /** Before the pass of that name; the first of several. */
  addBefore(target: string, pass: PassReference, settings: InsertSettings = {}): Insertion {
    return this.#insert(pass, { before: target }, settings);
  }

  /** After the pass of that name; the last of several. */
  addAfter(target: string, pass: PassReference, settings: InsertSettings = {}): Insertion {
    return this.#insert(pass, { after: target }, settings);
  }

  /** Before the first pass of a type, whoever that pass comes from. */
  addBeforeType(type: string, pass: PassReference, settings: InsertSettings = {}): Insertion {
    return this.#insert(pass, { beforeType: type }, settings);
  }

  /** After the last pass of a type, whoever that pass comes from. */
  addAfterType(type: string, pass: PassReference, settings: InsertSettings = {}): Insertion {
    return this.#insert(pass, { afterType: type }, settings);
  }

  /** At an extension point of the framework. */
  addAt(point: Point, pass: PassReference, settings: InsertSettings = {}): Insertion {
    return this.#insert(pass, { at: point }, settings);
  }

  /** Puts a pass in the place of one of the framework's. References to the old one keep their meaning. */
  replace(target: string, pass: PassReference, settings: StepSettings = {}): Insertion {
    const declaration = this.#declaration(pass);
    const { options = {}, types, anchor, reason, when } = settings;
    const { construction, party } = this.#view;
    const misfit = misfitOf(declaration, anchor, this.#origin());
    if (misfit !== undefined) {
      construction.refuse(party.name, [misfit]);
      return { ok: false, diagnostic: misfit };
    }
    const edit = {
      kind: "replace",
      target,
      pass: anchored(declaration, anchor),
      options,
      types: construction.typesOf(declaration, types),
      ...(reason === undefined ? {} : { reason }),
    } as const;
    const alternative = { address: `${party.name}::${declaration.name}`, pass: declaration.name };
    return this.#isElsewhere(when, alternative) ? { ok: true, step: target, warnings: [] } : this.#edit(edit);
  }

  /** Takes out a step that the framework marked `removable`. References to it keep their meaning. */
  remove(target: string, settings: { readonly reason?: string; readonly when?: When } = {}): Insertion {
    const { when, ...rest } = settings;
    if (this.#isElsewhere(when)) return { ok: true, step: target, warnings: [] };
    return this.#edit({ kind: "remove", target, ...rest });
  }

  /** States a rule about a pass, or about all passes of a type with {@link ofType}. */
  rule(subject: PassReference | { readonly type: string }): RuleBuilder {
    const name = isPassDefinition(subject) ? this.#declare(subject as PassDefinition<never>).name : subject;
    const selector = toSelector(name as RuleTarget);
    return makeRuleBuilder((strength, relation: Relation, target: RuleTarget, { reason }: RuleReason) => {
      if (this.#isElsewhere(undefined)) return;
      const rule = { strength, subject: selector, relation, target: toSelector(target), reason };
      this.addRules([{ party: this.#view.party, rule, origin: this.#origin() }]);
    });
  }

  /** From one pass to another every step has to preserve a property, whoever put it there. */
  guard(property: string, range: { readonly from: string; readonly to: string; readonly reason: string }): this {
    if (this.#isElsewhere(undefined)) return this;
    this.#view.construction.guards.push({ property, ...range, origin: this.#origin() });
    return this;
  }

  /**
   * A view for somebody else. What is done with it is theirs: it gets their name in every explanation, its own calls alone
   * decide its answers, and ties are broken by its name.
   */
  forParty(party: Party, options: { readonly sourceOf?: SourceOf } = {}): PassManagerBuilder<Op, Point> {
    this.#view.construction.steps.spine();
    return this.#with({ party, sourceOf: options.sourceOf, inside: [], when: undefined });
  }

  /** Adds insertions that are data, all at once and before any plugin's code. Answers what is wrong with them. */
  contribute(insertions: readonly DataInsertion[]): readonly Diagnostic[] {
    const { construction } = this.#view;
    const made: Contribution[] = [];
    for (const { party, pass, place, settings, origin } of insertions) {
      const asked = this.#contribution(party, this.#declaration(pass), place, settings, origin);
      const contribution: Contribution = { ...asked, isData: true };
      if (this.#isElsewhere(settings.when, { address: asked.address, pass })) continue;
      construction.keepData(contribution);
      made.push(contribution);
    }
    return made.flatMap((contribution) => {
      const { located, diagnostics } = construction.answerData(contribution);
      return located === undefined && contribution.onMissing === "skip" ? [] : diagnostics;
    });
  }

  /** Adds rules that are data. */
  addRules(rules: readonly DataRule[]): void {
    const { construction } = this.#view;
    for (const { party, rule, origin } of rules) {
      const index = construction.nextRuleOf(party.name);
      const { strength, subject, relation, target, reason } = rule;
      construction.rules.push({ strength, subject, relation, target, reason, origin, party: party.name, index });
    }
  }

  /** All that the plan depends on, as data: what {@link resolve} takes. */
  input(): ResolveInput {
    return this.#view.construction.input();
  }

  /**
   * Resolves everything that was contributed so far into a plan. May be called again after more was added. `properties` stand
   * in the place of the builder's own: for a pipeline that begins where other things hold.
   */
  resolve(options: { readonly keepDuplicates?: boolean; readonly properties?: Properties } = {}): Resolution {
    const { refusals, failures, catalogue } = this.#view.construction;
    const { clashes } = catalogue;
    const { plan, diagnostics: found } = resolve({ ...this.input(), ...options });
    const all = [...clashes, ...failures, ...refusals, ...this.#view.construction.unknownInRules(), ...found];
    return plan === undefined || clashes.length + failures.length > 0
      ? { diagnostics: all }
      : { plan, diagnostics: all };
  }

  get #isFramework(): boolean {
    return this.#view.party.kind === "framework";
  }

  #origin(): Origin {
    return originHere(this.#view.party, this.#view.sourceOf);
  }

  #with(changes: Partial<BuilderView<Op>>): PassManagerBuilder<Op, Point> {
    return new PassManagerBuilder<Op, Point>({ ...this.#view, ...changes });
  }

  #open(): FrameworkSteps {
    const { steps, framework } = this.#view.construction;
    if (steps.isFixed) stepsAreFixed(framework.name);
    return steps;
  }

  #declare(definition: PassDefinition<never>): PassDeclaration {
    const { construction, party } = this.#view;
    const owner = party.version === undefined ? { name: party.name } : { name: party.name, version: party.version };
    const { declaration } = definition;
    construction.declare({ declaration, owner, definition: definition as unknown as PassDefinition<Op> }, party);
    return declaration;
  }

  #declaration(pass: PassReference): PassDeclaration {
    return isPassDefinition(pass)
      ? this.#declare(pass as PassDefinition<never>)
      : this.#view.construction.declarationOf(pass as string, this.#view.party.name);
  }

  #newStep(pass: PassReference, settings: StepSettings): DraftStep {
    const declared = this.#declaration(pass);
    const { options = {}, types, anchor, reason, removable } = settings;
    const origin = this.#origin();
    const misfit = misfitOf(declared, anchor, origin);
    if (misfit !== undefined) throw new UsageError(misfit);
    const declaration = anchored(declared, anchor);
    const when = bothWhen(this.#view.when, settings.when);
    return {
      kind: "pass",
      name: declared.name,
      address: "",
      nests: [],
      declaration,
      options,
      origin,
      types: this.#view.construction.typesOf(declared, types),
      ...(when === undefined ? {} : { when }),
      ...(reason === undefined ? {} : { reason }),
      ...(removable === undefined ? {} : { removable }),
    };
  }

  #contribution(
    party: Party,
    declared: PassDeclaration,
    place: MemberPlace,
    settings: InsertSettings,
    origin: Origin,
  ): Contribution {
    const { options = {}, types, anchor, when: _when, ...rest } = settings;
    const misfit = misfitOf(declared, anchor, origin);
    const { construction } = this.#view;
    const next = construction.nextOf(party.name, declared.name);
    return {
      party: party.name,
      pass: anchored(declared, anchor),
      types: construction.typesOf(declared, types),
      options,
      place,
      origin,
      ...rest,
      ...next,
      ...(misfit === undefined ? {} : { misfit }),
    };
  }

  /** Whether something is so under another choice only; a step is remembered then. */
  #isElsewhere(condition: When | undefined, step?: Pick<Alternative, "address" | "pass">): boolean {
    const when = bothWhen(this.#view.when, condition);
    const { construction } = this.#view;
    if (when === undefined || isChosen(when, construction.choice)) return false;
    if (step !== undefined) construction.keepAlternative({ ...step, when });
    return true;
  }

  #insert(pass: PassReference, place: MemberPlace, settings: InsertSettings, bundle?: BundleRef): Insertion {
    if (this.#isFramework) return this.#insertOwn(pass, place, settings);
    const { construction, party } = this.#view;
    const made = this.#contribution(party, this.#declaration(pass), place, settings, this.#origin());
    const contribution = bundle === undefined ? made : { ...made, bundle };
    const { address } = contribution;
    if (this.#isElsewhere(settings.when, { address, pass: made.pass.name }))
      return { ok: true, step: address, warnings: [] };
    const { located, diagnostics } = construction.contribute(contribution);
    if (located !== undefined) return { ok: true, step: address, warnings: diagnostics };
    return { ok: false, diagnostic: diagnostics[0] as Diagnostic };
  }

  #edit(
    edit: Pick<Edit, "target" | "reason"> &
      ({ kind: "remove" } | Omit<Edit & { kind: "replace" }, "party" | "index" | "origin">),
  ): Insertion {
    const { construction, party } = this.#view;
    const whole = { ...edit, party: party.name, index: 0, origin: this.#origin() } as Edit;
    const diagnostic = construction.edit(whole);
    return diagnostic === undefined ? { ok: true, step: edit.target, warnings: [] } : { ok: false, diagnostic };
  }

  /** The framework's own insertions are carried out on the spot. */
  #insertOwn(pass: PassReference, place: MemberPlace, settings: InsertSettings): Insertion {
    const steps = this.#open();
    const step = this.#newStep(pass, settings);
    const [target, side] = ownTarget(steps, place);
    if (target !== undefined && steps.insert(step, target, side)) return { ok: true, step: step.name, warnings: [] };
    const request = { ...settings, pass: step.name, place, origin: step.origin };
    const diagnostic = errors.noPlaceForOwn(request, target?.step.name);
    this.#view.construction.refuse(this.#view.party.name, [diagnostic]);
    return { ok: false, diagnostic };
  }
}

/** A pass that runs on another operation than it declares is refused as it is added. */
function misfitOf(declared: PassDeclaration, anchor: string | undefined, origin: Origin): Diagnostic | undefined {
  if (anchor === undefined || declared.anchor === undefined || declared.anchor === anchor) return undefined;
  return errors.wrongManager(declared.name, declared.anchor, anchor, origin, `leave \`anchor: "${anchor}"\` out`);
}

function anchored(declared: PassDeclaration, anchor: string | undefined): PassDeclaration {
  return anchor === undefined ? declared : { ...declared, anchor };
}

function ownTarget(steps: FrameworkSteps, place: MemberPlace): [StepNode | undefined, "before" | "after"] {
  if ("before" in place) return [steps.findName(place.before, "before"), "before"];
  if ("after" in place) return [steps.findName(place.after, "after"), "after"];
  if ("beforeType" in place) return [steps.findType(place.beforeType, "before"), "before"];
  if ("afterType" in place) return [steps.findType(place.afterType, "after"), "after"];
  return ["at" in place ? steps.findPoint(place.at) : undefined, "before"];
}
