import type { Scenario } from "../scenario/scenario.ts";
import { slotAt, inCommon } from "./flatten.ts";
import type { Verdict } from "./model.ts";

/**
 * Counts how many of the random cases have each feature. Tests print the counts, because a test that tries only trivial
 * cases does not show anything.
 */
export class Histogram {
  readonly #counts = new Map<string, number>();
  #cases = 0;

  add(scenario: Scenario, verdict: Verdict): void {
    this.#cases++;
    for (const what of new Set(traits(scenario, verdict))) this.#counts.set(what, this.count(what) + 1);
  }

  count(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Returns the share of the cases with a feature, in percent. */
  percent(what: string): number {
    return (100 * this.count(what)) / this.#cases;
  }

  toString(): string {
    const rows = [...this.#counts].sort(([left], [right]) => (left < right ? -1 : 1));
    const width = Math.max(...rows.map(([what]) => what.length));
    const lines = rows.map(([what, count]) => `  ${what.padEnd(width)} ${String(count).padStart(6)}`);
    return [`of ${this.#cases} random cases`, ...lines].join("\n");
  }
}

const WORDS: { readonly [code: string]: string } = {
  PWB0101: "no such pass",
  PWB0102: "no such type",
  PWB0103: "no such extension point",
  PWB0104: "several targets, only one allowed",
  PWB0105: "several targets, one chosen",
  PWB0106: "poor target",
  PWB0107: "nested pipeline would be split",
  PWB0108: "places in a circle",
  PWB0201: "strong rule broken",
  PWB0202: "weak rule dropped",
  PWB0203: "conflict inside a slot",
  PWB0111: "edits of one step disagree",
  PWB0112: "step is not removable",
  PWB0113: "no such step to edit",
  PWB0114: "override of nothing",
  PWB0115: "inside a closed bundle",
  PWB0116: "runs on something else than declared",
  PWB0117: "edit of a pinned step",
  PWB0119: "pinned and banned",
};

function traits(scenario: Scenario, { plan, diagnostics, placed, answered, edited }: Verdict): string[] {
  const found = [plan === undefined ? "no plan" : "a plan"];
  for (const [code, words] of Object.entries(WORDS)) {
    if (diagnostics.some((diagnostic) => diagnostic.includes(code))) found.push(words);
  }
  for (const { request, position, around, bundle } of placed) {
    const neighbours = placed.filter((other) => slotAt(other.position) === slotAt(position));
    if (neighbours.length > 1) found.push("shared slot");
    if (neighbours.length > 3) found.push("slot of four or more");
    if (neighbours.some((other) => other.request.contributor !== request.contributor))
      found.push("slot shared by several contributors");
    if (neighbours.some((other) => other.position !== position)) found.push("slot shared from both sides");
    if (neighbours.some((other) => inCommon(other.around, around) < around.length)) found.push("edge of a manager");
    if (bundle !== undefined) {
      const others = neighbours.filter((other) => other.bundle !== bundle);
      if (others.length > 0) found.push("closed bundle in a shared slot");
      if (others.some((other) => other.bundle !== undefined)) found.push("two closed bundles in a slot");
    }
    if (request.meaning?.kind === "next") found.push("further pass of a bundle");
    if (request.meaning?.kind === "type") found.push("placed by type");
    if (request.meaning?.kind === "own") found.push("placed beside an own step");
    if (request.taken !== request.act.place && request.act.place !== "next") found.push("second choice taken");
    if (placed.some((other) => other.request === request && other.position !== position)) found.push("several copies");
    if (around.some(({ manager }) => manager === undefined)) found.push("nested implicitly");
    if (around.length > 0) found.push("nested");
  }
  for (const { request, edit, codes } of answered) {
    if (edit !== undefined && codes.length === 0) found.push(`a step is ${edit.kind}d`);
    if (request?.bundle !== undefined)
      found.push(request.meaning === undefined ? "bundle refused" : `${request.bundle.kind} bundle placed`);
  }
  if (edited > 0 && plan !== undefined) found.push("a plan with edits");
  for (const override of scenario.overrides) found.push("ban" in override ? "a ban" : "a pin");
  const frame = scenario.steps.flatMap((step) => (step.kind === "bundle" ? [step.bundle] : []));
  for (const kind of frame) found.push(`${kind} bundle of the framework`);
  const rules = scenario.contributors.flatMap(({ acts }) => acts).filter((act) => act.kind === "rule");
  for (const rule of rules) found.push(`${rule.strength} rule`);
  const isKept = ({ strength }: { strength: string }): boolean => strength === "weak";
  if (rules.some(isKept) && !found.includes("weak rule dropped") && plan !== undefined)
    found.push("weak rules all met");
  return found;
}
