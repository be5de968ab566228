import type { Diagnostic } from "@passwright/core";
import type { PassReference, StepSettings } from "../builder-settings.ts";
import type { When } from "../choice.ts";
import { anchored, Making, misfitOf } from "../making.ts";
import { accepted } from "./insertion.ts";
import type { Insertion } from "./insertion.ts";
import type { Edit } from "./edit.ts";

/** Edit without its contributor. */
type Change =
  | Pick<Edit & { kind: "remove" }, "kind" | "target" | "reason">
  | Omit<Edit & { kind: "replace" }, "contributor" | "index" | "origin">;

/** Edits of one contributor. Each call returns its result immediately. */
export class ContributorEdits<Op extends object> extends Making<Op> {
  replace(target: string, pass: PassReference, settings: StepSettings): Insertion {
    const { options = {}, types, anchor, reason, when } = settings;
    const { construction, contributor } = this.view;
    const declaration = this.declaration(pass);
    const misfit = misfitOf(declaration, anchor, this.origin());
    const alternative = { address: `${contributor.name}::${declaration.name}`, pass: declaration.name };
    const isElsewhere = misfit === undefined && this.isElsewhere(when, alternative);
    const change = {
      kind: "replace",
      target,
      pass: anchored(declaration, anchor),
      options,
      types: construction.typesOf(declaration, types),
      ...(reason === undefined ? {} : { reason }),
    } as const;
    const insertion = isElsewhere ? accepted(target) : this.#edit(change, misfit);
    if (isElsewhere || !insertion.ok) this.keepUnplaced(pass, options);
    return insertion;
  }

  remove(target: string, { when, reason }: { readonly reason?: string; readonly when?: When }): Insertion {
    if (this.isElsewhere(when)) return accepted(target);
    return this.#edit({ kind: "remove", target, ...(reason === undefined ? {} : { reason }) });
  }

  #edit(change: Change, misfit?: Diagnostic): Insertion {
    const { construction, contributor } = this.view;
    const edit = { ...change, contributor: contributor.name, index: 0, origin: this.origin() };
    return construction.edit(edit, misfit);
  }
}
