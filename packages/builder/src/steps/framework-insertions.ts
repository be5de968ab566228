import {
  type BuilderView,
  type BundleSettings,
  type Insertion,
  type InsertSettings,
  type PassReference,
  type StepSettings,
} from "../builder-settings.ts";
import * as errors from "../errors.ts";
import { type FrameworkSteps } from "./framework-steps.ts";
import { type Making } from "../making.ts";
import { firstPlace, granted, refused } from "../contributions/answer.ts";
import { otherPlaces, type Place } from "../contributions/place.ts";
import { type StepOptions } from "./step.ts";
import { type DraftStep, type StepNode } from "./step-list.ts";

/** A step beside which another one is to be put. */
interface Beside {
  readonly target: StepNode;
  readonly side: "before" | "after";
}

/** What the framework adds to its own pipeline: carried out on the spot, in the order in which it is written. */
export class FrameworkInsertions<Op extends object> {
  readonly #view: BuilderView<Op>;
  readonly #making: Making<Op>;

  constructor(view: BuilderView<Op>, making: Making<Op>) {
    this.#view = view;
    this.#making = making;
  }

  /** The steps, as long as nobody was answered from them. @throws {@link UsageError} PWB0302 afterwards. */
  open(): FrameworkSteps {
    const { steps, framework } = this.#view.construction;
    if (steps.isFixed) errors.stepsAreFixed(framework.name);
    return steps;
  }

  append(pass: PassReference, settings: StepSettings): Insertion {
    const step = this.#making.step(pass, settings);
    this.open().append(step, this.#view.inside);
    return granted(step.name);
  }

  appendBundle(
    name: string,
    members: readonly (readonly [PassReference, StepOptions])[],
    { kind = "open", place: _place, ...settings }: BundleSettings,
  ): Insertion {
    const steps = this.open();
    const bundle = steps.openBundle(name, kind);
    for (const [pass, options] of members)
      steps.append(this.#making.step(pass, { ...settings, options }, bundle), this.#view.inside);
    return granted(bundle.name);
  }

  /** Puts a pass beside steps that are there; if it has no place, where `onMissing` says. */
  insert(pass: PassReference, place: Place, settings: InsertSettings): Insertion {
    const { which: _which, onMissing, ...rest } = settings;
    const step = this.#making.step(pass, rest);
    const places = [place, ...otherPlaces(onMissing)];
    const { insertion } = firstPlace(places, (at) => ({ insertion: this.#insertAt(step, at, settings) }));
    return this.#noted(step, insertion, onMissing);
  }

  #noted({ name }: DraftStep, insertion: Insertion, onMissing: InsertSettings["onMissing"]): Insertion {
    const { construction, party } = this.#view;
    // Another way is a step of the framework then, and no other contribution.
    const way = onMissing === "error" ? onMissing : "skip";
    if (!insertion.ok) construction.refusals.note(party.name, insertion, name, way);
    return insertion;
  }

  #insertAt(step: DraftStep, place: Place, settings: InsertSettings): Insertion {
    const steps = this.open();
    const request = { ...settings, pass: step.name, place, origin: step.origin };
    const several = settings.which === "only" ? severalMeant(steps, place) : undefined;
    if (several !== undefined) {
      const [name, count] = several;
      const addresses = (): string[] => Array.from({ length: count }, (_, index) => `${name}#${index + 1}`);
      return refused(() => errors.severalTargets(request, name, addresses()));
    }
    const besides = besidesOf(steps, place, settings.which);
    const copies = besides.map((beside) => ({ ...beside, copy: { ...step } }));
    const obstacle = copies.find(({ copy, target, side }) => !steps.canInsert(copy, target, side));
    if (copies.length === 0 || obstacle !== undefined) {
      const bundle = obstacle && steps.closedBeside(obstacle.target, obstacle.side);
      return refused(() => errors.noPlaceForOwn(request, obstacle?.target.step.name, bundle));
    }
    for (const { copy, target, side } of copies) steps.insert(copy, target, side);
    return granted(step.name);
  }
}

/** The name of the steps that a place means, and how many they are, if there are several. */
function severalMeant(steps: FrameworkSteps, place: Place): readonly [string, number] | undefined {
  const name = "before" in place ? place.before : "after" in place ? place.after : undefined;
  const count = name === undefined ? 0 : steps.countOf(name);
  return name === undefined || count < 2 ? undefined : [name, count];
}

/** The steps that a place means. */
function besidesOf(steps: FrameworkSteps, place: Place, which: InsertSettings["which"]): readonly Beside[] {
  const one = (target: StepNode | undefined, side: Beside["side"]): readonly Beside[] =>
    target === undefined ? [] : [{ target, side }];
  if ("beforeType" in place) return one(steps.findType(place.beforeType, "before"), "before");
  if ("afterType" in place) return one(steps.findType(place.afterType, "after"), "after");
  if ("at" in place) return one(steps.findPoint(place.at), "before");
  if ("end" in place) return [];
  const [name, side] = "before" in place ? ([place.before, "before"] as const) : ([place.after, "after"] as const);
  if (which === "each") return steps.findAll(name, side).map((target) => ({ target, side }));
  const isChosen = which !== undefined && steps.countOf(name) > 1;
  return one(steps.findName(name, isChosen ? (which === "first" ? "before" : "after") : side), side);
}
