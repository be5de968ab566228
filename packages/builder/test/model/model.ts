import type { Scenario } from "../scenario/scenario.ts";
import { carryOut, idlePins, isBannedIn } from "./edits.ts";
import type { Place } from "./edits.ts";
import { flatten, slotAt, nestsItself } from "./flatten.ts";
import type { Flat } from "./flatten.ts";
import { matches, orderAt, pairsOf } from "./order.ts";
import type { RankedRule } from "./order.ts";
import { answerRequests } from "./requests.ts";
import type { Answered, Request } from "./requests.ts";
import { compareRequests, settleRequests } from "./settle.ts";
import type { Placed } from "./settle.ts";

/** Result of the model for a scenario. */
export interface Verdict {
  /** For every call of code, in order: `contributor pass: address code…` or `contributor pass: no code`. */
  readonly answers: readonly string[];
  /** Plan with addresses instead of passes. `undefined` after errors. */
  readonly plan: string | undefined;
  /** Codes of the diagnostics with their subjects, sorted. */
  readonly diagnostics: readonly string[];
  readonly placed: readonly Placed[];
  readonly answered: readonly Answered[];
  readonly circles: number;
  /** Number of framework steps that an edit or a ban removed or changed. */
  readonly edited: number;
}

/** Formats the result of a call. */
export function answerText({ contributor, what, request, edit, codes }: Answered): string {
  const head = `${contributor} ${what}:`;
  if (edit !== undefined) return [head, codes.length > 0 ? "no" : edit.target, ...codes].join(" ");
  return [head, request?.meaning === undefined ? "no" : request.address, ...(request?.codes ?? [])].join(" ");
}

function rankRules(scenario: Scenario): readonly RankedRule[] {
  const rules = scenario.contributors.flatMap(({ name, acts }) =>
    acts.filter((act) => act.kind === "rule").map((rule, index): RankedRule => ({ ...rule, contributor: name, index })),
  );
  return rules.sort((left, right) => {
    if (left.contributor !== right.contributor) return left.contributor < right.contributor ? -1 : 1;
    return left.index - right.index;
  });
}

/**
 * Formats steps with their managers. Adjacent steps with the same manager are formatted as elements of one manager. A
 * manager without a number joins an existing manager.
 */
function nestedText(places: readonly Place[], depth: number): string {
  const parts: string[] = [];
  for (let start = 0; start < places.length;) {
    const { address, isPoint, around } = places[start] as Place;
    const level = around[depth];
    if (level === undefined) {
      parts.push((isPoint ? "." : "") + address);
      start++;
      continue;
    }
    let end = start;
    let manager: number | undefined;
    for (; end < places.length; end++) {
      const next = places[end]?.around[depth];
      if (next?.anchor !== level.anchor) break;
      if (manager !== undefined && next.manager !== undefined && next.manager !== manager) break;
      manager ??= next.manager;
    }
    parts.push(`${level.anchor}(${nestedText(places.slice(start, end), depth + 1)})`);
    start = end;
  }
  return parts.join(",");
}

function holds(rule: RankedRule, line: readonly Place[]): boolean {
  const passes = line.map((place, position) => ({ ...place, position })).filter(({ isPoint }) => !isPoint);
  if (rule.relation === "before" || rule.relation === "after") {
    return pairsOf(rule, passes).every(([first, second]) => first.position < second.position);
  }
  const subjects = passes.filter((pass) => matches(pass, rule.subject));
  const targets = passes.filter((pass) => matches(pass, rule.target));
  return subjects.every((subject) =>
    targets.some(({ position }) =>
      rule.relation === "afterSome" ? position < subject.position : position > subject.position,
    ),
  );
}

/** Formats a code with the subject pass, if diagnostics with this code have a pass. */
function aboutPass(code: string, contributor: string, pass: string): string {
  return ["PWB0112", "PWB0113", "PWB0116", "PWB0117"].includes(code) ? code : `${code} ${contributor}::${pass}`;
}

const ruleName = ({ contributor, index }: { contributor: string; index: number }): string =>
  `${contributor} rule ${index + 1}`;

/** Returns all steps in order, slot by slot. */
function lineUp(flat: Flat, placed: readonly Placed[], order: (slot: number) => readonly Placed[]): readonly Place[] {
  const positions = new Map<number, readonly Place[]>();
  flat.steps.forEach((step, index) => positions.set(10 * index, [{ ...step, isFrameworks: true }]));
  for (const slot of new Set(placed.map(({ position }) => slotAt(position)))) {
    positions.set(
      slot,
      order(slot).map((pass) => ({ ...pass, isPoint: false, isFrameworks: false })),
    );
  }
  return [...positions].sort(([left], [right]) => left - right).flatMap(([, places]) => places);
}

/**
 * Returns one warning for each path of managers that ends with an implicitly created manager, if this nesting does not
 * occur in the framework's steps.
 */
function guesses(flat: Flat, places: readonly Place[]): string[] {
  const ways = new Set<string>();
  for (const { around } of places) {
    const names = around.map(({ anchor }) => anchor);
    const isMade = around.length > 1 && around.at(-1)?.manager === undefined;
    if (isMade && !nestsItself(flat.steps, names.slice(0, -1), names.at(-1) as string)) ways.add(names.join(" "));
  }
  return [...ways].map(() => "PWB0408");
}

/**
 * Returns the passes, as `contributor::pass`, whose insertions by a plugin's code were all refused. Ignores insertions
 * that are skipped if their position does not exist.
 */
function standNowhere(requests: readonly Request[]): Set<string> {
  const name = ({ contributor, act }: Request): string => `${contributor}::${act.pass}`;
  const placed = new Set(requests.filter(({ meaning }) => meaning !== undefined).map(name));
  const refused = requests.filter(
    ({ meaning, isData, act }) => meaning === undefined && !isData && act.onMissing !== "skip",
  );
  return new Set(refused.map(name).filter((pass) => !placed.has(pass)));
}

/**
 * Computes the result of a scenario with slow and simple code that follows only the specification. Searches all steps
 * for a name, tries insertions to find nesting problems, and tries all orders of the passes at a position.
 */
export function decide(scenario: Scenario): Verdict {
  const flat = flatten(scenario);
  const rules = rankRules(scenario);
  const { requests, answered } = answerRequests(flat, scenario);
  const data = requests.filter(({ isData }) => isData).sort(compareRequests);
  const diagnostics: string[] = [];
  for (const { contributor, isData, act, codes, meaning } of requests) {
    const isRemark = meaning === undefined && (!isData || act.onMissing === "skip");
    for (const code of codes) diagnostics.push(`${isRemark ? "remark " : ""}${aboutPass(code, contributor, act.pass)}`);
  }
  const refused = answered.filter(({ edit, codes }) => edit !== undefined && codes.length > 0);
  for (const { contributor, edit, codes } of refused) {
    const pass = edit?.kind === "replace" ? edit.pass : "";
    // A refused replacement is a remark if another call of the contributor adds the pass.
    const isAdded =
      requests.some(
        (one) => one.contributor === contributor && !one.isData && one.act.pass === pass && one.meaning !== undefined,
      ) ||
      answered.some(
        (one) =>
          one.contributor === contributor &&
          one.edit?.kind === "replace" &&
          one.edit.pass === pass &&
          one.codes.length === 0,
      );
    for (const code of codes)
      diagnostics.push(`${isAdded || code === "PWB0117" ? "remark " : ""}${aboutPass(code, contributor, pass)}`);
  }
  for (const pass of standNowhere(requests)) diagnostics.push(`PWB0118 ${pass}`);
  const { placed, pairs, circles } = settleRequests(
    flat,
    requests.filter(({ meaning }) => meaning !== undefined),
  );
  for (let circle = 0; circle < circles; circle++) diagnostics.push("PWB0108");
  const steps = flat.steps.map((step, index) => ({ ...step, position: 10 * index })).filter(({ isPoint }) => !isPoint);
  let conflicts = 0;
  const isRuled = (step: { readonly address: string; readonly name: string }): boolean => !isBannedIn(scenario, step);
  const order = (slot: number): readonly Placed[] => {
    const here = placed.filter(({ position }) => slotAt(position) === slot);
    const elsewhere = [...steps, ...placed.filter(({ position }) => slotAt(position) !== slot)];
    const found = orderAt(here, here.filter(isRuled), pairs, rules, elsewhere.filter(isRuled));
    if (found === undefined) conflicts++;
    return found ?? here;
  };
  const unedited = lineUp(flat, placed, order);
  const edits = answered.flatMap(({ contributor, edit, codes }) =>
    edit === undefined || codes.length > 0 ? [] : [{ contributor, edit }],
  );
  edits.sort((left, right) =>
    left.contributor < right.contributor ? -1 : Number(left.contributor > right.contributor),
  );
  const { places, codes: editCodes } = carryOut(flat, scenario, unedited, edits);
  for (let conflict = 0; conflict < conflicts; conflict++) diagnostics.push("PWB0203");
  const isRefused = data.some(({ meaning, act }) => meaning === undefined && act.onMissing !== "skip");
  diagnostics.push(...editCodes);
  let isBroken = conflicts > 0 || isRefused || editCodes.some((code) => code === "PWB0111" || code === "PWB0119");
  if (!isBroken) {
    diagnostics.push(...idlePins(scenario.overrides, unedited, places), ...guesses(flat, places));
    for (const rule of rules) {
      if (holds(rule, places)) continue;
      diagnostics.push(`${rule.strength === "strong" ? "PWB0201" : "PWB0202"} ${ruleName(rule)}`);
      if (rule.strength === "strong") isBroken = true;
    }
  }
  const plan = isBroken ? undefined : `${scenario.anchor}(${nestedText(places, 0)})`;
  const edited = unedited.filter((place) => !places.includes(place)).length;
  const answers = answered.map(answerText);
  return { answers, plan, diagnostics: diagnostics.sort(), placed, answered, circles, edited };
}
