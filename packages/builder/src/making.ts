import { isPassDefinition, parseAnchor, UsageError } from "@passwright/core";
import type { Diagnostic, PassDeclaration, PassDefinition } from "@passwright/core";
import type { BuilderView, InsertSettings, PassReference, StepSettings } from "./builder-settings.ts";
import { bothWhen, isChosen } from "./choice.ts";
import type { When } from "./choice.ts";
import type { Contribution } from "./contributions/contribution.ts";
import { calledTooLate } from "./errors/calls.ts";
import { wrongManager } from "./errors/places.ts";
import type { PointSettings, StepOptions } from "./steps/step.ts";
import type { Origin } from "./contributions/origin.ts";
import { originHere } from "./contributions/contributor.ts";
import type { ContributorId } from "./contributions/contributor.ts";
import type { MemberPlace } from "./contributions/place.ts";
import type { Alternative } from "./plan/plan.ts";
import { entriesOf } from "./steps/bundle.ts";
import type { BundleMember } from "./steps/bundle.ts";
import { fillPipeline } from "./steps/fill-pipeline.ts";
import { draftStep } from "./steps/step-list.ts";
import type { DraftStep } from "./steps/step-list.ts";

const NOTHING = Object.freeze({});

export class Making<Op extends object> {
  protected readonly view: BuilderView<Op>;
  /** Origin of all calls of a view without `sourceOf`, because the lines of these calls are unknown. */
  #whole: Origin | undefined;

  constructor(view: BuilderView<Op>) {
    this.view = view;
  }

  /** Returns the origin of the current call. @throws UsageError PWB0302 if the builder is closed. */
  origin(): Origin {
    const { contributor, sourceOf, construction } = this.view;
    if (construction.isClosed) calledTooLate(contributor);
    return sourceOf === undefined
      ? (this.#whole ??= originHere(contributor, undefined))
      : originHere(contributor, sourceOf);
  }

  declaration(pass: PassReference): PassDeclaration {
    return isPassDefinition(pass)
      ? this.declare(pass as PassDefinition<never>)
      : this.view.construction.declarationOf(pass as string, this.view.contributor.name);
  }

  /** Records a pass that is refused or that the current choice excludes, so that its options are checked. */
  keepUnplaced(pass: PassReference, options: StepOptions = NOTHING): void {
    this.view.construction.keepUnplaced({ pass: this.declaration(pass).name, options, origin: this.origin() });
  }

  declare(definition: PassDefinition<never>): PassDeclaration {
    const { construction, contributor } = this.view;
    const { name, version } = contributor;
    const owner = version === undefined ? { name } : { name, version };
    const { declaration } = definition;
    construction.declare({ declaration, owner, definition: definition as unknown as PassDefinition<Op> }, contributor);
    return declaration;
  }

  membersOf(
    pass: PassReference,
    options: StepOptions = NOTHING,
    anchor?: string,
  ): readonly BundleMember<PassReference>[] | undefined {
    const { construction, contributor } = this.view;
    const named = typeof pass === "string" ? construction.catalogue.findPipeline(pass) : undefined;
    if (named === undefined) return undefined;
    const { owner } = named;
    return entriesOf(
      named.pipeline.name,
      fillPipeline(named, options, { anchor, nesting: "implicit" }, construction),
    ).map((entry) => {
      const [definition, given, on] = entry as BundleMember<PassDefinition<Op>>;
      const { declaration } = definition;
      construction.declare({ declaration, owner, definition, pipeline: named.pipeline.name }, contributor);
      const { name } = declaration;
      return on === undefined ? [name, given] : [name, given, on];
    });
  }

  /** Creates a step of the framework. @throws {@link UsageError} PWB0116 for an anchor that the pass does not have. */
  step(pass: PassReference, settings: StepSettings): DraftStep {
    const declared = this.declaration(pass);
    const { options = NOTHING, types, anchor, reason, removable } = settings;
    const origin = this.origin();
    const misfit = misfitOf(declared, anchor, origin);
    if (misfit !== undefined) throw new UsageError(misfit);
    const declaration = anchored(declared, anchor);
    const when = bothWhen(this.view.when, settings.when);
    const { construction } = this.view;
    if (!isChosen(when, construction.choice)) construction.keepUnplaced({ pass: declared.name, options, origin });
    const own = { types: construction.typesOf(declared, types), options, reason, removable, when };
    return draftStep("pass", declaration, origin, own);
  }

  point(name: string, point: PointSettings): DraftStep {
    return draftStep("point", { name }, this.origin(), { point, when: this.view.when });
  }

  contribution(
    contributor: ContributorId,
    declared: PassDeclaration,
    place: MemberPlace,
    settings: InsertSettings,
    origin: Origin,
    more: Pick<Contribution, "bundle" | "wanted" | "isData" | "rank"> = NOTHING,
  ): Contribution {
    const { anchor } = settings;
    const { construction } = this.view;
    const { index, address } = construction.contributions.nextOf(contributor.name, declared.name);
    // All contributions have all keys, so that they share one object shape.
    return {
      contributor: contributor.name,
      index,
      rank: more.rank ?? this.view.rank,
      pass: anchored(declared, anchor),
      types: construction.typesOf(declared, settings.types),
      options: settings.options === undefined ? NOTHING : settings.options,
      place,
      which: settings.which,
      onMissing: settings.onMissing,
      origin,
      reason: settings.reason,
      isData: more.isData === true,
      misfit: misfitOf(declared, anchor, origin),
      bundle: more.bundle,
      wanted: more.wanted,
      address,
    };
  }

  /**
   * Returns whether the current choice of target, level and options violates `condition` or the condition of the view.
   * If so, records `step` as an alternative.
   */
  isElsewhere(condition: When | undefined, step?: Pick<Alternative, "address" | "pass">): boolean {
    const when = bothWhen(this.view.when, condition);
    const { construction } = this.view;
    if (when === undefined || isChosen(when, construction.choice)) return false;
    if (step !== undefined) construction.alternatives.push({ ...step, when });
    return true;
  }
}

/** Returns the error for a pass whose declaration names an anchor other than `anchor`. */
export function misfitOf(
  declared: PassDeclaration,
  anchor: string | undefined,
  origin: Origin,
): Diagnostic | undefined {
  if (anchor === undefined || declared.anchor === undefined) return undefined;
  if (declared.anchor === parseAnchor(anchor).anchor) return undefined;
  return wrongManager(declared.name, declared.anchor, anchor, origin, `remove \`anchor: "${anchor}"\``);
}

export function anchored(declared: PassDeclaration, anchor: string | undefined): PassDeclaration {
  return anchor === undefined ? declared : { ...declared, anchor };
}
