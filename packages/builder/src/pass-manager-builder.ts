import {
  diagnosticThrownBy,
  everywhere,
  groupText,
  isPassDefinition,
  isTable,
  OpPassManager,
  printPipeline,
} from "@passwright/core";
import type { Diagnostic, PassDeclaration, PassDefinition } from "@passwright/core";
import type {
  BuilderOptions,
  BuilderView,
  Built,
  BundleSettings,
  DataInsertion,
  DataRule,
  InsertSettings,
  OptionsOf,
  PassReference,
  PublishedBundleSettings,
  ResolveOptions,
  StepSettings,
} from "./builder-settings.ts";
import { checkBundle, checkCall, checkDepth } from "./check/check-calls.ts";
import { bothWhen } from "./choice.ts";
import type { When } from "./choice.ts";
import type { Insertion } from "./contributions/insertion.ts";
import { frameworkOnly, managerChanged, pointTwice } from "./errors/calls.ts";
import { whereOf } from "./errors/where.ts";
import type { PointSettings } from "./steps/step.ts";
import { FrameworkInsertions } from "./steps/framework-insertions.ts";
import { openView } from "./open-view.ts";
import type { Origin } from "./contributions/origin.ts";
import type { ContributorId, SourceOf } from "./contributions/contributor.ts";
import { ContributorEdits } from "./contributions/contributor-edits.ts";
import { ContributorInsertions } from "./contributions/contributor-insertions.ts";
import type { Place } from "./contributions/place.ts";
import { wrongCall } from "./check/wrong-call.ts";
import { keepOffThreads, toPassManager } from "./plan/plan-to-manager.ts";
import type { Plan } from "./plan/plan.ts";
import { resolveWithUnbound } from "./resolve/resolve.ts";
import type { Resolution } from "./resolve/resolve.ts";
import type { ResolveInput } from "./resolve/resolve-input.ts";
import type { Selector } from "./rules/rule.ts";
import { makeRuleBuilder } from "./rules/rule-builder.ts";
import type { RuleBuilder, RuleTarget, AddRule } from "./rules/rule-builder.ts";
import { bundleWithOptions } from "./steps/bundle.ts";
import type { BundleMember } from "./steps/bundle.ts";
import type { DraftStep } from "./steps/step-list.ts";

/**
 * Builder for a pipeline. The framework adds the steps of the pipeline, and plugins insert passes between these steps.
 *
 * The framework builds its pipeline with `addPass`, `addBundle`, `nest`, `when` and `addExtensionPoint`, and can insert
 * passes itself. Other contributors get a view from {@link forContributor}, and use it to insert passes before and
 * after named passes, around pass types, and at extension points. Each call returns its result immediately. After all
 * calls, the pipeline is resolved.
 */
export class PassManagerBuilder<Op extends object = object, Point extends string = string> {
  #view!: BuilderView<Op>;
  #own!: FrameworkInsertions<Op>;
  #theirs!: ContributorInsertions<Op>;
  #edits!: ContributorEdits<Op>;
  /** Returns the origin of the current call. Computed on demand, because a stack trace is expensive. */
  readonly #origin = (): Origin => this.#edits.origin();

  /**
   * Opens a builder for a pipeline. `target` is an operation name or `any`, a textual pipeline
   * (`builtin.module(cse,func.func(canonicalize))`), or a manager. Existing passes become the first steps of the
   * framework.
   *
   * @throws UsageError for invalid text (PWC0201, PWC0202, PWC0203) or invalid options (PWB0303).
   */
  constructor(target: string | OpPassManager<Op>, options: BuilderOptions<Op> = {}) {
    this.#enter(openView(target, options));
  }

  #enter(view: BuilderView<Op>): this {
    this.#view = view;
    this.#own = new FrameworkInsertions(view);
    this.#theirs = new ContributorInsertions(view);
    this.#edits = new ContributorEdits(view);
    return this;
  }

  /** Appends a pass to the pipeline. */
  addPass<const P extends PassReference>(pass: P, settings: StepSettings<OptionsOf<P>> = {}): Insertion {
    const given = settings as StepSettings;
    checkCall("addPass", [pass, given], this.#origin);
    return this.#isFramework ? this.#own.append(pass, given) : this.#theirs.insert(pass, { end: true }, given);
  }

  /**
   * Adds a bundle that the config or a plugin declares. If several bundles have the same name, use `plugin::name`
   * instead of `name`.
   */
  addBundle(name: string, settings?: PublishedBundleSettings): Insertion;
  /**
   * Adds passes as a bundle with the name `name`. Other calls can use the name as a target. Default position: the end.
   * Returns the result of the first pass. If a pass is refused, the whole bundle is refused, and the result contains
   * the error for this pass.
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
      const { construction, contributor } = this.#view;
      const { options, ...rest } = passes;
      const { kind = "open", without, passes: published } = construction.bundleOf(name, contributor.name);
      const members = bundleWithOptions(name, published, options);
      return this.addBundle(name.replace(/^.*::/, ""), members, { kind, ...(without && { without }), ...rest });
    }
    const members = passes.flatMap((one): readonly BundleMember<PassReference>[] => {
      const member = Array.isArray(one) ? (one as BundleMember<PassReference>) : ([one as PassReference, {}] as const);
      return this.#edits.membersOf(...member) ?? [member];
    });
    return this.#isFramework
      ? this.#own.insertBundle(name, members, settings)
      : this.#theirs.insertBundle(name, members, settings);
  }

  /**
   * Opens a nested manager for operations with this name. Managers can be nested up to 1,000 levels deep. Only the
   * framework can call this method.
   */
  nest(anchor: string, ...surplus: readonly never[]): PassManagerBuilder<Op, Point> {
    this.#requireFramework("nest");
    checkCall("nest", [anchor, ...surplus], this.#origin);
    checkDepth(this.#view.inside.length, this.#origin);
    return this.#with({ inside: this.#own.open().openNest(anchor, this.#view.inside) });
  }

  /**
   * Opens a manager for operations with this name at every depth, written `**path(…)` in textual pipelines. The manager
   * runs all of its passes on an operation before it continues with the next operation. Outer operations come first.
   * Only the framework can call this method.
   */
  nestEverywhere(anchor: string, ...surplus: readonly never[]): PassManagerBuilder<Op, Point> {
    this.#requireFramework("nestEverywhere");
    checkCall("nestEverywhere", [anchor, ...surplus], this.#origin);
    return this.nest(everywhere(anchor));
  }

  /**
   * Opens a group, written `group<postcss>(…)` in textual pipelines. The group does not merge with adjacent groups. A
   * pass that declares a group can also be added without a call of `group`. The added pass joins adjacent members of
   * the same group. Only the framework can call this method.
   */
  group(group: { readonly name: string } | string, ...surplus: readonly never[]): PassManagerBuilder<Op, Point> {
    this.#requireFramework("group");
    const name: unknown = isTable(group) ? group["name"] : group;
    checkCall("group", [name, ...surplus], this.#origin);
    return this.nest(groupText(name as string));
  }

  /** Returns a view that adds passes under a condition: `b.when({ target: "gpu" }).addPass(…)`. */
  when(condition: When, ...surplus: readonly never[]): PassManagerBuilder<Op, Point> {
    checkCall("when", [condition, ...surplus], this.#origin);
    return this.#with({ when: bothWhen(this.#view.when, condition) });
  }

  /** Adds an extension point at the current end of the pipeline. Only the framework can call this method. */
  addExtensionPoint(name: string, settings?: PointSettings): this {
    this.#requireFramework("addExtensionPoint");
    checkCall("addExtensionPoint", [name, settings ?? {}], this.#origin);
    const point = settings ?? this.#view.construction.pointSettings(name);
    const steps = this.#own.open();
    const step = this.#edits.point(name, point);
    const taken = steps.takenName(step);
    if (taken !== undefined) pointTwice(taken, this.#view.contributor.name);
    steps.append(step, this.#view.inside);
    return this;
  }

  /** Inserts a pass before the first pass with this name, or before the passes that `which` selects. */
  addBefore<const P extends PassReference>(
    target: PassReference,
    pass: P,
    settings: InsertSettings<OptionsOf<P>> = {},
  ): Insertion {
    const name = this.#nameOfTarget(target, pass);
    return this.#insert("addBefore", name, pass, { before: name }, settings);
  }

  /** Inserts a pass after the last pass with this name, or after the passes that `which` selects. */
  addAfter<const P extends PassReference>(
    target: PassReference,
    pass: P,
    settings: InsertSettings<OptionsOf<P>> = {},
  ): Insertion {
    const name = this.#nameOfTarget(target, pass);
    return this.#insert("addAfter", name, pass, { after: name }, settings);
  }

  /** Inserts a pass before the first pass of a type. The passes of the type can come from any contributor. */
  addBeforeType<const P extends PassReference>(
    type: string,
    pass: P,
    settings: InsertSettings<OptionsOf<P>> = {},
  ): Insertion {
    return this.#insert("addBeforeType", type, pass, { beforeType: type }, settings);
  }

  /** Inserts a pass after the last pass of a type. The passes of the type can come from any contributor. */
  addAfterType<const P extends PassReference>(
    type: string,
    pass: P,
    settings: InsertSettings<OptionsOf<P>> = {},
  ): Insertion {
    return this.#insert("addAfterType", type, pass, { afterType: type }, settings);
  }

  /** Inserts a pass at an extension point of the framework. */
  addAt<const P extends PassReference>(point: Point, pass: P, settings: InsertSettings<OptionsOf<P>> = {}): Insertion {
    return this.#insert("addAt", point, pass, { at: point }, settings);
  }

  /**
   * Replaces a step of the framework, even if the step is not `removable`. Positions, rules and guards that name the
   * old pass then refer to the new pass. Two replacements of the same step are an error.
   */
  replace<const P extends PassReference>(
    target: PassReference,
    pass: P,
    settings: StepSettings<OptionsOf<P>> = {},
  ): Insertion {
    const name = this.#nameOfTarget(target, pass);
    checkCall("replace", [name, pass, settings], this.#origin);
    if (typeof pass === "string" && this.#view.construction.catalogue.findPipeline(pass) !== undefined) {
      const help = `insert \`${pass}\` before the step, and remove the step`;
      throw wrongCall("replace", `named pipeline \`${pass}\` cannot replace a step`, help, this.#origin);
    }
    return this.#edits.replace(name, pass, settings as StepSettings);
  }

  /** Removes a step that the framework marked as `removable`. Positions next to the step stay valid. */
  remove(target: PassReference, settings: { readonly reason?: string; readonly when?: When } = {}): Insertion {
    const name = this.#nameOfTarget(target);
    checkCall("remove", [name, settings], this.#origin);
    return this.#edits.remove(name, settings);
  }

  /** Starts a rule whose subject is a pass, or all passes of a type (see {@link ofType}). */
  rule(subject: RuleTarget, ...surplus: readonly never[]): RuleBuilder {
    checkCall("rule", [subject, ...surplus], this.#origin);
    if (isPassDefinition(subject)) this.#edits.declare(subject as PassDefinition<never>);
    const { construction, contributor } = this.#view;
    const selector = this.#selectorOf(subject);
    construction.openRules.set(selector, contributor.name);
    return makeRuleBuilder(this.#addRule, selector);
  }

  /** Adds a complete rule. One function for all rules of a view uses less memory than a closure for each rule. */
  readonly #addRule: AddRule = (subject, strength, relation, target, because) => {
    checkCall(relation, [target, because], this.#origin);
    const { construction, contributor } = this.#view;
    construction.openRules.delete(subject);
    if (this.#edits.isElsewhere(undefined)) return;
    const rule = { strength, subject, relation, target: this.#selectorOf(target), reason: because.reason };
    construction.addRule(contributor.name, rule, this.#origin());
  };

  #selectorOf(target: RuleTarget): Selector {
    if (typeof target === "string") return { pass: target };
    return "declaration" in target ? { pass: target.declaration.name } : { type: target.type };
  }

  /** Requires that all steps between two passes preserve a property. */
  guard(property: string, range: { readonly from: string; readonly to: string; readonly reason: string }): this {
    checkCall("guard", [property, range], this.#origin);
    if (this.#edits.isElsewhere(undefined)) return this;
    this.#view.construction.guards.push({ property, ...range, origin: this.#edits.origin() });
    return this;
  }

  /**
   * Returns a view for another contributor. Explanations name this contributor as the origin of the steps that the view
   * adds. The results of calls on the view do not depend on calls of other contributors. If nothing else determines the
   * order of two steps, the names of their contributors determine it. `rank` is the index of an insertion in a list, and
   * determines the order of steps of one contributor. Only the framework can call this method.
   */
  forContributor(
    contributor: ContributorId,
    options: { readonly sourceOf?: SourceOf; readonly rank?: number } = {},
  ): PassManagerBuilder<Op, Point> {
    this.#requireFramework("forContributor");
    checkCall("forContributor", [contributor, options], this.#origin);
    this.#view.construction.steps.basePipeline();
    const { sourceOf, rank } = options;
    return this.#with({ contributor, sourceOf, rank, inside: [], when: undefined });
  }

  /** Returns a builder that has the steps of the framework, but no contributions. */
  withFrameworkOnly(): PassManagerBuilder<Op, Point> {
    return this.#with({ construction: this.#view.construction.withFrameworkOnly() });
  }

  /** Adds the insertions of all manifests and configs, before any plugin code runs. Returns their problems. */
  contribute(insertions: readonly DataInsertion[]): readonly Diagnostic[] {
    this.#requireFramework("contribute");
    const { catalogue } = this.#view.construction;
    const isCall = ({ pass, isBundle }: DataInsertion): boolean =>
      isBundle === true || catalogue.findPipeline(pass) !== undefined;
    const problems = this.#theirs.contribute(insertions.filter((one) => !isCall(one)));
    return [...problems, ...insertions.filter(isCall).flatMap((one) => this.#contributeByCall(one))];
  }

  /** Inserts a bundle or named pipeline that a manifest or config requests. Returns the error that the call throws. */
  #contributeByCall({ contributor, pass, isBundle, place, settings, origin, rank }: DataInsertion): Diagnostic[] {
    const { file, line, column } = origin;
    const source = file === undefined || line === undefined ? undefined : { file, line, ...(column && { column }) };
    const sourceOf = { atHand: () => source };
    const view = this.forContributor(contributor, { sourceOf, ...(rank !== undefined && { rank }) });
    const given = { onMissing: "error", ...settings } as const;
    const problem = diagnosticThrownBy(() =>
      isBundle === true
        ? view.addBundle(pass, { ...(given as PublishedBundleSettings), place })
        : view.#theirs.insert(pass, place, given as InsertSettings),
    );
    return problem === undefined ? [] : [{ ...problem, ...whereOf(origin) }];
  }

  /** Adds rules that manifests or configs declare. */
  addRules(rules: readonly DataRule[]): void {
    this.#requireFramework("addRules");
    const { construction } = this.#view;
    for (const { contributor, rule, origin } of rules) construction.addRule(contributor.name, rule, origin);
  }

  /** Refuses further insertions, edits, rules and guards. Called after the code of all contributors returned. */
  close(): void {
    this.#requireFramework("close");
    this.#view.construction.isClosed = true;
  }

  /** Subjects of rules without a target, each with the name of the contributor that called `rule`. */
  get openRules(): ReadonlyMap<Selector, string> {
    return this.#view.construction.openRules;
  }

  /** Steps of the framework under all choices, each with its condition. Manifests list these steps. */
  get frameworkSteps(): readonly DraftStep[] {
    return this.#view.construction.steps.all();
  }

  /** Returns the input of {@link resolve}, as data. */
  input(): ResolveInput {
    return this.#view.construction.input();
  }

  /**
   * Makes a plan from all contributions so far. The method can be called again after further contributions. The
   * settings `properties`, `ir` and `on` override the settings of the builder. A graph uses these settings to resolve
   * the pipelines after its first pipeline.
   */
  resolve(settings: ResolveOptions = {}): Resolution {
    const { ir, ...options } = settings;
    const { construction } = this.#view;
    const input = construction.input();
    const {
      plan,
      diagnostics: found,
      unbound,
    } = resolveWithUnbound({ ...input, ...options }, (without, contributor, others) =>
      construction
        .errorsOf(others, without, construction.anchorsOf(without, ir))
        .every(({ plugin }) => plugin === contributor),
    );
    const anchors = construction.anchorsOf(plan, ir);
    const errors = construction.errorsOf(input, plan, anchors);
    const all = [...errors, ...construction.remarksOn(input, plan, unbound), ...anchors.warnings, ...found];
    return plan === undefined || errors.length > 0 ? { diagnostics: all } : { plan, diagnostics: all };
  }

  /**
   * Resolves all contributions so far and fills the manager that the builder was opened with, or a new manager. If the
   * plan has errors, does not return or change a manager. Runs of the manager do not use the builder.
   *
   * @throws UsageError PWB0302 if the passes of the manager changed after the builder read them.
   */
  build(settings: ResolveOptions = {}): Built<Op> {
    const { construction, manager } = this.#view;
    const { plan, diagnostics } = this.resolve(settings);
    if (plan === undefined) return { diagnostics };
    const made = new OpPassManager<Op>(plan.anchor, { isOutermost: true });
    const problems = toPassManager(plan, construction.catalogue, made, ({ options }) =>
      construction.existingPasses.get(options),
    );
    if (problems.length > 0) return { diagnostics: [...problems, ...diagnostics] };
    if (manager === undefined) return { manager: made, plan, diagnostics };
    if (printPipeline(manager) !== construction.managerText) managerChanged(construction.framework.name);
    keepOffThreads(made, manager);
    manager.clear().append(made);
    construction.managerText = printPipeline(manager);
    return { manager, plan, diagnostics };
  }

  /** Checks a plan again, and returns its errors. Useful if code of passes was loaded after planning. */
  errorsOf(plan: Plan): readonly Diagnostic[] {
    const { construction } = this.#view;
    return construction.errorsOf(construction.input(), plan, construction.anchorsOf(plan));
  }

  /**
   * Returns the reason why a pass cannot run on operations with this name, or `undefined`. Uses the code of the pass
   * and the IR if both are available.
   */
  whyNotOn(pass: PassDeclaration, anchor: string, ir?: string): Diagnostic | undefined {
    return this.#view.construction.whyNotOn(pass, anchor, ir);
  }

  /**
   * Returns the name of a target. Returns invalid targets unchanged, because callers check the returned name. A target
   * is invalid if the arguments are swapped: the target is a new pass, and `pass` names a step of the framework.
   */
  #nameOfTarget(target: PassReference, pass?: PassReference): string {
    if (!isPassDefinition(target)) return target as string;
    const { name } = target.declaration;
    const { construction, contributor } = this.#view;
    if (typeof pass !== "string" || this.#isFramework || construction.contributions.has(contributor.name, name))
      return name;
    const basePipeline = construction.steps.basePipeline();
    return basePipeline.hasPass(pass) && !basePipeline.hasPass(name) ? (target as never) : name;
  }

  get #isFramework(): boolean {
    return this.#view.contributor.kind === "framework";
  }

  #requireFramework(call: string): void {
    if (!this.#isFramework) frameworkOnly(call, this.#view.contributor.name);
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
    const given = settings as InsertSettings;
    checkCall(call, [target, pass, given], this.#origin);
    return this.#isFramework ? this.#own.insert(pass, place, given) : this.#theirs.insert(pass, place, given);
  }
}

const isList = (value: object): value is readonly unknown[] => Array.isArray(value);
