import { type Diagnostic } from "@passwright/core";
import { type Edit, means, type Override } from "../edit.ts";
import * as errors from "../errors.ts";
import { originText } from "../origin.ts";
import { nestBeside } from "../nesting.ts";
import { inPartyOrder } from "../party.ts";
import { type LeftOut } from "../plan.ts";
import { type Spine } from "../spine.ts";
import { type Element } from "./element.ts";

export interface EditedOrder {
  readonly order: readonly Element[];
  readonly leftOut: readonly LeftOut[];
  readonly diagnostics: readonly Diagnostic[];
}

function why(what: string, { origin, reason }: { readonly origin: Edit["origin"]; readonly reason?: string }): string {
  return `${what} by ${originText(origin)}${reason === undefined ? "" : `: ${reason}`}`;
}

function replaced(element: Element, edit: Edit & { kind: "replace" }, spine: Spine): Element {
  return {
    ...element,
    name: edit.pass.name,
    alias: element.name,
    declaration: edit.pass,
    types: edit.types,
    options: edit.options,
    nests: nestBeside(spine, edit.pass.anchor, element.nests),
    origin: edit.origin,
    because: `in place of \`${element.name}\`${edit.reason === undefined ? "" : `: ${edit.reason}`}`,
  };
}

/** The edits of a step, however it is called in them, in canonical order. */
class EditsByTarget {
  readonly #byTarget = new Map<string, Edit[]>();

  constructor(edits: readonly Edit[]) {
    for (const edit of edits) {
      const list = this.#byTarget.get(edit.target);
      if (list === undefined) this.#byTarget.set(edit.target, [edit]);
      else list.push(edit);
    }
  }

  of({ address, name }: Element): readonly Edit[] {
    const names = new Set([address, name, `${address}#1`]);
    const found = [...names].flatMap((target) => this.#byTarget.get(target) ?? []);
    return found.length > 1 ? inPartyOrder(found) : found;
  }
}

/**
 * Carries out edits and bans on the ordered steps. They were placed as if there were no edits, so it does not matter who
 * edits what when. Two parties that want different things of one step are an error. A ban means what was there as well as
 * what somebody put in its place.
 */
export function applyEdits(
  order: readonly Element[],
  edits: readonly Edit[],
  overrides: readonly Override[],
  spine: Spine,
): EditedOrder {
  if (edits.length === 0 && overrides.length === 0) return { order, leftOut: [], diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const leftOut: LeftOut[] = [];
  const kept: Element[] = [];
  const bans = overrides.filter((override) => "ban" in override);
  const pins = overrides.filter((override) => "pin" in override);
  const used = new Set<Override>();
  const byTarget = new EditsByTarget(edits);
  /** Leaves a step out if the user banned it. */
  const isBanned = (element: Element): boolean => {
    const [ban, ...more] = bans.filter((override) => means(override.ban, element));
    if (ban === undefined) return false;
    for (const each of [ban, ...more]) used.add(each);
    const { address, name: pass } = element;
    const pin = pins.find((override) => means(override.pin, element));
    if (pin !== undefined) diagnostics.push(errors.overridesDisagree(address, pin, ban));
    leftOut.push({ address, pass, because: why("banned", ban) });
    return true;
  };
  for (const element of order) {
    if (isBanned(element)) continue;
    const { address, name: pass } = element;
    const wanted = edits.length > 0 && !element.isContributed ? byTarget.of(element) : [];
    const [edit, ...others] = wanted;
    if (others.some((other) => other.kind === "replace" || edit?.kind === "replace")) {
      diagnostics.push(errors.editsDisagree(address, wanted));
    }
    if (edit?.kind === "remove") leftOut.push({ address, pass, because: why("removed", edit) });
    else {
      const step = edit === undefined ? element : replaced(element, edit, spine);
      if (edit === undefined || !isBanned(step)) kept.push(step);
    }
  }
  for (const ban of bans) if (!used.has(ban)) diagnostics.push(errors.overrideWithoutEffect(ban.ban, ban.origin));
  return { order: kept, leftOut, diagnostics };
}
