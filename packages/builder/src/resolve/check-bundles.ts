import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { originText } from "../contributions/origin.ts";
import { whereOf } from "../errors/where.ts";
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
      const { name, address, because, origin } = step;
      const message = `bundle \`${bundle.name}\` excludes ${excluded}, but \`${address}\` must run inside the bundle`;
      const help = `remove one of these requirements, or remove ${excluded} from \`without\` of bundle \`${bundle.given}\``;
      const reasons = [...new Set(causes)].map(describeCause).map(({ text, origin: by }) => ({
        message: `\`${name}\` cannot leave the bundle, because ${text} (${originText(by)})`,
        contributor: by.name,
      }));
      const contributor = (order[first] as Element).origin.name;
      const notes = [{ message: `position of \`${address}\`: ${because}`, contributor }, ...reasons];
      return [errorDiagnostic("PWB0205", message, help, { ...whereOf(origin), notes })];
    }),
  );
}
