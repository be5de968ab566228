import { didYouMean, isValueProperty, suggest } from "@passwright/core";
import type { Diagnostic, Note } from "@passwright/core";
import type { LeftOut } from "../plan/plan.ts";
import type { Fact } from "../properties/property-flow.ts";
import type { UnusableCleanup } from "../resolve/cleanup.ts";
import type { Element } from "../resolve/element.ts";
import { removerOf } from "../resolve/moved-by.ts";
import { aboutStep, positionNote } from "./where.ts";

/** Makes a note about a step that is not in the plan, with the contributor that removed it. */
export function wasLeftOut(step: LeftOut): Note {
  const contributor = removerOf(step);
  return {
    message: `\`${step.address}\` is not in the plan: ${step.because}`,
    ...(contributor === undefined ? {} : { contributor }),
  };
}

/** Formats the name of a property or value: "property `canonical`". */
export function propertyText(name: string): string {
  return `${isValueProperty(name) ? "value" : "property"} \`${name}\``;
}

function lost(name: string, fact: Fact): (string | Note)[] {
  if (fact.since === undefined) return [`\`${name}\` does not hold at the beginning, and no earlier step provides it`];
  const opaque = fact.isOpaque === true ? ", because this pass does not declare properties" : "";
  return [{ message: `\`${name}\` is lost at \`${fact.since}\`${opaque}`, ...madeBy(fact) }];
}

const UNBLOCK = "remove or change what prevents the insertion of the cleanup";

const madeBy = ({ contributor }: { readonly contributor?: string | undefined }): Pick<Note, "contributor"> =>
  contributor === undefined ? {} : { contributor };

export function missingProperty(
  element: Element,
  name: string,
  fact: Fact,
  ranges: ReadonlyMap<string, readonly string[]>,
  unusable: readonly UnusableCleanup[],
  fellow: Element | undefined,
): Diagnostic {
  // A step cannot be placed in a range that the step itself starts.
  const own = (ranges.get(name) ?? []).filter((range) => !range.startsWith(`from \`${element.address}\` `));
  const other = ranges.has(name) ? "other " : "";
  const where = own.length === 0 ? `no ${other}step provides \`${name}\`` : `\`${name}\` holds ${own.join(", ")}`;
  const others = [...ranges.keys()].filter((each) => each !== name);
  const help =
    fact.isOpaque === true && fact.since !== undefined
      ? `if \`${fact.since}\` preserves \`${name}\`, add \`preserves: ["${name}"]\` to its declaration`
      : own.length === 0
        ? didYouMean(suggest(name, others), `add a pass that provides \`${name}\` before \`${element.name}\``)
        : `place \`${element.name}\` in the range ${own.join(" or ")}`;
  const blocked = unusable.some(({ consumer }) => consumer !== undefined);
  const notes = [
    positionNote(element),
    ...lost(name, fact),
    where,
    fellow && `\`${fellow.address}\` provides \`${name}\` in the same group, so \`${name}\` holds only after the group`,
    ...unusable.map(({ cleanup, because, consumer, contributor }): Note => ({
      message: `cleanup \`${cleanup.declaration.name}\` provides \`${name}\`, but ${consumer === undefined ? "is" : "cannot be inserted:"} ${because}`,
      ...madeBy({ contributor }),
    })),
  ];
  const message = `\`${element.name}\` requires ${propertyText(name)}, which does not hold at its position`;
  return aboutStep("PWB0501", element, message, blocked ? [UNBLOCK, help] : help, { notes });
}

export function forbiddenProperty(element: Element, name: string, fact: Fact): Diagnostic {
  const [since, help] =
    fact.since === undefined
      ? ["at the beginning", `add a pass that invalidates \`${name}\` before \`${element.name}\``]
      : [`after \`${fact.since}\``, `place \`${element.name}\` before \`${fact.since}\``];
  const message = `\`${element.name}\` cannot run while ${propertyText(name)} holds`;
  const notes = [positionNote(element), { message: `\`${name}\` holds ${since}`, ...madeBy(fact) }];
  return aboutStep("PWB0502", element, message, help, { notes });
}
