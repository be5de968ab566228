import type { Origin, When } from "@passwright/builder";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Framework } from "../define/define-framework.ts";
import * as errors from "./errors.ts";

export interface Condition {
  readonly when?: When | undefined;
  readonly origin: Origin;
  /** Whether the contributor can also support other frameworks, which might have the targets and levels. */
  readonly isShared?: boolean;
}

/** Warns about conditions that never hold, because the framework does not have their targets or levels. */
export function checkWhen(
  conditions: readonly Condition[],
  { name, targets = [], levels = [] }: Framework<object>,
): Diagnostic[] {
  return conditions.flatMap(({ when, origin, isShared = false }) =>
    (["target", "level"] as const).flatMap((what) => {
      const known = what === "target" ? targets : levels;
      return [when?.[what] ?? []].flat().flatMap((one) => {
        const similar = suggest(one, known);
        if (known.includes(one) || (isShared && similar === undefined)) return [];
        return [errors.neverChosen({ what, name: one }, name, known, similar, origin)];
      });
    }),
  );
}
