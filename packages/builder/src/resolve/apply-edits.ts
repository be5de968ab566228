import { type Diagnostic } from "@passwright/core";
import { type Edit, type Override } from "../edit.ts";
import * as errors from "../errors.ts";
import { originText } from "../origin.ts";
import { nestBeside } from "../nesting.ts";
import { type LeftOut } from "../plan.ts";
import { type Spine } from "../spine.ts";
import { type Element } from "./element.ts";

export interface EditedOrder {
  readonly order: readonly Element[];
  readonly leftOut: readonly LeftOut[];
  readonly diagnostics: readonly Diagnostic[];
}

const meant = (element: Element, target: string): boolean => element.address === target || element.name === target;

function why(what: string, { origin, reason }: { readonly origin: Edit["origin"]; readonly reason?: string }): string {
  return `${what} by ${originText(origin)}${reason === undefined ? "" : `: ${reason}`}`;
}

function replaced(element: Element, edit: Edit & { kind: "replace" }, spine: Spine): Element {
  return {
    ...element,
    name: edit.pass.name,
    declaration: edit.pass,
    types: edit.types,
    options: edit.options,
    nests: nestBeside(spine, edit.pass.anchor, element.nests),
    origin: edit.origin,
    because: `in place of \`${element.name}\`${edit.reason === undefined ? "" : `: ${edit.reason}`}`,
  };
}

/**
 * Carries out edits and bans on the ordered steps. They were placed as if there were no edits, so it does not matter who
 * edits what when. Two parties that want different things of one step are an error.
 */
export function applyEdits(
  order: readonly Element[],
  edits: readonly Edit[],
  overrides: readonly Override[],
  spine: Spine,
): EditedOrder {
  const diagnostics: Diagnostic[] = [];
  const leftOut: LeftOut[] = [];
  const kept: Element[] = [];
  const bans = overrides.filter((override) => "ban" in override);
  const used = new Set<Edit | Override>();
  for (const element of order) {
    const { address, name: pass } = element;
    const ban = bans.find((override) => meant(element, override.ban));
    if (ban !== undefined) {
      used.add(ban);
      leftOut.push({ address, pass, because: why("banned", ban) });
      continue;
    }
    const wanted = element.item === undefined ? edits.filter((edit) => meant(element, edit.target)) : [];
    for (const edit of wanted) used.add(edit);
    const [edit, ...others] = wanted;
    if (others.some((other) => other.kind === "replace" || edit?.kind === "replace")) {
      diagnostics.push(errors.editsDisagree(address, wanted));
    }
    if (edit === undefined) kept.push(element);
    else if (edit.kind === "replace") kept.push(replaced(element, edit, spine));
    else leftOut.push({ address, pass, because: why("removed", edit) });
  }
  for (const ban of bans) if (!used.has(ban)) diagnostics.push(errors.overrideWithoutEffect(ban.ban, ban.origin));
  return { order: kept, leftOut, diagnostics };
}
