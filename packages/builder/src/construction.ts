import { type Diagnostic, type Owner, type PassDeclaration, UsageError } from "@passwright/core";
import { type BundleKind, type BundleRef } from "./steps/bundle.ts";
import { type AskedStep, checkDeclared, checkOptions } from "./plan/check-steps.ts";
import { type CataloguedPass, type PassCatalogue } from "./catalogue.ts";
import { type Choice } from "./choice.ts";
import { type Contribution } from "./contributions/contribution.ts";
import { type Edit, isOverruled, means, type Override, overrulingsOf } from "./contributions/edit.ts";
import * as errors from "./errors.ts";
import { type PointSettings } from "./steps/extension-point.ts";
import { FrameworkSteps } from "./steps/framework-steps.ts";
import { Grants } from "./contributions/grants.ts";
import { type LocateResult } from "./contributions/locate-place.ts";
import { nestBeside, openBetween, staysInside } from "./steps/nesting.ts";
import { idleOrders, idleRetypes, idleRules } from "./rules/idle-rules.ts";
import { KnownNames } from "./rules/known-names.ts";
import { type Origin } from "./contributions/origin.ts";
import { inPartyOrder, type Party } from "./contributions/party.ts";
import { type OnMissing } from "./contributions/place.ts";
import { UNKNOWN_TYPES } from "./steps/pass-type.ts";
import { type Alternative, type Plan, type Retyped } from "./plan/plan.ts";
import { type Guard, type Properties } from "./properties/property.ts";
import { type Cleanup } from "./resolve/cleanups.ts";
import { type ResolveInput } from "./resolve/resolve.ts";
import { type Rule, type Selector } from "./rules/rule.ts";
import { type Step } from "./steps/step.ts";

/** What the framework and the user lay down before anybody builds. */
export interface ConstructionSettings {
  readonly choice?: Choice;
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
  /** What is said of the framework's extension points, by name. */
  readonly extensionPoints?: { readonly [name: string]: PointSettings };
}

/** Something that was asked for and not granted; `pass` is what was to be inserted. */
interface Refusal {
  readonly pass: string | undefined;
  readonly diagnostic: Diagnostic;
}

function byAddress(left: Alternative, right: Alternative): number {
  return left.address < right.address ? -1 : Number(left.address > right.address);
}

/** What one party contributed so far. */
interface PartyState {
  readonly contributions: Contribution[];
  readonly counts: Map<string, number>;
  /** How many bundles of a name there are. */
  readonly bundles: Map<string, number>;
  rules: number;
  edits: number;
}

/**
 * All that the views of one builder share: the framework's steps, the passes that are known, what every party contributed.
 * An answer to a party depends on the framework's steps, on data that is fixed before any plugin's code runs, and on the
 * party's own contributions; never on another party's calls.
 */
export class Construction<Op extends object> {
  readonly framework: Owner;
  readonly steps: FrameworkSteps;
  readonly catalogue: PassCatalogue<Op>;
  readonly choice: Choice;
  readonly rules: Rule[] = [];
  readonly guards: Guard[] = [];
  /** Passes that came with the calls of plugins, and whose. */
  readonly #brought = new Map<string, Set<string>>();
  readonly #settings: ConstructionSettings;
  readonly #edits: Edit[] = [];
  readonly #alternatives: Alternative[] = [];
  readonly #parties = new Map<string, PartyState>();
  #grants: Grants | undefined;
  /** What rules speak of: passes by name, and types. */
  readonly #passes = new Map<string, Selector>();
  readonly #types = new Map<string, Selector>();
  readonly #refusals = new Map<string, readonly Refusal[]>();
  /** Steps that were asked for and are in no plan of this choice: their options are looked at all the same. */
  readonly #unplaced: AskedStep[] = [];
  /** What has no place and was said to be an error then. */
  readonly #failures: Diagnostic[] = [];

  constructor(
    anchor: string,
    framework: Owner,
    catalogue: PassCatalogue<Op>,
    settings: ConstructionSettings,
    steps?: FrameworkSteps,
  ) {
    this.framework = framework;
    this.choice = settings.choice ?? {};
    this.steps = steps ?? new FrameworkSteps(anchor, this.choice);
    this.catalogue = catalogue;
    this.#settings = settings;
  }

  /** The same steps of the framework, which are fixed from now on, and nothing of anybody else. */
  withFrameworkOnly(): Construction<Op> {
    const { anchor } = this.steps.spine();
    return new Construction(anchor, this.framework, this.catalogue, this.#settings, this.steps);
  }

  /** The types of a pass: by whoever retyped it, as it was added, or as it declares. */
  typesOf(declaration: PassDeclaration, added: readonly string[] | undefined): readonly string[] {
    const retyped = this.#settings.retyped?.find(({ pass }) => pass === declaration.name);
    return retyped?.types ?? added ?? declaration.types ?? UNKNOWN_TYPES;
  }

  /** What is said of an extension point, where it is not said as it is added. */
  pointSettings(name: string): PointSettings {
    const { extensionPoints = {} } = this.#settings;
    const { formerly, deprecated } = (Object.hasOwn(extensionPoints, name) && extensionPoints[name]) || {};
    return { ...(formerly && { formerly }), ...(deprecated !== undefined && { deprecated }) };
  }

  /** All that `resolve` depends on, from everything that was done so far. */
  input(): ResolveInput {
    const spine = this.steps.spine();
    const { framework, rules, guards, choice, contributions } = this;
    const { properties = {}, overrides = [], retyped = [], cleanups = [] } = this.#settings;
    const alternatives = [...this.steps.alternatives, ...[...this.#alternatives].sort(byAddress)];
    const edits = this.#edits;
    const base = { framework, spine, contributions, rules, guards, choice, edits, overrides, properties, retyped };
    return { ...base, alternatives, cleanups: cleanups.map((name) => this.#cleanup(name)) };
  }

  #cleanup(name: string): Cleanup {
    const declaration = this.declarationOf(name);
    return { declaration, types: this.typesOf(declaration, undefined), options: {} };
  }

  /** Keeps an edit, or answers why it cannot be made. */
  edit(edit: Edit): Diagnostic | undefined {
    const problem = this.#problemOf(edit);
    if (problem === undefined) this.#edits.push({ ...edit, index: this.#party(edit.party).edits++ });
    else this.refuse(edit.party, [problem]);
    return problem;
  }

  #problemOf(edit: Edit): Diagnostic | undefined {
    const spine = this.steps.spine();
    const targets = spine.named(edit.target);
    if (targets.length === 0) return errors.noSuchTarget(edit.target, edit.origin, spine);
    const isTheUsers = edit.origin.kind === "config";
    const { overrides = [] } = this.#settings;
    const pin = overrides.find(
      (override) => "pin" in override && targets.some((index) => means(override.pin, spine.steps[index] as Step)),
    );
    if (pin !== undefined && !isTheUsers) return errors.isPinned(edit, pin.origin);
    const locked = targets.find((index) => spine.steps[index]?.removable !== true);
    if (edit.kind === "remove" && !isTheUsers && locked !== undefined) {
      return errors.notRemovable(edit.party, edit.target, edit.origin);
    }
    if (edit.kind === "replace") {
      for (const index of targets) {
        const nests = nestBeside(spine, edit.pass.anchor, spine.steps[index]?.nests ?? []);
        const open = openBetween(spine.steps[index - 1], spine.steps[index + 1]);
        if (!staysInside(nests, open)) return errors.replacementSplits(edit.pass.name, edit.target, edit.origin, open);
      }
    }
    return undefined;
  }

  /** A step's own options, and those that the user set, each with the place where they stand. */
  #bySetter(step: AskedStep): readonly AskedStep[] {
    const { overrides = [] } = this.#settings;
    const { pass: name, address = name, options } = step;
    const sets = overrides.flatMap((one) => ("set" in one && means(one.set, { address, name }) ? [one] : []));
    if (sets.length === 0) return [step];
    const own = Object.entries(options).filter(([key]) => !sets.some((set) => Object.hasOwn(set.options, key)));
    return [{ ...step, options: Object.fromEntries(own) }, ...sets.map((set) => ({ ...step, ...set, address }))];
  }

  /** Rules and overrides that bind nothing in a plan, because what they name is not there. */
  checkNames(plan: Plan | undefined): readonly Diagnostic[] {
    const { overrides = [], retyped = [] } = this.#settings;
    const overrulings = overrulingsOf(overrides);
    const { rules: all } = this;
    if (all.length + overrides.length + retyped.length === 0) return [];
    const rules =
      overrulings.length === 0 ? all : all.filter((rule) => !overrulings.some((one) => isOverruled(one, rule)));
    const known = this.#knownNames(plan);
    return [...idleRules(rules, known), ...idleOrders(overrides, known), ...idleRetypes(retyped, known)];
  }

  #knownNames(plan: Plan | undefined): KnownNames<Op> {
    const { retyped = [], passTypes = [] } = this.#settings;
    const spine = this.steps.spine();
    const known = new KnownNames(spine, this.catalogue);
    // The types that the user gave to a pass are what is to be looked at.
    const isRetyped = new Set(retyped.map(({ pass }) => pass));
    const add = (pass: string, types: readonly string[], { types: own = [] }: PassDeclaration): void =>
      known.add(pass, isRetyped.has(pass) ? own : types, "there");
    for (const { name, types, declaration } of spine.steps)
      known.addTypes(isRetyped.has(name) ? declaration.types : types);
    for (const { contributions } of this.#parties.values())
      contributions.forEach(({ pass, types }) => add(pass.name, types, pass));
    for (const edit of this.#edits) if (edit.kind === "replace") add(edit.pass.name, edit.types, edit.pass);
    for (const { origin, pass } of plan?.steps ?? []) if (origin.kind === "inserted") known.add(pass, [], "there");
    for (const { pass } of [...this.steps.alternatives, ...this.#alternatives])
      known.add(pass, this.catalogue.find(pass)?.declaration.types ?? [], "elsewhere");
    for (const { types = [] } of this.catalogue.declarations) known.addTypes(types, "absent");
    known.addTypes(passTypes, "absent");
    return known;
  }

  /** Keeps a step that is in no plan of this choice. */
  keepUnplaced(step: AskedStep): void {
    if (Object.keys(step.options).length > 0) this.#unplaced.push(step);
  }

  /**
   * What is wrong with the steps of a plan, or with what was asked for where there is none, by the passes that they name:
   * options that a pass has not, and, where everybody's passes are declared, passes that nobody has.
   */
  checkSteps(plan: Plan | undefined): readonly Diagnostic[] {
    const asked = function* (steps: Iterable<Step>, contributions: Iterable<Contribution>): Iterable<AskedStep> {
      for (const { kind, name: pass, address, options, origin } of steps)
        if (kind === "pass") yield { pass, address, options, origin };
      for (const { pass, address, options, origin } of contributions)
        yield { pass: pass.name, address, options, origin };
    };
    const all = plan?.steps ?? [...asked(this.steps.spine().steps, inPartyOrder(this.contributions))];
    const placed = (all as readonly (AskedStep & { readonly kind?: string })[]).filter(({ kind }) => kind !== "point");
    const { mustBeDeclared = false, externalPasses } = this.#settings;
    const external = new Set(externalPasses);
    return [
      ...(mustBeDeclared
        ? checkDeclared(
            placed.filter(({ pass }) => !external.has(pass)),
            this.catalogue,
          )
        : []),
      ...checkOptions([...placed.flatMap((step) => this.#bySetter(step)), ...this.#unplaced], this.catalogue),
    ];
  }

  /** A step that is there under another choice only. */
  keepAlternative(alternative: Alternative): void {
    this.#alternatives.push(alternative);
  }

  get contributions(): readonly Contribution[] {
    const all: Contribution[] = [];
    for (const { contributions } of this.#parties.values()) for (const each of contributions) all.push(each);
    return all;
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

  /** Notes a pass that comes with a call. A clash with another owner's pass is an error of the whole plan. */
  declare(pass: CataloguedPass<Op>, { kind, name: party }: Party): void {
    const { name } = pass.declaration;
    const owners = this.#brought.get(name);
    if (owners !== undefined) owners.add(party);
    else if (kind !== "framework" && this.catalogue.find(name) === undefined) this.#brought.set(name, new Set([party]));
    this.catalogue.add(pass);
  }

  /** Number and address of a party's next contribution of a pass. */
  nextOf(party: string, pass: string): { index: number; address: string } {
    const { contributions, counts } = this.#party(party);
    const count = (counts.get(pass) ?? 0) + 1;
    // In one piece: a sum of strings is kept in parts.
    const address = [party, "::", pass, count === 1 ? "" : `#${count}`].join("");
    return { index: contributions.length, address };
  }

  /** A bundle of its own for the party's next contributions; the second one of a name is `name#2`. */
  openBundle(party: string, name: string, kind: BundleKind): BundleRef {
    const { contributions, bundles } = this.#party(party);
    const count = (bundles.get(name) ?? 0) + 1;
    bundles.set(name, count);
    const address = `${party}::${name}${count === 1 ? "" : `#${count}`}`;
    return { name: address, kind, id: `${address}@${contributions.length}`, given: name };
  }

  addRule(party: string, rule: Omit<Rule, "party" | "index" | "origin">, origin: Origin): void {
    const { strength, relation, reason } = rule;
    const [subject, target] = [this.#selector(rule.subject), this.#selector(rule.target)];
    const index = this.#party(party).rules++;
    this.rules.push({ strength, subject, relation, target, reason, origin, party, index });
  }

  /** One object for all rules that speak of the same. */
  #selector(selector: Selector): Selector {
    const [known, name] = "pass" in selector ? [this.#passes, selector.pass] : [this.#types, selector.type];
    const same = known.get(name);
    if (same === undefined) known.set(name, selector);
    return same ?? selector;
  }

  /** Keeps a contribution that is data; what becomes of it depends on all of them. */
  keepData(contribution: Contribution): void {
    this.#keep(contribution);
    this.#grants = undefined;
  }

  /** What became of a contribution that is data. */
  answerData(contribution: Contribution): LocateResult {
    return this.#granted().ask(contribution);
  }

  /** Answers a party's call, and keeps the contribution if it has a place. */
  contribute(contribution: Contribution): LocateResult {
    const result = this.#granted().ask(contribution);
    if (result.located !== undefined) this.#keep(contribution);
    return result;
  }

  /** Notes that a pass has no place: an error if its party said so, else a remark. */
  noteMissing(party: string, pass: string, onMissing: OnMissing | undefined, diagnostics: readonly Diagnostic[]): void {
    if (onMissing === "error") this.#failures.push(...diagnostics);
    else this.refuse(party, diagnostics, onMissing === "skip" ? undefined : pass);
  }

  /** Forgets a party's latest bundle, and its contributions from number `index` on: those that had a place. */
  withdrawBundle(party: string, name: string, index: number): void {
    const { contributions, counts, bundles } = this.#party(party);
    bundles.set(name, (bundles.get(name) ?? 1) - 1);
    for (const { pass, options, origin } of contributions.splice(index)) {
      counts.set(pass.name, (counts.get(pass.name) ?? 0) - 1);
      this.keepUnplaced({ pass: pass.name, options, origin });
    }
    this.#grants = undefined;
  }

  /** What was asked for and had no place, by party: the asker may have found another way, but it is not forgotten. */
  get refusals(): readonly Diagnostic[] {
    const refused = [...this.#refusals].sort(([left], [right]) => (left < right ? -1 : 1));
    return [
      ...refused.flatMap(([, refusals]) => refusals.map(({ diagnostic }) => diagnostic)),
      ...refused.flatMap(([party, refusals]) => this.#standNowhere(party, refusals)),
    ];
  }

  /** What was said to be an error if it had no place. */
  get failures(): readonly Diagnostic[] {
    return this.#failures;
  }

  /** Passes for which a party found no place at all: it tried no other way, or that failed, too. */
  #standNowhere(party: string, refusals: readonly Refusal[]): Diagnostic[] {
    const { counts } = this.#party(party);
    const passes = new Set(refusals.flatMap(({ pass }) => (pass === undefined ? [] : [pass])));
    return [...passes].flatMap((pass) => {
      if ((counts.get(pass) ?? 0) > 0) return [];
      const asked = refusals.filter((refusal) => refusal.pass === pass).map(({ diagnostic }) => diagnostic);
      return [errors.standsNowhere(pass, party, asked)];
    });
  }

  #granted(): Grants {
    if (this.#grants !== undefined) return this.#grants;
    const data = this.contributions.filter(({ isData }) => isData === true);
    const grants = new Grants(this.steps.spine(), data);
    for (const contribution of this.contributions) grants.ask(contribution);
    this.#grants = grants;
    return grants;
  }

  /** Notes what was not granted. */
  refuse(party: string, diagnostics: readonly Diagnostic[], pass?: string): void {
    const refused = diagnostics.map((diagnostic): Refusal => ({
      pass,
      diagnostic: { ...diagnostic, severity: "remark" },
    }));
    this.#refusals.set(party, [...(this.#refusals.get(party) ?? []), ...refused]);
  }

  #keep(contribution: Contribution): void {
    const { contributions, counts } = this.#party(contribution.party);
    const { name } = contribution.pass;
    contributions.push(contribution);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  #party(name: string): PartyState {
    let state = this.#parties.get(name);
    if (state === undefined) {
      state = { contributions: [], counts: new Map(), bundles: new Map(), rules: 0, edits: 0 };
      this.#parties.set(name, state);
    }
    return state;
  }
}

/** Only the framework does this, and only until somebody else has the builder. */
export function frameworkOnly(what: string, party: string): never {
  throw new UsageError({
    code: "PWB0301",
    severity: "error",
    message: `\`${what}\` is for the framework, and \`${party}\` is not the framework`,
    plugin: party,
    help: ["insert passes with `addBefore`, `addAfter`, `addBeforeType`, `addAfterType`, `addAt` or `addPass`"],
  });
}

/** Two places of one name could not be told apart. */
export function pointTwice(name: string, framework: string): never {
  throw new UsageError({
    code: "PWB0304",
    severity: "error",
    message: `there is an extension point \`${name}\` already`,
    plugin: framework,
    help: ["give the second one a name of its own: plugins rely on these names"],
  });
}

/** The framework came back after a plugin or a plan was answered from its steps. */
export function stepsAreFixed(framework: string): never {
  throw new UsageError({
    code: "PWB0302",
    severity: "error",
    message: "the framework's steps are fixed: plugins were answered from them already",
    plugin: framework,
    help: ["build the whole pipeline before the builder is passed to a plugin"],
  });
}
