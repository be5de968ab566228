import { isPassDefinition, type PassDeclaration, type PassDefinition, UsageError } from "@passwright/core";
import { type BuilderView, type InsertSettings, type PassReference, type StepSettings } from "./builder-settings.ts";
import { bothWhen, isChosen, type When } from "./choice.ts";
import { type Contribution } from "./contribution.ts";
import * as errors from "./errors.ts";
import { type Origin } from "./origin.ts";
import { originHere, type Party } from "./party.ts";
import { type MemberPlace } from "./place.ts";
import { type Alternative } from "./plan.ts";
import { type DraftStep } from "./step-list.ts";

/** Makes data of what a view of the builder is asked for: steps, contributions, origins. */
export class Making<Op extends object> {
  readonly #view: BuilderView<Op>;

  constructor(view: BuilderView<Op>) {
    this.#view = view;
  }

  origin(): Origin {
    return originHere(this.#view.party, this.#view.sourceOf);
  }

  declaration(pass: PassReference): PassDeclaration {
    return isPassDefinition(pass)
      ? this.declare(pass as PassDefinition<never>)
      : this.#view.construction.declarationOf(pass as string, this.#view.party.name);
  }

  declare(definition: PassDefinition<never>): PassDeclaration {
    const { construction, party } = this.#view;
    const owner = party.version === undefined ? { name: party.name } : { name: party.name, version: party.version };
    const { declaration } = definition;
    construction.declare({ declaration, owner, definition: definition as unknown as PassDefinition<Op> }, party);
    return declaration;
  }

  /** A step of the framework's. @throws {@link UsageError} PWB0116 for another anchor than the pass declares. */
  step(pass: PassReference, settings: StepSettings): DraftStep {
    const declared = this.declaration(pass);
    const { options = {}, types, anchor, reason, removable } = settings;
    const origin = this.origin();
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

  /** An extension point of the framework's. */
  point(name: string): DraftStep {
    const { when } = this.#view;
    const nothing = { address: "", nests: [], options: {}, types: [] };
    return {
      kind: "point",
      name,
      ...nothing,
      declaration: { name },
      origin: this.origin(),
      ...(when === undefined ? {} : { when }),
    };
  }

  contribution(
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
  isElsewhere(condition: When | undefined, step?: Pick<Alternative, "address" | "pass">): boolean {
    const when = bothWhen(this.#view.when, condition);
    const { construction } = this.#view;
    if (when === undefined || isChosen(when, construction.choice)) return false;
    if (step !== undefined) construction.keepAlternative({ ...step, when });
    return true;
  }
}

/** A pass that runs on another operation than it declares is refused as it is added. */
export function misfitOf(
  declared: PassDeclaration,
  anchor: string | undefined,
  origin: Origin,
): ReturnType<typeof errors.wrongManager> | undefined {
  if (anchor === undefined || declared.anchor === undefined || declared.anchor === anchor) return undefined;
  return errors.wrongManager(declared.name, declared.anchor, anchor, origin, `leave \`anchor: "${anchor}"\` out`);
}

export function anchored(declared: PassDeclaration, anchor: string | undefined): PassDeclaration {
  return anchor === undefined ? declared : { ...declared, anchor };
}
