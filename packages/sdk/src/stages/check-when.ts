import type { Origin, When } from "@passwright/builder";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Framework } from "../define/define-framework.ts";
import * as errors from "./errors.ts";

/** Condition of a step, or of a branch of a choice. */
interface Condition {
  readonly when?: When | undefined;
  readonly origin: Origin;
}

/** Warns about conditions that never hold, because they name targets or levels that the framework does not have. */
export function checkWhen(
  conditions: readonly Condition[],
  { name, targets = [], levels = [] }: Framework<object>,
): Diagnostic[] {
  return conditions.flatMap(({ when, origin }) =>
    (["target", "level"] as const).flatMap((what) => {
      const known = what === "target" ? targets : levels;
      return [when?.[what] ?? []]
        .flat()
        .filter((one) => !known.includes(one))
        .map((one) => errors.neverChosen({ what, name: one }, name, known, suggest(one, known), origin));
    }),
  );
}
