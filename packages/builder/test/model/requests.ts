import type { BundleKind, OnMissing, Place, Which } from "@passwright/builder";
import type { Scenario, ScenarioEdit, ScenarioInsert, ScenarioInsertBundle } from "../scenario/scenario.ts";
import { at, besides, isInside, isOfType, leftOf, rightOf, tears, named } from "./flatten.ts";
import type { Around, Flat } from "./flatten.ts";
import { judgeEdit } from "./edits.ts";

/** Position of a pass, and the managers of the step next to this position. */
export interface Spot {
  readonly position: number;
  readonly around: readonly Around[];
}

/** Meaning of the position of a request. */
export type Meaning =
  | { readonly kind: "spots"; readonly spots: readonly Spot[] }
  | {
      readonly kind: "own";
      readonly side: "before" | "after";
      readonly target: Request;
      readonly which: Which | undefined;
    }
  /** Position right after every copy of the bundle's previous pass. */
  | { readonly kind: "next"; readonly target: Request }
  | { readonly kind: "type"; readonly side: "before" | "after"; readonly type: string };

/** Request for one pass, alone or in a bundle. */
interface Ask {
  readonly pass: string;
  readonly anchor: string | undefined;
  readonly place: Place | "next";
  readonly which?: Which;
  readonly onMissing?: OnMissing;
  /** Whether the request names a different anchor from the declaration of the pass. */
  readonly isMisfit: boolean;
}

/** Request of a contributor, with its result. */
export interface Request {
  readonly contributor: string;
  readonly isData: boolean;
  readonly act: Ask;
  readonly types: readonly string[];
  readonly bundle: { readonly id: string; readonly kind: BundleKind; readonly name: string } | undefined;
  /** Index among the accepted requests of the contributor. */
  index: number;
  address: string;
  meaning: Meaning | undefined;
  /** Position that the request got. This can be the alternative of `missing use`, or the position of its bundle. */
  taken: Place | "next" | undefined;
  /** Code of the refusal, or codes of the warnings. */
  codes: readonly string[];
}

/** Call of a contributor's code, with its result. */
export interface Answered {
  readonly contributor: string;
  readonly what: string;
  /** Request that the result is about. For a bundle, the first request or the refused request. */
  readonly request?: Request;
  readonly edit?: ScenarioEdit;
  /** Result of an edit: the codes of its errors. Empty if the edit was accepted. */
  readonly codes: readonly string[];
}

export interface Requests {
  readonly requests: readonly Request[];
  readonly answered: readonly Answered[];
}

/** Targets of requests other than the framework's steps. */
interface Known {
  readonly hasType: (type: string) => boolean;
  readonly own: readonly Request[];
}

type Verdict = { readonly meaning?: Meaning; readonly codes: readonly string[] };

const sideOf = (place: Place): "before" | "after" => ("before" in place || "beforeType" in place ? "before" : "after");

/** Returns whether a position is relative to this type. */
export function isBy(place: Place | "next" | undefined, type: string): boolean {
  if (place === undefined || place === "next") return false;
  const by = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
  return by?.toLowerCase() === type.toLowerCase();
}

/** Returns the items that `which` selects from a list in pipeline order. */
export function chosen<T>(all: readonly T[], side: "before" | "after", which: Which | undefined): readonly T[] {
  if (which === "each") return all;
  const isLast = which === "last" || (which !== "first" && which !== "only" && side === "after");
  return isLast ? all.slice(-1) : all.slice(0, 1);
}

/**
 * Returns the reason why a pass cannot be at all of the given positions. Returns `undefined` if all positions are
 * possible.
 */
function obstacle(flat: Flat, act: Ask, spots: readonly Spot[]): string | undefined {
  for (const { position, around } of spots) {
    if (isInside(flat, position)) return "PWB0115";
    if (tears(flat, position, besides(flat, act.anchor, around))) return "PWB0107";
  }
  return undefined;
}

function without(flat: Flat, act: Ask, spots: readonly Spot[]): Verdict {
  const code = obstacle(flat, act, spots);
  return code === undefined ? { meaning: { kind: "spots", spots }, codes: [] } : { codes: [code] };
}

function beside(flat: Flat, act: Ask, indexes: readonly number[], side: "before" | "after"): Verdict {
  const spots = indexes.map((index) => ({
    position: side === "before" ? leftOf(index) : rightOf(index),
    around: flat.steps[index]?.around ?? [],
  }));
  return without(flat, act, spots);
}

/**
 * Returns the positions of the copies of a request if other requests are ignored. Empty for a position relative to a
 * type that the framework does not have.
 */
function aloneAt(flat: Flat, request: Request): readonly Spot[] {
  const { anchor } = request.act;
  return besideAt(flat, request).map(({ position, around }) => ({ position, around: besides(flat, anchor, around) }));
}

/** Returns the same positions as `aloneAt`, with the managers of the steps next to the request or its bundle. */
function besideAt(flat: Flat, { meaning }: Request): readonly Spot[] {
  switch (meaning?.kind) {
    case "spots":
      return meaning.spots;
    case "next":
      return besideAt(flat, meaning.target);
    case "own":
      return chosen(aloneAt(flat, meaning.target), meaning.side, meaning.which);
    case "type":
      return edgeOfType(flat, meaning.type, meaning.side);
    default:
      return [];
  }
}

/**
 * Returns the position right before the framework's first step of a type or right after its last step, if such a step
 * exists.
 */
export function endOfType(flat: Flat, type: string, side: "before" | "after"): readonly Spot[] {
  const indexes = flat.steps.flatMap((step, index) => (isOfType(step.types, type) ? [index] : []));
  const index = side === "before" ? indexes[0] : indexes.at(-1);
  if (index === undefined) return [];
  return [{ position: side === "before" ? leftOf(index) : rightOf(index), around: flat.steps[index]?.around ?? [] }];
}

/**
 * Returns the position from `endOfType`. If this position is inside a closed bundle, returns the position outside the
 * bundle.
 */
function edgeOfType(flat: Flat, type: string, side: "before" | "after"): readonly Spot[] {
  const positions = flat.steps.map((_, each) => (side === "before" ? leftOf(each) : rightOf(each)));
  return endOfType(flat, type, side).map(({ position, around }) => {
    const outwards =
      side === "before"
        ? positions.filter((each) => each <= position).reverse()
        : positions.filter((each) => each >= position);
    return { position: outwards.find((each) => !isInside(flat, each)) as number, around };
  });
}

/** Evaluates a request next to a bundle of the same contributor, or next to a pass that is not hidden in a bundle. */
function judgeOwn(flat: Flat, act: Ask, name: string, side: "before" | "after", known: Known): Verdict {
  const { own } = known;
  const inBundle = own.findLast(({ bundle }) => bundle?.name === name)?.bundle;
  const members = own.filter(({ bundle }) => bundle !== undefined && bundle.id === inBundle?.id);
  const named = own.findLast((request) => request.act.pass === name && request.bundle?.kind !== "atomic");
  const target = members.at(side === "before" ? 0 : -1) ?? named;
  if (target?.meaning === undefined) return { codes: ["PWB0101"] };
  const neighbour = own[own.indexOf(target) + (side === "before" ? -1 : 1)];
  const isTogether = neighbour?.bundle !== undefined && neighbour.bundle.id === target.bundle?.id;
  if (isTogether && target.bundle?.kind !== "open") return { codes: ["PWB0115"] };
  const spots = aloneAt(flat, target);
  if (act.which === "only" && spots.length > 1) return { codes: ["PWB0104"] };
  const code = obstacle(flat, act, chosen(spots, side, act.which));
  const meaning = { kind: "own", side, target, which: act.which } as const;
  return code === undefined ? { meaning, codes: [] } : { codes: [code] };
}

function judgeName(flat: Flat, act: Ask, name: string, side: "before" | "after", known: Known): Verdict {
  const members = flat.steps.flatMap((step, index) => (step.bundle?.name === name ? [index] : []));
  const found = members.length > 0 ? (side === "before" ? members.slice(0, 1) : members.slice(-1)) : named(flat, name);
  if (found.length === 0) {
    return judgeOwn(flat, act, name, side, known);
  }
  if (found.length > 1 && act.which === "only") return { codes: ["PWB0104"] };
  const meant = chosen(found, side, act.which);
  const verdict = beside(flat, act, meant, side);
  if (verdict.meaning === undefined) return verdict;
  const several = found.length > 1 && act.which === undefined ? ["PWB0105"] : [];
  const isPoor = flat.steps[meant[0] as number]?.isPoor === true;
  return { meaning: verdict.meaning, codes: [...several, ...(isPoor ? ["PWB0106"] : [])] };
}

function judge(flat: Flat, act: Ask, place: Place | "next", known: Known): Verdict {
  if (act.isMisfit) return { codes: ["PWB0116"] };
  if (place === "next") {
    const target = known.own.at(-1) as Request;
    const code = obstacle(flat, act, besideAt(flat, target));
    return code === undefined ? { meaning: { kind: "next", target }, codes: [] } : { codes: [code] };
  }
  const side = sideOf(place);
  const isByName = "before" in place || "after" in place;
  const allowed = "beforeType" in place ? "first" : "afterType" in place ? "last" : undefined;
  if (place === act.place && !isByName && act.which !== undefined && act.which !== allowed)
    return { codes: ["PWB0120"] };
  if ("end" in place) return without(flat, act, [{ position: leftOf(flat.steps.length), around: [] }]);
  if ("at" in place) {
    const index = flat.steps.findIndex((step) => step.isPoint && step.name === place.at);
    if (index < 0) return { codes: ["PWB0103"] };
    return without(flat, act, [{ position: at(index), around: flat.steps[index]?.around ?? [] }]);
  }
  if ("before" in place) return judgeName(flat, act, place.before, side, known);
  if ("after" in place) return judgeName(flat, act, place.after, side, known);
  const type = "beforeType" in place ? place.beforeType : place.afterType;
  const spots = edgeOfType(flat, type, side);
  if (spots.length === 0 && !known.hasType(type)) return { codes: ["PWB0102"] };
  const code = obstacle(flat, act, spots);
  return code === undefined ? { meaning: { kind: "type", side, type }, codes: [] } : { codes: [code] };
}

/** Tries the position, and then the alternatives, and records the result. */
function settle(flat: Flat, request: Request, place: Place | "next", known: Known): boolean {
  const { meaning, codes } = judge(flat, request.act, place, known);
  request.meaning = meaning;
  request.codes = codes;
  request.taken = meaning === undefined ? undefined : meaning.kind === "next" ? meaning.target.taken : place;
  return meaning !== undefined;
}

/**
 * Returns whether other requests can refer to a type because of this request. Returns false if the position of the
 * request or its bundle is relative to this type.
 */
function provides(request: Request, type: string): boolean {
  return request.meaning !== undefined && isOfType(request.types, type) && !isBy(request.taken, type);
}

/**
 * Accepts requests that are data. Such requests can refer to the framework, to each other, and to earlier requests of
 * the same contributor. Requests are accepted in rounds, until no request is accepted. The alternative position of a
 * request is used if its first position is not possible.
 */
function grantData(flat: Flat, requests: readonly Request[]): void {
  const knownTo = (request: Request): Known => ({
    hasType: (type) => requests.some((other) => provides(other, type)),
    own: requests.slice(0, requests.indexOf(request)).filter(({ contributor }) => contributor === request.contributor),
  });
  for (let hasChanged = true; hasChanged;) {
    const waiting = requests.filter(({ meaning }) => meaning === undefined);
    const granted = waiting.filter((request) => settle(flat, request, request.act.place, knownTo(request)));
    hasChanged = granted.length > 0;
    if (hasChanged) continue;
    // The third alternative of a request is used only if its second alternative is not possible.
    for (let rank = 0; rank < MOST_OTHERS && !hasChanged; rank++) {
      const other = (request: Request): Place | undefined => othersOf(request)[rank];
      // Decides all requests of a rank together, so that no request depends on an alternative of the same rank.
      const able = waiting.filter((request) => {
        const place = other(request);
        return place !== undefined && judge(flat, request.act, place, knownTo(request)).meaning !== undefined;
      });
      for (const request of able) settle(flat, request, other(request) as Place, knownTo(request));
      hasChanged = able.length > 0;
    }
  }
  for (const request of requests) {
    const last = othersOf(request).at(-1);
    if (request.meaning !== undefined || last === undefined) continue;
    request.codes = judge(flat, request.act, last, knownTo(request)).codes;
  }
}

/** Upper bound on the number of alternative positions in a scenario. */
const MOST_OTHERS = 5;

function othersOf({ act: { onMissing } }: Request): readonly Place[] {
  return typeof onMissing === "object" ? [onMissing.use].flat() : [];
}

/** Returns the requests of an insertion. A bundle has one request for each pass. */
function requestsOf(
  scenario: Scenario,
  contributor: string,
  isData: boolean,
  act: ScenarioInsert | ScenarioInsertBundle,
  id: string,
): Request[] {
  const bundle = act.kind === "bundle" ? { id, kind: act.bundle, name: act.name } : undefined;
  const passes = act.kind === "bundle" ? act.passes : [act.pass];
  return passes.map((pass, member): Request => {
    const declared = scenario.declared.find(({ name }) => name === pass);
    const { anchor = declared?.anchor, types = declared?.types ?? ["Unknown"], which, onMissing } = act;
    const isMisfit = declared?.anchor !== undefined && anchor !== declared.anchor;
    const first = { place: act.place, ...(which && { which }), ...(onMissing && { onMissing }) };
    const ask: Ask = { pass, anchor, isMisfit, ...(member === 0 ? first : ({ place: "next" } as const)) };
    const nothing = { meaning: undefined, taken: undefined, codes: [] };
    return { contributor, isData, act: ask, types, bundle, index: -1, address: "", ...nothing };
  });
}

/** Computes the results of all requests of all contributors. Refused requests have no meaning. */
export function answerRequests(flat: Flat, scenario: Scenario): Requests {
  const inserts = scenario.contributors.flatMap(({ name, isData, acts }) =>
    acts.flatMap((act, index) =>
      act.kind === "insert" || act.kind === "bundle"
        ? [{ contributor: name, isData, act, requests: requestsOf(scenario, name, isData, act, `${name} ${index}`) }]
        : [],
    ),
  );
  const data = inserts.filter(({ isData }) => isData).flatMap(({ requests }) => requests);
  grantData(flat, data);
  const kept: Request[] = [...data];
  const answered: Answered[] = [];
  for (const { name, isData, acts } of scenario.contributors) {
    if (isData) continue;
    for (const act of acts) {
      if (act.kind === "rule") continue;
      if (act.kind !== "insert" && act.kind !== "bundle") {
        const codes = judgeEdit(flat, scenario, act);
        answered.push({ contributor: name, what: `${act.kind} ${act.target}`, edit: act, codes });
        continue;
      }
      const requested = inserts.find((each) => each.act === act)?.requests ?? [];
      const refused = grantOne(flat, name, requested, kept, data);
      // If a bundle was refused, keeps only the request of the pass that was refused.
      kept.push(...(refused === undefined ? requested : [refused]));
      const what = act.kind === "bundle" ? act.name : act.pass;
      answered.push({ contributor: name, what, request: refused ?? (requested[0] as Request), codes: [] });
    }
  }
  number(kept);
  return { requests: kept, answered };
}

/** Accepts all passes of one call at the same alternative. Otherwise, returns the first pass without a position. */
function grantOne(
  flat: Flat,
  name: string,
  requested: readonly Request[],
  kept: readonly Request[],
  data: readonly Request[],
): Request | undefined {
  const { place, onMissing } = (requested[0] as Request).act;
  const places = [place, ...othersOf(requested[0] as Request)];
  let refused: Request | undefined;
  for (const each of places) {
    refused = grantAt(flat, name, requested, each, kept, data);
    if (refused === undefined) return undefined;
  }
  return refused && { ...refused, act: { ...refused.act, ...(onMissing && { onMissing }) } };
}

function grantAt(
  flat: Flat,
  name: string,
  requested: readonly Request[],
  at: Place | "next",
  kept: readonly Request[],
  data: readonly Request[],
): Request | undefined {
  for (const [member, request] of requested.entries()) {
    const all = [...kept, ...requested.slice(0, member)];
    const own = all.filter(({ contributor, meaning }) => contributor === name && meaning !== undefined);
    const hasType = (type: string): boolean => [...data, ...own].some((other) => provides(other, type));
    if (!settle(flat, request, member === 0 ? at : "next", { hasType, own })) return request;
  }
  return undefined;
}

/** Numbers the requests of a contributor: accepted requests of code, and all requests that are data. */
function number(requests: readonly Request[]): void {
  for (const request of requests) {
    const kept = requests
      .slice(0, requests.indexOf(request))
      .filter((other) => other.contributor === request.contributor && (other.isData || other.meaning !== undefined));
    request.index = kept.length;
    const count = kept.filter(({ act }) => act.pass === request.act.pass).length + 1;
    request.address = `${request.contributor}::${request.act.pass}${count === 1 ? "" : `#${count}`}`;
  }
}
