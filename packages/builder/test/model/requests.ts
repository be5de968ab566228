import { type Place } from "@passwright/builder";
import { type Scenario, type ScenarioInsert } from "../scenario/scenario.ts";
import { type Around, at, besides, type Flat, isOfType, leftOf, rightOf, tears } from "./flatten.ts";

/** A position, and the managers of what a pass there is beside. */
export interface Spot {
  readonly position: number;
  readonly around: readonly Around[];
}

/** What a request's place means. */
export type Meaning =
  | { readonly kind: "spots"; readonly spots: readonly Spot[] }
  | { readonly kind: "own"; readonly side: "before" | "after"; readonly target: Request }
  | { readonly kind: "type"; readonly side: "before" | "after"; readonly type: string };

/** One thing that a party asked for, and what came of it. */
export interface Request {
  readonly party: string;
  readonly isData: boolean;
  readonly act: ScenarioInsert;
  readonly types: readonly string[];
  /** Its number among what the party asked for and got. */
  index: number;
  address: string;
  meaning: Meaning | undefined;
  /** The place that it got, which may be the other one of `missing use`. */
  taken: Place | undefined;
  /** The code of the refusal, or the codes of the warnings. */
  codes: readonly string[];
}

/** What a request may refer to besides the framework's steps. */
interface Known {
  readonly hasType: (type: string) => boolean;
  readonly own: readonly Request[];
}

type Verdict = { readonly meaning?: Meaning; readonly codes: readonly string[] };

const sideOf = (place: Place): "before" | "after" => ("before" in place || "beforeType" in place ? "before" : "after");

/** Whether a place is in relation to this very type. */
export function isBy(place: Place | undefined, type: string): boolean {
  if (place === undefined) return false;
  const by = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
  return by?.toLowerCase() === type.toLowerCase();
}

function beside(flat: Flat, act: ScenarioInsert, indexes: readonly number[], side: "before" | "after"): Verdict {
  const spots = indexes.map((index) => ({
    position: side === "before" ? leftOf(index) : rightOf(index),
    around: flat.steps[index]?.around ?? [],
  }));
  return without(flat, act, spots);
}

function without(flat: Flat, act: ScenarioInsert, spots: readonly Spot[]): Verdict {
  const bad = spots.some(({ position, around }) => tears(flat, position, besides(flat, act.anchor, around)));
  return bad ? { codes: ["PWB0107"] } : { meaning: { kind: "spots", spots }, codes: [] };
}

/** Where a request would be if nobody else asked for anything; unknown beside a type that the framework does not have. */
function aloneAt(flat: Flat, request: Request, side: "before" | "after"): Spot | undefined {
  const { meaning, act } = request;
  if (meaning?.kind === "spots") {
    const spot = side === "before" ? meaning.spots[0] : meaning.spots.at(-1);
    return spot && { position: spot.position, around: besides(flat, act.anchor, spot.around) };
  }
  if (meaning?.kind === "own") {
    const spot = aloneAt(flat, meaning.target, meaning.side);
    return spot && { position: spot.position, around: besides(flat, act.anchor, spot.around) };
  }
  if (meaning?.kind !== "type") return undefined;
  const index = endOfType(flat, meaning.type, meaning.side);
  if (index === undefined) return undefined;
  const around = besides(flat, act.anchor, flat.steps[index]?.around ?? []);
  return { position: meaning.side === "before" ? leftOf(index) : rightOf(index), around };
}

/** The framework's first or last step of a type. */
export function endOfType(flat: Flat, type: string, side: "before" | "after"): number | undefined {
  const indexes = flat.steps.flatMap((step, index) => (isOfType(step.types, type) ? [index] : []));
  return side === "before" ? indexes[0] : indexes.at(-1);
}

function judgeName(flat: Flat, act: ScenarioInsert, name: string, side: "before" | "after", known: Known): Verdict {
  const passes = flat.steps.map((step, index) => ({ ...step, index })).filter(({ isPoint }) => !isPoint);
  let found = passes.filter((step) => step.name === name);
  if (found.length === 0) found = passes.filter((step) => step.address === name);
  if (found.length === 0) {
    const target = known.own.findLast((request) => request.act.pass === name);
    if (target?.meaning === undefined) return { codes: ["PWB0101"] };
    const spot = aloneAt(flat, target, side);
    if (spot !== undefined && tears(flat, spot.position, besides(flat, act.anchor, spot.around))) {
      return { codes: ["PWB0107"] };
    }
    return { meaning: { kind: "own", side, target }, codes: [] };
  }
  if (found.length > 1 && act.which === "only") return { codes: ["PWB0104"] };
  const which = act.which ?? (side === "before" ? "first" : "last");
  const chosen = which === "each" ? found : which === "last" ? found.slice(-1) : found.slice(0, 1);
  const verdict = beside(
    flat,
    act,
    chosen.map(({ index }) => index),
    side,
  );
  if (verdict.meaning === undefined) return verdict;
  const several = found.length > 1 && act.which === undefined ? ["PWB0105"] : [];
  return { meaning: verdict.meaning, codes: [...several, ...(chosen[0]?.isPoor === true ? ["PWB0106"] : [])] };
}

function judge(flat: Flat, act: ScenarioInsert, place: Place, known: Known): Verdict {
  const side = sideOf(place);
  if ("end" in place) return without(flat, act, [{ position: leftOf(flat.steps.length), around: [] }]);
  if ("at" in place) {
    const index = flat.steps.findIndex((step) => step.isPoint && step.name === place.at);
    if (index < 0) return { codes: ["PWB0103"] };
    return without(flat, act, [{ position: at(index), around: flat.steps[index]?.around ?? [] }]);
  }
  if ("before" in place) return judgeName(flat, act, place.before, side, known);
  if ("after" in place) return judgeName(flat, act, place.after, side, known);
  const type = "beforeType" in place ? place.beforeType : place.afterType;
  const index = endOfType(flat, type, side);
  if (index === undefined && !known.hasType(type)) return { codes: ["PWB0102"] };
  const torn = index === undefined ? undefined : beside(flat, act, [index], side);
  return torn?.codes.includes("PWB0107") === true ? torn : { meaning: { kind: "type", side, type }, codes: [] };
}

/** Tries the place, or else the other one, and writes down what came of it. */
function settle(flat: Flat, request: Request, place: Place, known: Known): boolean {
  const { meaning, codes } = judge(flat, request.act, place, known);
  request.meaning = meaning;
  request.codes = codes;
  request.taken = meaning === undefined ? undefined : place;
  return meaning !== undefined;
}

/** A request makes passes of a type exist for others, unless it is itself placed by that type. */
function provides(request: Request, type: string): boolean {
  return request.meaning !== undefined && isOfType(request.types, type) && !isBy(request.taken, type);
}

/**
 * Requests that are data know the framework, each other, and their party's earlier ones. They are granted in rounds, until
 * nothing more is granted; the other place of a request counts when its first one is not to be had.
 */
function grantData(flat: Flat, requests: readonly Request[]): void {
  const knownTo = (request: Request): Known => ({
    hasType: (type) => requests.some((other) => provides(other, type)),
    own: requests.slice(0, requests.indexOf(request)).filter(({ party }) => party === request.party),
  });
  for (let hasChanged = true; hasChanged;) {
    const waiting = requests.filter(({ meaning }) => meaning === undefined);
    const granted = waiting.filter((request) => settle(flat, request, request.act.place, knownTo(request)));
    hasChanged = granted.length > 0;
    if (hasChanged) continue;
    const others = waiting.filter(({ act }) => typeof act.onMissing === "object");
    // All at once: none of them may see that another took its second choice.
    const able = others.filter((request) => {
      const { onMissing } = request.act;
      return typeof onMissing === "object" && judge(flat, request.act, onMissing.use, knownTo(request)).meaning;
    });
    for (const request of able) {
      const { onMissing } = request.act;
      if (typeof onMissing === "object") settle(flat, request, onMissing.use, knownTo(request));
    }
    hasChanged = able.length > 0;
  }
  for (const request of requests) {
    const { onMissing } = request.act;
    if (request.meaning !== undefined || typeof onMissing !== "object") continue;
    request.codes = judge(flat, request.act, onMissing.use, knownTo(request)).codes;
  }
}

/** Goes through everything that anybody asks for, and answers it. Refused requests have no meaning. */
export function answerRequests(flat: Flat, scenario: Scenario): readonly Request[] {
  const requests: Request[] = [];
  for (const { name, isData, acts } of scenario.parties) {
    for (const act of acts) {
      if (act.kind === "rule") continue;
      const types = act.types ?? ["Unknown"];
      const nothing = { meaning: undefined, taken: undefined, codes: [] };
      requests.push({ party: name, isData, act, types, index: -1, address: "", ...nothing });
    }
  }
  const data = requests.filter(({ isData }) => isData);
  grantData(flat, data);
  for (const request of requests.filter(({ isData }) => !isData)) {
    const own = requests.filter(({ party, meaning }) => party === request.party && meaning !== undefined);
    const hasType = (type: string): boolean => [...data, ...own].some((other) => provides(other, type));
    const { place, onMissing } = request.act;
    if (settle(flat, request, place, { hasType, own })) continue;
    if (typeof onMissing === "object") settle(flat, request, onMissing.use, { hasType, own });
  }
  number(requests);
  return requests;
}

/** Numbers count what was kept: of code what was granted, of data everything. */
function number(requests: readonly Request[]): void {
  for (const request of requests) {
    const kept = requests
      .slice(0, requests.indexOf(request))
      .filter((other) => other.party === request.party && (other.isData || other.meaning !== undefined));
    request.index = kept.length;
    const count = kept.filter(({ act }) => act.pass === request.act.pass).length + 1;
    request.address = `${request.party}::${request.act.pass}${count === 1 ? "" : `#${count}`}`;
  }
}
