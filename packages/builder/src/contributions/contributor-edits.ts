import type { BuilderView, PassReference, StepSettings } from "../builder-settings.ts";
import type { When } from "../choice.ts";
import { anchored, misfitOf } from "../making.ts";
import type { Making } from "../making.ts";
import { accepted, refused } from "./insertion.ts";
import type { Insertion } from "./insertion.ts";
import type { Edit } from "./edit.ts";

/** Edit without its contributor. */
type Change =
  | Pick<Edit & { kind: "remove" }, "kind" | "target" | "reason">
  | Omit<Edit & { kind: "replace" }, "contributor" | "index" | "origin">;

/** Edits of one contributor. Each call returns its result immediately. */
export class ContributorEdits<Op extends object> {
  readonly #view: BuilderView<Op>;
  readonly #making: Making<Op>;

  constructor(view: BuilderView<Op>, making: Making<Op>) {
    this.#view = view;
    this.#making = making;
  }

  replace(target: string, pass: PassReference, settings: StepSettings): Insertion {
    const { options = {}, types, anchor, reason, when } = settings;
    const { construction, contributor } = this.#view;
    const declaration = this.#making.declaration(pass);
    const misfit = misfitOf(declaration, anchor, this.#making.origin());
    if (misfit !== undefined) {
      const refusal = refused(() => misfit);
      return construction.refusals.note(contributor.name, refusal);
    }
    const alternative = { address: `${contributor.name}::${declaration.name}`, pass: declaration.name };
    const isElsewhere = this.#making.isElsewhere(when, alternative);
    const insertion = isElsewhere
      ? accepted(target)
      : this.#edit({
          kind: "replace",
          target,
          pass: anchored(declaration, anchor),
          options,
          types: construction.typesOf(declaration, types),
          ...(reason === undefined ? {} : { reason }),
        });
    if (isElsewhere || !insertion.ok) this.#making.keepUnplaced(pass, options);
    return insertion;
  }

  remove(target: string, { when, reason }: { readonly reason?: string; readonly when?: When }): Insertion {
    if (this.#making.isElsewhere(when)) return accepted(target);
    return this.#edit({ kind: "remove", target, ...(reason === undefined ? {} : { reason }) });
  }

  #edit(change: Change): Insertion {
    const { construction, contributor } = this.#view;
    return construction.edit({ ...change, contributor: contributor.name, index: 0, origin: this.#making.origin() });
  }
}
