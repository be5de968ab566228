import type { Diagnostic } from "@passwright/core";
import { refusedAtAllPositions } from "../errors/places.ts";
import type { Refusal } from "./insertion.ts";
import type { OnMissing } from "./place.ts";
import { by, pushTo } from "../maps.ts";

/** Refused call, or a call without effect. */
interface Refused {
  readonly refusal: Refusal;
  /** Name of the pass, if the call inserts a pass. */
  readonly pass?: string | undefined;
  readonly onMissing?: OnMissing | undefined;
  /** Returns whether the plan has a warning about the call instead of a remark. */
  isMistake?(): boolean;
}

/** Refused calls of all contributors, for the diagnostics of the plan. */
export class Refusals {
  readonly #contributors = new Map<string, Refused[]>();

  /** Records and returns a refusal. */
  note(contributor: string, refused: Refused): Refusal {
    pushTo(this.#contributors, contributor, refused);
    return refused.refusal;
  }

  /** Refusals that are errors of the plan. */
  get failures(): readonly Diagnostic[] {
    const all = this.#sorted().flatMap(([, refused]) => refused);
    return all.flatMap(({ refusal, onMissing }) => (onMissing === "error" ? [refusal.diagnostic] : []));
  }

  /** Refusals that are not errors of the plan, as remarks and warnings. */
  get remarks(): readonly Diagnostic[] {
    const all = this.#sorted().flatMap(([, refused]) => refused.filter(({ onMissing }) => onMissing !== "error"));
    return all.map(({ refusal: { diagnostic }, isMistake }) => ({
      ...diagnostic,
      severity: isMistake?.() === true ? "warning" : "remark",
    }));
  }

  /** Returns warnings about passes that are not in the plan because all requested positions were refused. */
  refusedEverywhere(isPlanned: (contributor: string, pass: string) => boolean): readonly Diagnostic[] {
    return this.#sorted().flatMap(([contributor, refused]) => {
      const byPass = new Map<string, Diagnostic[]>();
      for (const { refusal, pass, onMissing } of refused)
        if (pass !== undefined && onMissing !== "error" && onMissing !== "skip")
          pushTo(byPass, pass, refusal.diagnostic);
      return [...byPass].flatMap(([pass, requested]) =>
        isPlanned(contributor, pass) ? [] : [refusedAtAllPositions(pass, contributor, requested)],
      );
    });
  }

  /** Returns the refused calls sorted by contributor, independent of load order. */
  #sorted(): (readonly [string, readonly Refused[]])[] {
    return [...this.#contributors].sort(by(([name]) => name));
  }
}
