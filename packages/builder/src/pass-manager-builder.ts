import {
  type Diagnostic,
  OpPassManager,
  type Owner,
  type PassDeclaration,
  type PassDefinition,
  isPassDefinition,
} from "@passwright/core";
import { type PassCatalogue } from "./catalogue.ts";
import { Construction, frameworkOnly, stepsAreFixed } from "./construction.ts";
import { type Contribution } from "./contribution.ts";
import * as errors from "./errors.ts";
import { importElements } from "./import-elements.ts";
import { type Origin } from "./origin.ts";
import { originHere, type Party, type SourceOf } from "./party.ts";
import { UNKNOWN_TYPES } from "./pass-type.ts";
import { type OnMissing, type Place, type Which } from "./place.ts";
import { resolve, type Resolution } from "./resolve/resolve.ts";
import { type Relation, type Rule } from "./rule.ts";
import { makeRuleBuilder, type RuleBuilder, type RuleReason, type RuleTarget, toSelector } from "./rule-builder.ts";
import { type Nest, type StepOptions } from "./step.ts";
import { type NewStep } from "./framework-steps.ts";

/** A pass as builders take it: defined in code, or by the name under which somebody declared it. */
export type PassReference = PassDefinition<never> | string;

/** What may be said of a pass when it is added. */
export interface StepSettings {
  readonly options?: StepOptions;
  /** Types in place of those that the pass declares. */
  readonly types?: readonly string[];
  /** The operation to run it on, for a pass that runs on any. */
  readonly anchor?: string;
  /** Why it is added: shown by `explain`. */
  readonly reason?: string;
}

/** What may be said of an insertion besides. */
export interface InsertSettings extends StepSettings {
  readonly which?: Which;
  readonly onMissing?: OnMissing;
}

/** The answer to an `add…` call: the step's address, or why it has no place, so that another way can be tried. */
export type Insertion =
  | { readonly ok: true; readonly step: string; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** An insertion as data, with who asked for it: from a manifest or a config. */
export interface DataInsertion {
  readonly party: Party;
  readonly pass: string;
  readonly place: Place;
  readonly settings: InsertSettings;
  readonly origin: Origin;
}

/** A rule as data. */
export interface DataRule {
  readonly party: Party;
  readonly rule: Omit<Rule, "party" | "index" | "origin">;
  readonly origin: Origin;
}

/** Options of a {@link PassManagerBuilder}. */
export interface BuilderOptions<Op extends object> {
  /** Whose pipeline it is. */
  readonly framework?: Owner;
  /** The passes that may be used by name. */
  readonly catalogue?: PassCatalogue<Op>;
  readonly sourceOf?: SourceOf;
}

/**
 * A pipeline under construction, by a framework and by strangers who insert into the middle of it: the proposal's
 * `PassManagerBuilder`.
 *
 * The framework builds its pipeline with `addPass`, `nest` and `addExtensionPoint`, and may insert into it. Then others get
 * a view of their own with {@link forParty}; they insert before and after passes that they name, around types of passes,
 * and at extension points. Every call answers at once; the pipeline is resolved when all are done.
 */
export class PassManagerBuilder<Op extends object = object, Point extends string = string> {
  readonly #construction: Construction<Op>;
  readonly #party: Party;
  readonly #sourceOf: SourceOf | undefined;
  /** The managers that this view adds to; only the framework has such views. */
  readonly #inside: readonly Nest[];

  /**
   * Opens a builder over a pipeline on `target`: the name of an operation, `any`, or a manager, whose passes become the
   * framework's first steps.
   */
  constructor(target: string | OpPassManager<Op>, options?: BuilderOptions<Op>);
  /** @internal A further view of a builder. */
  constructor(view: BuilderView<Op>);
  constructor(target: string | OpPassManager<Op> | BuilderView<Op>, options: BuilderOptions<Op> = {}) {
    if (typeof target === "object" && "construction" in target) {
      this.#construction = target.construction;
      this.#party = target.party;
      this.#sourceOf = target.sourceOf;
      this.#inside = target.inside;
      return;
    }
    const framework = options.framework ?? { name: "pipeline" };
    const anchor = typeof target === "string" ? target : target.anchorText;
    this.#construction = new Construction(anchor, framework, options.catalogue);
    this.#party = { kind: "framework", ...framework };
    this.#sourceOf = options.sourceOf;
    this.#inside = [];
    if (typeof target !== "string")
      importElements(target, this.#construction, { kind: "framework", name: framework.name });
  }

  /** Appends a pass: to the framework's pipeline, or, from a plugin, at the end of it. */
  addPass(pass: PassReference, settings: StepSettings = {}): Insertion {
    if (!this.#isFramework) return this.#insert(pass, { end: true }, settings);
    const step = this.#newStep(pass, settings);
    this.#open().append(step, this.#inside);
    return { ok: true, step: step.name, warnings: [] };
  }

  /** Opens a manager for operations of that name; what is added to it is nested. For the framework only. */
  nest(anchor: string): PassManagerBuilder<Op, Point> {
    if (!this.#isFramework) frameworkOnly("nest", this.#party.name);
    return this.#view({ inside: this.#open().openNest(anchor, this.#inside) });
  }

  /** Publishes a named place in the pipeline, here. For the framework only. */
  addExtensionPoint(name: string): this {
    if (!this.#isFramework) frameworkOnly("addExtensionPoint", this.#party.name);
    const origin = originHere(this.#party, this.#sourceOf);
    const step: NewStep = { kind: "point", name, declaration: { name }, options: {}, types: [], origin };
    this.#open().append(step, this.#inside);
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

  /** States a rule about a pass, or about all passes of a type with {@link ofType}. */
  rule(subject: PassReference | { readonly type: string }): RuleBuilder {
    const name = isPassDefinition(subject) ? this.#declare(subject as PassDefinition<never>).name : subject;
    const selector = toSelector(name as RuleTarget);
    return makeRuleBuilder((strength, relation: Relation, target: RuleTarget, { reason }: RuleReason) => {
      const rule = { strength, subject: selector, relation, target: toSelector(target), reason };
      this.addRules([{ party: this.#party, rule, origin: originHere(this.#party, this.#sourceOf) }]);
    });
  }

  /**
   * A view for somebody else. What is done with it is theirs: it gets their name in every explanation, its own calls alone
   * decide its answers, and ties are broken by its name.
   */
  forParty(party: Party, options: { readonly sourceOf?: SourceOf } = {}): PassManagerBuilder<Op, Point> {
    this.#construction.steps.spine();
    return this.#view({ party, sourceOf: options.sourceOf, inside: [] });
  }

  /**
   * Adds insertions that are data, all at once and before any plugin's code. Answers what is wrong with them.
   */
  contribute(insertions: readonly DataInsertion[]): readonly Diagnostic[] {
    const made = insertions.map(({ party, pass, place, settings, origin }) => {
      const contribution = this.#contribution(party, this.#declaration(pass), place, settings, origin);
      this.#construction.keepFixed(contribution);
      return contribution;
    });
    return made.flatMap((contribution) => {
      const { located, diagnostics } = this.#construction.locate(contribution);
      return located === undefined && contribution.onMissing === "skip" ? [] : diagnostics;
    });
  }

  /** Adds rules that are data. */
  addRules(rules: readonly DataRule[]): void {
    for (const { party, rule, origin } of rules) {
      const index = this.#construction.nextRuleOf(party.name);
      this.#construction.rules.push({ ...rule, party: party.name, index, origin });
    }
  }

  /** Resolves everything that was contributed so far into a plan. May be called again after more was added. */
  resolve(): Resolution {
    const { framework, steps, contributions, rules, diagnostics, refusals } = this.#construction;
    const { plan, diagnostics: found } = resolve({ framework, spine: steps.spine(), contributions, rules });
    const all = [...diagnostics, ...refusals, ...found];
    return plan === undefined || diagnostics.length > 0 ? { diagnostics: all } : { plan, diagnostics: all };
  }

  get #isFramework(): boolean {
    return this.#party.kind === "framework";
  }

  #view(changes: Partial<BuilderView<Op>>): PassManagerBuilder<Op, Point> {
    return new PassManagerBuilder<Op, Point>({
      construction: this.#construction,
      party: this.#party,
      sourceOf: this.#sourceOf,
      inside: this.#inside,
      ...changes,
    });
  }

  #open(): Construction<Op>["steps"] {
    const { steps, framework } = this.#construction;
    if (steps.isFixed) stepsAreFixed(framework.name);
    return steps;
  }

  /** Notes a pass that comes as code; a clash with another owner's pass is an error of the whole plan. */
  #declare(definition: PassDefinition<never>): PassDeclaration {
    const { name, version } = this.#party;
    const owner = version === undefined ? { name } : { name, version };
    const problem = this.#construction.catalogue.add({
      declaration: definition.declaration,
      owner,
      definition: definition as unknown as PassDefinition<Op>,
    });
    if (problem !== undefined) this.#construction.diagnostics.push(problem);
    return definition.declaration;
  }

  #declaration(pass: PassReference): PassDeclaration {
    return isPassDefinition(pass)
      ? this.#declare(pass as PassDefinition<never>)
      : this.#construction.declarationOf(pass as string);
  }

  #newStep(pass: PassReference, settings: StepSettings): NewStep {
    const declared = this.#declaration(pass);
    const declaration = settings.anchor === undefined ? declared : { ...declared, anchor: settings.anchor };
    const { options = {}, types = declared.types ?? UNKNOWN_TYPES, reason } = settings;
    const origin = originHere(this.#party, this.#sourceOf);
    const why = reason === undefined ? {} : { reason };
    return { kind: "pass", name: declared.name, declaration, options, types, origin, ...why };
  }

  #contribution(
    party: Party,
    declared: PassDeclaration,
    place: Place,
    settings: InsertSettings,
    origin: Origin,
  ): Contribution {
    const { options = {}, types = declared.types ?? UNKNOWN_TYPES, anchor, ...rest } = settings;
    const pass = anchor === undefined ? declared : { ...declared, anchor };
    const next = this.#construction.nextOf(party.name, declared.name);
    return { party: party.name, pass, types, options, place, origin, ...rest, ...next };
  }

  #insert(pass: PassReference, place: Place, settings: InsertSettings): Insertion {
    if (this.#isFramework) return this.#insertOwn(pass, place, settings);
    const origin = originHere(this.#party, this.#sourceOf);
    const contribution = this.#contribution(this.#party, this.#declaration(pass), place, settings, origin);
    const { located, diagnostics } = this.#construction.contribute(contribution);
    if (located !== undefined) return { ok: true, step: contribution.address, warnings: diagnostics };
    return { ok: false, diagnostic: diagnostics[0] as Diagnostic };
  }

  /** The framework's own insertions are carried out on the spot. */
  #insertOwn(pass: PassReference, place: Place, settings: InsertSettings): Insertion {
    const steps = this.#open();
    const step = this.#newStep(pass, settings);
    const side = "before" in place || "beforeType" in place || "at" in place ? "before" : "after";
    const target =
      "before" in place
        ? steps.findName(place.before, side)
        : "after" in place
          ? steps.findName(place.after, side)
          : "beforeType" in place
            ? steps.findType(place.beforeType, side)
            : "afterType" in place
              ? steps.findType(place.afterType, side)
              : "at" in place
                ? steps.findPoint(place.at)
                : undefined;
    if (target !== undefined && steps.insert(step, target, side)) return { ok: true, step: step.name, warnings: [] };
    const request = { ...settings, pass: step.name, place, origin: step.origin };
    return { ok: false, diagnostic: errors.noPlaceForOwn(request, target?.step.name) };
  }
}

/** @internal What a further view is made of. */
export interface BuilderView<Op extends object> {
  readonly construction: Construction<Op>;
  readonly party: Party;
  readonly sourceOf: SourceOf | undefined;
  readonly inside: readonly Nest[];
}
