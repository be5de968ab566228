import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import { excludedBy, selectiveBundles } from "../steps/bundle.ts";
import { describeCause } from "./cause.ts";
import type { Lost } from "./cause.ts";
import type { Element } from "./element.ts";

/** Reports steps between the passes of a bundle that its `without` excludes. */
export function checkBundles(order: readonly Element[], lost: Lost = new Map()): Diagnostic[] {
  return selectiveBundles(order).flatMap(({ bundle, first, last }) =>
    order.slice(first + 1, last).flatMap((step) => {
      const excluded = step.kind === "pass" ? excludedBy(bundle, step) : undefined;
      if (excluded === undefined) return [];
      const causes = [...lost].flatMap(([cause, beatenBy]) =>
        "members" in cause && cause.bundle === bundle && cause.step.address === step.address ? beatenBy : [],
      );
      return [
        errors.insideSelectiveBundle(
          step,
          bundle,
          excluded,
          [...new Set(causes)].map(describeCause),
          (order[first] as Element).origin.name,
        ),
      ];
    }),
  );
}
