import type { BundleSettings, InsertSettings, PassReference, StepSettings } from "../builder-settings.ts";
import { givenOptions } from "@passwright/core";
import type { CataloguedPipeline } from "../catalogue.ts";
import { stepsAreFixed } from "../errors/calls.ts";
import * as errors from "../errors/places.ts";
import { excludedBy, settingsOfMember } from "./bundle.ts";
import type { BundleMember, BundleTerms } from "./bundle.ts";
import { anchorAt, fillPipeline } from "./fill-pipeline.ts";
import type { FrameworkSteps } from "./framework-steps.ts";
import { importElements } from "./import-text.ts";
import { Making } from "../making.ts";
import { firstPlace, accepted, refused } from "../contributions/insertion.ts";
import type { Insertion } from "../contributions/insertion.ts";
import { isWrongWhich, otherPlaces } from "../contributions/place.ts";
import type { Place } from "../contributions/place.ts";
import type { DraftStep, StepNode } from "./step-list.ts";

interface Beside {
  readonly target: StepNode;
  readonly side: "before" | "after";
}

/** Insertions of the framework into its own pipeline. Insertions take effect immediately, in the order of calls. */
export class FrameworkInsertions<Op extends object> extends Making<Op> {
  /** Returns the framework's steps. @throws {@link UsageError} PWB0302 if plugins have already received positions. */
  open(): FrameworkSteps {
    const { steps, framework } = this.view.construction;
    if (steps.isFixed) stepsAreFixed(framework.name);
    return steps;
  }

  append(pass: PassReference, settings: StepSettings): Insertion {
    const named = typeof pass === "string" ? this.view.construction.catalogue.findPipeline(pass) : undefined;
    if (named !== undefined) return this.#appendPipeline(named, settings);
    const step = this.step(pass, settings);
    this.open().append(step, this.view.inside);
    return accepted(step.name);
  }

  /** Appends a named pipeline, including its managers, as a bundle that has the name of the pipeline. */
  #appendPipeline(named: CataloguedPipeline<Op>, { options = {}, anchor, ...settings }: StepSettings): Insertion {
    const { construction, inside, contributor } = this.view;
    const steps = this.open();
    const around = anchorAt(steps.anchor, inside);
    const within = anchor === undefined || anchor === around ? inside : steps.openNest(anchor, inside);
    const manager = fillPipeline(named, options, { anchor: anchorAt(steps.anchor, within) }, construction);
    const bundle = steps.openBundle(named.pipeline.name, {});
    importElements(manager, construction, within, ({ definition, declaration, options: taken }) => {
      construction.declare({ declaration, owner: named.owner, definition, pipeline: named.pipeline.name }, contributor);
      return { ...this.step(declaration.name, { ...settings, options: givenOptions(taken) }), bundle };
    });
    return accepted(bundle.name);
  }

  /** Inserts a pass next to existing steps. If the position is refused, applies `onMissing`. */
  insert(pass: PassReference, place: Place, settings: InsertSettings): Insertion {
    const { options, anchor, ...others } = settings;
    const members = this.membersOf(pass, options, anchor);
    if (members !== undefined) return this.insertBundle(pass as string, members, { ...others, place });
    return this.#insert([this.step(pass, settings)], place, settings);
  }

  insertBundle(
    name: string,
    members: readonly BundleMember<PassReference>[],
    { kind, without, place = { end: true }, ...settings }: BundleSettings,
  ): Insertion {
    const made = members.map((member) => this.step(member[0], settingsOfMember(settings, member)));
    return this.#insert(made, place, settings, [name, { kind, without }]);
  }

  #insert(steps: readonly DraftStep[], place: Place, settings: InsertSettings, bundle?: BundleAs): Insertion {
    const { construction, contributor } = this.view;
    const { which, onMissing } = settings;
    const [first] = steps;
    const isWrong = isWrongWhich(place, which);
    const attempt = (at: Place): Insertion => {
      // `which` applies only to the position that was requested first, not to alternatives.
      if (!isWrong || first === undefined || at !== place) return this.#insertAt(steps, at, settings, bundle);
      const request = { ...settings, pass: first.declaration, place, origin: first.origin };
      return refused(() => errors.whichWithoutName(request));
    };
    const places = [place, ...otherPlaces(onMissing)];
    const { insertion } = firstPlace(places, (at) => ({ insertion: attempt(at) }));
    if (insertion.ok) return insertion;
    for (const { name: pass, options, origin } of steps) construction.keepUnplaced({ pass, options, origin });
    return construction.refusals.note(contributor.name, { refusal: insertion, pass: first?.name, onMissing });
  }

  #insertAt(
    made: readonly DraftStep[],
    place: Place,
    settings: InsertSettings,
    bundle: BundleAs | undefined,
  ): Insertion {
    const steps = this.open();
    /** Returns a copy of the steps. For a bundle, each copy is a separate bundle. */
    const copied = (): DraftStep[] => {
      const ref = bundle && steps.openBundle(...bundle);
      return made.map((step) => ({ ...step, bundle: ref }));
    };
    const [first] = made;
    if ("end" in place || first === undefined) {
      const copy = copied();
      for (const step of copy) steps.append(step, this.view.inside);
      return accepted(nameOf(copy, bundle));
    }
    const request = { ...settings, pass: first.declaration, place, origin: first.origin };
    const several = settings.which === "only" ? severalMeant(steps, place) : undefined;
    if (several !== undefined) {
      const [name, count] = several;
      const addresses = (): string[] => Array.from({ length: count }, (_, index) => `${name}#${index + 1}`);
      return refused(() => errors.severalTargets(request, name, addresses()));
    }
    const besides = besidesOf(steps, place, settings.which, made);
    const obstacle = besides.find(({ target, side }) => !steps.canInsert(made, target, side));
    if (besides.length === 0 || obstacle !== undefined) {
      const closed = obstacle && steps.closedBeside(obstacle.target, obstacle.side, made);
      const outsider = made.find((step) => closed !== undefined && excludedBy(closed, step) !== undefined) ?? first;
      return refused(() => errors.noPlaceForOwn(request, obstacle?.target.step, closed, outsider));
    }
    const copies = besides.map((beside) => ({ ...beside, copy: copied() }));
    for (const { copy, target, side } of copies) steps.insert(copy, target, side);
    return accepted(nameOf(copies[0]?.copy ?? [], bundle));
  }
}

/** Name and settings of the bundle that will contain the added passes. */
type BundleAs = readonly [name: string, terms: BundleTerms];

/** Returns the address of an added bundle. An earlier bundle can have the same name. */
function nameOf([first]: readonly DraftStep[], bundle: BundleAs | undefined): string {
  return bundle === undefined ? (first as DraftStep).name : (first?.bundle?.name ?? bundle[0]);
}

/** Returns the target name of a position and the number of steps with this name, or `undefined` for one step. */
function severalMeant(steps: FrameworkSteps, place: Place): readonly [string, number] | undefined {
  const name = "before" in place ? place.before : "after" in place ? place.after : undefined;
  const count = name === undefined ? 0 : steps.countOf(name);
  return name === undefined || count < 2 ? undefined : [name, count];
}

/** Returns the steps next to which `place` requests an insertion. Several steps for `which: each`. */
function besidesOf(
  steps: FrameworkSteps,
  place: Place,
  which: InsertSettings["which"],
  made: readonly DraftStep[],
): readonly Beside[] {
  const one = (target: StepNode | undefined, side: Beside["side"]): readonly Beside[] =>
    target === undefined ? [] : [{ target, side }];
  if ("beforeType" in place) return one(steps.findType(place.beforeType, "before", made), "before");
  if ("afterType" in place) return one(steps.findType(place.afterType, "after", made), "after");
  if ("at" in place) return one(steps.findPoint(place.at), "before");
  if ("end" in place) return [];
  const [name, side] = "before" in place ? ([place.before, "before"] as const) : ([place.after, "after"] as const);
  return steps.findNamed(name, side, which).map((target) => ({ target, side }));
}
