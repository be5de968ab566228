import type { Diagnostic } from "@passwright/core";
import { refusedAtAllPositions } from "../errors.ts";
import type { Refusal } from "./insertion.ts";
import type { OnMissing } from "./place.ts";
import { pushTo, getOrMake } from "../maps.ts";

/** Refused calls of one contributor. */
interface Refused {
  /** Refusals that are errors of the plan. */
  readonly failures: Refusal[];
  /** Other refusals. `isMistake` returns whether the plan has a warning instead of a remark. */
  readonly refusals: { readonly refusal: Refusal; isMistake(): boolean }[];
  /**
   * Refusals by name of the pass. The plan has a warning about these refusals, unless another call of the contributor
   * inserted the same pass.
   */
  readonly byPass: Map<string, Refusal[]>;
}

/** Refused calls of all contributors, for the diagnostics of the plan. */
export class Refusals {
  readonly #contributors = new Map<string, Refused>();

  /** Records and returns a refusal. If the call inserts a pass, `pass` is the name of that pass. */
  note(contributor: string, refusal: Refusal, pass?: string, onMissing?: OnMissing): Refusal {
    const { failures, refusals, byPass } = this.#of(contributor);
    if (onMissing === "error") failures.push(refusal);
    else refusals.push({ refusal, isMistake: () => false });
    if (pass === undefined || onMissing === "error" || onMissing === "skip") return refusal;
    pushTo(byPass, pass, refusal);
    return refusal;
  }

  /** Records and returns the refusal of an edit: a warning, unless `isSettled` or the user pinned the step. */
  noteEdit(contributor: string, refusal: Refusal, isSettled: () => boolean): Refusal {
    const isMistake = (): boolean => refusal.diagnostic.code !== "PWB0117" && !isSettled();
    this.#of(contributor).refusals.push({ refusal, isMistake });
    return refusal;
  }

  /** Refusals that are errors of the plan. */
  get failures(): readonly Diagnostic[] {
    return this.#sorted().flatMap(([, { failures }]) => failures.map(({ diagnostic }) => diagnostic));
  }

  /** Refusals that are not errors of the plan, as remarks and warnings. */
  get remarks(): readonly Diagnostic[] {
    return this.#sorted().flatMap(([, { refusals }]) =>
      refusals.map(({ refusal: { diagnostic }, isMistake }): Diagnostic => ({
        ...diagnostic,
        severity: isMistake() ? "warning" : "remark",
      })),
    );
  }

  /** Returns warnings about passes that are not in the plan because all requested positions were refused. */
  refusedEverywhere(isPlanned: (contributor: string, pass: string) => boolean): readonly Diagnostic[] {
    return this.#sorted().flatMap(([contributor, { byPass }]) =>
      [...byPass].flatMap(([pass, refusals]) => {
        if (isPlanned(contributor, pass)) return [];
        const requested = refusals.map(({ diagnostic }) => diagnostic);
        return [refusedAtAllPositions(pass, contributor, requested)];
      }),
    );
  }

  /** Returns the refused calls sorted by contributor, independent of load order. */
  #sorted(): (readonly [string, Refused])[] {
    return [...this.#contributors].sort(([left], [right]) => (left < right ? -1 : 1));
  }

  #of(contributor: string): Refused {
    return getOrMake(this.#contributors, contributor, () => ({ failures: [], refusals: [], byPass: new Map() }));
  }
}
