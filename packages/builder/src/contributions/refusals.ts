import type { Diagnostic } from "@passwright/core";
import { standsNowhere } from "../errors.ts";
import type { Refusal } from "./answer.ts";
import type { OnMissing } from "./place.ts";
import { pushTo } from "../push-to.ts";

/** What one party asked for and was not granted. */
interface Refused {
  /** What was to have no plan then. */
  readonly failures: Refusal[];
  readonly refusals: Refusal[];
  /** The refusals of passes for which the party may have found another place. */
  readonly byPass: Map<string, Refusal[]>;
}

/** What was asked for and had no place. The asker may have found another way, but it is not forgotten. */
export class Refusals {
  readonly #parties = new Map<string, Refused>();

  /** Notes a refusal, and answers it. `pass` is what was to be inserted, if anything was. */
  note(party: string, refusal: Refusal, pass?: string, onMissing?: OnMissing): Refusal {
    const { failures, refusals, byPass } = this.#of(party);
    (onMissing === "error" ? failures : refusals).push(refusal);
    if (pass === undefined || onMissing === "error" || onMissing === "skip") return refusal;
    pushTo(byPass, pass, refusal);
    return refusal;
  }

  /** What was said to be an error if it had no place. */
  get failures(): readonly Diagnostic[] {
    return this.#sorted().flatMap(([, { failures }]) => failures.map(({ diagnostic }) => diagnostic));
  }

  /** Everything else, as remarks. */
  get remarks(): readonly Diagnostic[] {
    return this.#sorted().flatMap(([, { refusals }]) =>
      refusals.map(({ diagnostic }): Diagnostic => ({ ...diagnostic, severity: "remark" })),
    );
  }

  /** Passes for which a party found no place at all: it tried no other way, or that failed, too. */
  standingNowhere(stands: (party: string, pass: string) => boolean): readonly Diagnostic[] {
    return this.#sorted().flatMap(([party, { byPass }]) =>
      [...byPass].flatMap(([pass, refusals]) => {
        if (stands(party, pass)) return [];
        const asked = refusals.map(({ diagnostic }) => diagnostic);
        return [standsNowhere(pass, party, asked)];
      }),
    );
  }

  /** By party, as nobody is to see who was loaded first. */
  #sorted(): (readonly [string, Refused])[] {
    return [...this.#parties].sort(([left], [right]) => (left < right ? -1 : 1));
  }

  #of(party: string): Refused {
    let refused = this.#parties.get(party);
    if (refused === undefined)
      this.#parties.set(party, (refused = { failures: [], refusals: [], byPass: new Map<string, Refusal[]>() }));
    return refused;
  }
}
