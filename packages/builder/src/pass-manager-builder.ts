import { everywhere, groupText, isPassDefinition, OpPassManager } from "@passwright/core";
import type { Diagnostic, GroupDefinition, PassDeclaration, PassDefinition } from "@passwright/core";
import type {
  BuilderOptions,
  BuilderView,
  BundleSettings,
  DataInsertion,
  DataRule,
  InsertSettings,
  OptionsOf,
  PassReference,
  PublishedBundleSettings,
  StepSettings,
} from "./builder-settings.ts";
import { PassCatalogue } from "./catalogue.ts";
import {
  checkAnchor,
  checkBundle,
  checkGuard,
  checkInsertion,
  checkParty,
  checkPoint,
  checkRuleCall,
  checkSettings,
  checkText,
  checkWhen,
} from "./check/check-calls.ts";
import { checkArguments, checkInsertions, checkDataRules, isPlan } from "./check/check-data.ts";
import { isTable } from "./check/shapes.ts";
import { checkOpening, checkResolving } from "./check/check-options.ts";
import { bothWhen } from "./choice.ts";
import type { When } from "./choice.ts";
import { Construction } from "./construction.ts";
import type { Insertion } from "./contributions/answer.ts";
import { frameworkOnly, pointTwice } from "./errors.ts";
import type { PointSettings } from "./steps/step.ts";
import { FrameworkInsertions } from "./steps/framework-insertions.ts";
import { importElements, stepOfPass, importText, parseTarget } from "./steps/import-text.ts";
import { Making } from "./making.ts";
import type { Origin } from "./contributions/origin.ts";
import type { Party, SourceOf } from "./contributions/party.ts";
import { PartyEdits } from "./contributions/party-edits.ts";
import { PartyInsertions } from "./contributions/party-insertions.ts";
import type { Place } from "./contributions/place.ts";
import type { IrNames } from "./plan/check-anchors.ts";
import { wrongCall } from "./check/wrong-call.ts";
import { fillManager, keepOffThreads } from "./plan/plan-to-manager.ts";
import type { Plan, StepIr } from "./plan/plan.ts";
import type { Properties } from "./properties/property.ts";
import { resolveWithUnbound } from "./resolve/resolve.ts";
import type { Resolution } from "./resolve/resolve.ts";
import type { ResolveInput } from "./resolve/resolve-input.ts";
import type { Selector } from "./rules/rule.ts";
import { makeRuleBuilder } from "./rules/rule-builder.ts";
import type { RuleBuilder, RuleTarget, SayRule } from "./rules/rule-builder.ts";
import { bundleWithOptions } from "./steps/bundle.ts";
import type { BundleMember } from "./steps/bundle.ts";
import type { DraftStep } from "./steps/step-list.ts";

/** How a pipeline is resolved. */
export interface ResolveOptions {
  /** Keep duplicate cleanups. */
  readonly keepDuplicates?: boolean;
  readonly properties?: Properties;
  readonly ir?: IrNames | undefined;
  /** What the last conversion before the pipeline leaves. */
  readonly on?: StepIr;
}

/** What building answers: the manager and its plan, or neither where there is an error among the diagnostics. */
export interface Built<Op extends object> extends Resolution {
  readonly manager?: OpPassManager<Op>;
}

/**
 * A pipeline under construction by a framework and by plugins, which insert into the middle of it.
 *
 * The framework builds its pipeline with `addPass`, `addBundle`, `nest`, `when` and `addExtensionPoint`, and may insert into
 * it. Then others get a view of their own with {@link forParty}; they insert before and after passes that they name, around
 * types of passes, and at extension points. Every call answers at once; the pipeline is resolved when all are done.
 */
export class PassManagerBuilder<Op extends object = object, Point extends string = string> {
  #view!: BuilderView<Op>;
  #making!: Making<Op>;
  #own!: FrameworkInsertions<Op>;
  #theirs!: PartyInsertions<Op>;
  #edits!: PartyEdits<Op>;
  /** Who does this right now: asked only where something is wrong or kept, as it looks at the stack. */
  readonly #origin = (): Origin => this.#making.origin();

  /**
   * Opens a builder over a pipeline: on the operation of that name, or `any`; over the text of a pipeline
   * (`builtin.module(cse,func.func(canonicalize))`); or over a manager. Passes that are there become the framework's first
   * steps.
   *
   * @throws UsageError for a text that is none (PWC0201, PWC0202) or that has bad options (PWB0303).
   */
  constructor(target: string | OpPassManager<Op>, options: BuilderOptions<Op> = {}) {
    this.#enter(openView(target, options));
  }

  #enter(view: BuilderView<Op>): this {
    this.#view = view;
    this.#making = new Making(view);
    this.#own = new FrameworkInsertions(view, this.#making);
    this.#theirs = new PartyInsertions(view, this.#making);
    this.#edits = new PartyEdits(view, this.#making);
    return this;
  }

  /** Appends a pass: to the framework's pipeline, or, from a plugin, at the end of it. */
  addPass<const P extends PassReference>(pass: P, settings: StepSettings<OptionsOf<P>> = {}): Insertion {
    const said = settings as StepSettings;
    checkInsertion("addPass", undefined, pass, said, this.#origin);
    return this.#isFramework ? this.#own.append(pass, said) : this.#theirs.insert(pass, { end: true }, said);
  }

  /** Adds a bundle that the config or a plugin publishes: `name`, or `plugin::name` if several have one of that name. */
  addBundle(name: string, settings?: PublishedBundleSettings): Insertion;
  /**
   * Adds passes that go together, under a name by which others can refer to them: at `place`, or at the end. Answers for its
   * first pass, or for the first that has no place: then the whole bundle has none.
   */
  addBundle(
    name: string,
    passes: readonly (PassReference | BundleMember<PassReference>)[],
    settings?: BundleSettings,
  ): Insertion;
  addBundle(
    name: string,
    passes: readonly (PassReference | BundleMember<PassReference>)[] | PublishedBundleSettings = {},
    settings: BundleSettings = {},
  ): Insertion {
    checkBundle(name, passes, settings, this.#origin);
    if (!isList(passes)) {
      const { construction, party } = this.#view;
      const { options, ...rest } = passes;
      const { kind = "open", without, passes: published } = construction.bundleOf(name, party.name);
      const members = bundleWithOptions(name, published, options);
      return this.addBundle(name.replace(/^.*::/, ""), members, { kind, ...(without && { without }), ...rest });
    }
    const members = passes.flatMap((one): readonly BundleMember<PassReference>[] => {
      const member = Array.isArray(one) ? (one as BundleMember<PassReference>) : ([one as PassReference, {}] as const);
      return this.#making.membersOf(...member) ?? [member];
    });
    return this.#isFramework
      ? this.#own.insertBundle(name, members, settings)
      : this.#theirs.insertBundle(name, members, settings);
  }

  /** Opens a manager for operations of that name; what is added to it is nested. For the framework only. */
  nest(anchor: string): PassManagerBuilder<Op, Point> {
    if (!this.#isFramework) frameworkOnly("nest", this.#view.party.name);
    checkAnchor("nest", anchor, this.#origin);
    return this.#with({ inside: this.#own.open().openNest(anchor, this.#view.inside) });
  }

  /**
   * Opens a manager for every operation of that name below, however deep: `**path(…)` in text. Each operation runs through
   * the whole manager before the next one, an outer one before those inside it. For the framework only.
   */
  nestEverywhere(anchor: string): PassManagerBuilder<Op, Point> {
    if (!this.#isFramework) frameworkOnly("nestEverywhere", this.#view.party.name);
    checkAnchor("nestEverywhere", anchor, this.#origin);
    return this.nest(everywhere(anchor));
  }

  /**
   * Opens a group of its own, `group<postcss>(…)` in text: two groups in a row stay two. Members that are added without it are
   * one group with their neighbours. For the framework only.
   */
  group(group: { readonly name: string } | string): PassManagerBuilder<Op, Point> {
    if (!this.#isFramework) frameworkOnly("group", this.#view.party.name);
    const name: unknown = isTable(group) ? group["name"] : group;
    checkText("group", "the argument is a group, or its name", name, this.#origin);
    return this.nest(groupText(name as string));
  }

  /** A view whose passes are there only under a condition: `b.when({ target: "gpu" }).addPass(…)`. */
  when(condition: When): PassManagerBuilder<Op, Point> {
    checkWhen(condition, this.#origin);
    return this.#with({ when: bothWhen(this.#view.when, condition) });
  }

  /** Publishes a named place in the pipeline, here. For the framework only. */
  addExtensionPoint(name: string, settings?: PointSettings): this {
    if (!this.#isFramework) frameworkOnly("addExtensionPoint", this.#view.party.name);
    checkPoint(name, settings, this.#origin);
    const point = settings ?? this.#view.construction.pointSettings(name);
    const steps = this.#own.open();
    const step = this.#making.point(name, point);
    const taken = steps.takenName(step);
    if (taken !== undefined) pointTwice(taken, this.#view.party.name);
    steps.append(step, this.#view.inside);
    return this;
  }

  /** Before the pass of that name; the first of several. */
  addBefore<const P extends PassReference>(
    target: PassReference,
    pass: P,
    settings: InsertSettings<OptionsOf<P>> = {},
  ): Insertion {
    const name = nameOfTarget(target);
    return this.#insert("addBefore", name, pass, { before: name }, settings);
  }

  /** After the pass of that name; the last of several. */
  addAfter<const P extends PassReference>(
    target: PassReference,
    pass: P,
    settings: InsertSettings<OptionsOf<P>> = {},
  ): Insertion {
    const name = nameOfTarget(target);
    return this.#insert("addAfter", name, pass, { after: name }, settings);
  }

  /** Before the first pass of a type, whoever that pass comes from. */
  addBeforeType<const P extends PassReference>(
    type: string,
    pass: P,
    settings: InsertSettings<OptionsOf<P>> = {},
  ): Insertion {
    return this.#insert("addBeforeType", type, pass, { beforeType: type }, settings);
  }

  /** After the last pass of a type, whoever that pass comes from. */
  addAfterType<const P extends PassReference>(
    type: string,
    pass: P,
    settings: InsertSettings<OptionsOf<P>> = {},
  ): Insertion {
    return this.#insert("addAfterType", type, pass, { afterType: type }, settings);
  }

  /** At an extension point of the framework. */
  addAt<const P extends PassReference>(point: Point, pass: P, settings: InsertSettings<OptionsOf<P>> = {}): Insertion {
    return this.#insert("addAt", point, pass, { at: point }, settings);
  }

  /**
   * Puts a pass in the place of one of the framework's, which need not be `removable`: positions, rules and guards that name the
   * old pass mean the new one. Two contributors that replace one step are an error.
   */
  replace<const P extends PassReference>(
    target: PassReference,
    pass: P,
    settings: StepSettings<OptionsOf<P>> = {},
  ): Insertion {
    const name = nameOfTarget(target);
    checkInsertion("replace", name ?? null, pass, settings, this.#origin);
    if (typeof pass === "string" && this.#view.construction.catalogue.findPipeline(pass) !== undefined) {
      const help = `insert \`${pass}\` before the step, and remove the step`;
      throw wrongCall("replace", `named pipeline \`${pass}\` cannot replace a step`, help, this.#origin);
    }
    return this.#edits.replace(name, pass, settings as StepSettings);
  }

  /** Takes out a step that the framework marked `removable`. References to it keep their meaning. */
  remove(target: PassReference, settings: { readonly reason?: string; readonly when?: When } = {}): Insertion {
    const name = nameOfTarget(target);
    checkText("remove", "the first argument is a step", name, this.#origin);
    checkSettings("remove", settings, this.#origin);
    return this.#edits.remove(name, settings);
  }

  /** States a rule about a pass, or about all passes of a type with {@link ofType}. */
  rule(subject: RuleTarget): RuleBuilder {
    checkRuleCall("rule", subject, undefined, this.#origin);
    if (isPassDefinition(subject)) this.#making.declare(subject as PassDefinition<never>);
    return makeRuleBuilder(this.#say, this.#selectorOf(subject));
  }

  /** One for all rules of a view: there may be thousands. */
  readonly #say: SayRule = (subject, strength, relation, target, because) => {
    checkRuleCall(relation, target, because ?? {}, this.#origin);
    if (this.#making.isElsewhere(undefined)) return;
    const { construction, party } = this.#view;
    const rule = { strength, subject, relation, target: this.#selectorOf(target), reason: because.reason };
    construction.rules.add(party.name, rule, this.#origin());
  };

  #selectorOf(target: RuleTarget): Selector {
    if (typeof target === "string") return { pass: target };
    return "declaration" in target ? { pass: target.declaration.name } : { type: target.type };
  }

  /** From one pass to another every step has to preserve a property, whoever put it there. */
  guard(property: string, range: { readonly from: string; readonly to: string; readonly reason: string }): this {
    checkGuard(property, range, this.#origin);
    if (this.#making.isElsewhere(undefined)) return this;
    this.#view.construction.guards.push({ property, ...range, origin: this.#making.origin() });
    return this;
  }

  /**
   * A view for somebody else. What is done with it is theirs: it gets their name in every explanation, its own calls alone
   * decide its answers, and ties are broken by its name.
   */
  forParty(party: Party, options: { readonly sourceOf?: SourceOf } = {}): PassManagerBuilder<Op, Point> {
    checkParty(party, options, this.#origin);
    this.#view.construction.steps.spine();
    return this.#with({ party, sourceOf: options.sourceOf, inside: [], when: undefined });
  }

  /** A builder over the same steps of the framework, to which nobody has contributed: to see what somebody would ask for. */
  withFrameworkOnly(): PassManagerBuilder<Op, Point> {
    return this.#with({ construction: this.#view.construction.withFrameworkOnly() });
  }

  /** Adds insertions that are data, all at once and before any plugin's code. Answers what is wrong with them. */
  contribute(insertions: readonly DataInsertion[]): readonly Diagnostic[] {
    checkInsertions(insertions);
    return this.#theirs.contribute(insertions);
  }

  /** Adds rules that are data. */
  addRules(rules: readonly DataRule[]): void {
    checkDataRules(rules);
    const { construction } = this.#view;
    for (const { party, rule, origin } of rules) construction.rules.add(party.name, rule, origin);
  }

  /** @internal The steps of the framework under every choice, each with its condition: what manifests say of them. */
  get frameworkSteps(): readonly DraftStep[] {
    return this.#view.construction.steps.all();
  }

  /** All that the plan depends on, as data: what {@link resolve} takes. */
  input(): ResolveInput {
    return this.#view.construction.input();
  }

  /**
   * Resolves everything that was contributed so far into a plan. May be called again after more was added. `properties`, `ir`
   * and `on` replace the builder's own: for a pipeline of a graph, which begins where other things hold.
   */
  resolve(settings: ResolveOptions = {}): Resolution {
    checkResolving(settings);
    const { ir, ...options } = settings;
    const { construction } = this.#view;
    const input = construction.input();
    const { plan, diagnostics: found, unbound } = resolveWithUnbound({ ...input, ...options });
    const errors = construction.errorsOf(input, plan, ir);
    const all = [...errors, ...construction.remarksOn(input, plan, unbound, ir), ...found];
    return plan === undefined || errors.length > 0 ? { diagnostics: all } : { plan, diagnostics: all };
  }

  /**
   * Resolves everything that was contributed so far and fills the manager over which the builder was opened: it is the same
   * object afterwards, with the passes that it had, and others among them. A builder that was opened over a name or a text
   * makes a manager. Where there are errors, that manager stays as it was and is not in the answer. Nothing of the builder runs
   * afterwards.
   */
  build(settings: ResolveOptions = {}): Built<Op> {
    const { construction, manager } = this.#view;
    const { plan, diagnostics } = this.resolve(settings);
    if (plan === undefined) return { diagnostics };
    const made = new OpPassManager<Op>(plan.anchor, { isOutermost: true });
    const problems = fillManager(plan, construction.catalogue, made, (step) => construction.passOf(step));
    if (problems.length > 0) return { diagnostics: [...problems, ...diagnostics] };
    if (manager === undefined) return { manager: made, plan, diagnostics };
    keepOffThreads(made, manager);
    return { manager: manager.clear().append(made), plan, diagnostics };
  }

  /** What is wrong with a plan by what is known of its passes now: their code may have come since it was made. */
  errorsOf(plan: Plan): readonly Diagnostic[] {
    checkArguments("errorsOf", ["plan", "a plan", isPlan, plan]);
    return this.#view.construction.errorsOf(this.input(), plan);
  }

  /** Why a pass cannot run on operations of that name, as far as its code and the IR are known. */
  whyNotOn(pass: PassDeclaration, anchor: string, ir?: string): Diagnostic | undefined {
    return this.#view.construction.whyNotOn(pass, anchor, ir);
  }

  get #isFramework(): boolean {
    return this.#view.party.kind === "framework";
  }

  #with(changes: Partial<BuilderView<Op>>): PassManagerBuilder<Op, Point> {
    return new PassManagerBuilder<Op, Point>("any").#enter({ ...this.#view, ...changes });
  }

  #insert<P extends PassReference>(
    call: string,
    target: string,
    pass: P,
    place: Place,
    settings: InsertSettings<OptionsOf<P>>,
  ): Insertion {
    const said = settings as InsertSettings;
    // What is left out is no target either.
    checkInsertion(call, target ?? null, pass, said, this.#origin);
    return this.#isFramework ? this.#own.insert(pass, place, said) : this.#theirs.insert(pass, place, said);
  }
}

/** The name of the pass that a call is about. Anything else is checked by the call. */
function nameOfTarget(target: PassReference): string {
  return isPassDefinition(target) ? target.declaration.name : (target as string);
}

const isList = (value: object): value is readonly unknown[] => Array.isArray(value);

/** The framework's view of a new builder, with what is in the pipeline already. */
function openView<Op extends object>(target: string | OpPassManager<Op>, options: BuilderOptions<Op>): BuilderView<Op> {
  checkOpening(target, options);
  const { framework = { name: "pipeline" }, catalogue = new PassCatalogue<Op>(), sourceOf } = options;
  const text = typeof target === "string" && target.includes("(") ? parseTarget(target) : undefined;
  const anchor = text?.anchor ?? (typeof target === "string" ? target : target.anchorText);
  // A manager at the top knows its IR.
  const ir = typeof target === "object" && "adapter" in target ? (target.adapter as IrNames) : options.ir;
  if (typeof target === "object")
    target.forEachPass(
      ({ definition: { group } }) => group && catalogue.addGroup(group as GroupDefinition<Op>, framework),
    );
  const construction = new Construction(anchor, framework, catalogue, { ...options, ...(ir && { ir }) });
  const party: Party = { kind: "framework", ...framework };
  const origin: Origin = { kind: "framework", name: framework.name };
  if (text !== undefined) importText(text, construction, origin);
  else if (typeof target !== "string") {
    importElements(target, construction, [], (pass) => {
      const step = stepOfPass(pass, construction, origin, framework);
      construction.keepPass(step.options, pass);
      return step;
    });
  }
  const manager = typeof target === "string" ? undefined : target;
  return { construction, manager, party, sourceOf, inside: [], when: undefined };
}
