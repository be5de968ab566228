import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import { Outsiders, selectiveBundles } from "../steps/bundle.ts";
import { describeCause } from "./cause.ts";
import type { Lost } from "./cause.ts";
import type { Element } from "./element.ts";

/** Reports steps between the passes of a bundle that excludes them. `lost` contains the reasons. */
export function checkBundles(order: readonly Element[], lost: Lost = new Map()): Diagnostic[] {
  const spans = selectiveBundles(order);
  const outsiders = new Outsiders(spans.length === 0 ? [] : order);
  return spans.flatMap(({ bundle, first, last }) =>
    outsiders.of(bundle).flatMap(({ step, index, excluded }) => {
      if (index <= first || index >= last || step.kind !== "pass") return [];
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
