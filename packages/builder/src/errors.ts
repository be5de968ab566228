import { type Diagnostic, type Note } from "@passwright/core";
import { suggest } from "@passwright/core";
import { type BundleRef } from "./bundle.ts";
import { type Edit, type Override } from "./edit.ts";
import { type Guard } from "./properties/property.ts";
import { type Fact } from "./properties/property-flow.ts";
import { type Element } from "./resolve/element.ts";
import { nearestFits, type Slot, slotText } from "./nesting.ts";
import { type Origin, originText } from "./origin.ts";
import { type LeftOut } from "./plan.ts";
import { type MemberPlace, placeText, type Which } from "./place.ts";
import { type Rule, ruleText, type Selector } from "./rule.ts";
import { type Spine } from "./spine.ts";
import { type Nest } from "./step.ts";

/** What somebody asked for, as far as an error has to tell it. */
export interface Request {
  readonly pass: string;
  readonly place: MemberPlace;
  readonly which?: Which | undefined;
  readonly origin: Origin;
  readonly reason?: string | undefined;
}

type Whereabouts = Pick<Diagnostic, "at" | "plugin">;

/** Where a diagnostic points, from the origin of what it is about. */
export function whereOf(origin: Origin): Whereabouts {
  const plugin = origin.kind === "config" ? {} : { plugin: origin.name };
  if (origin.file === undefined || origin.line === undefined) return plugin;
  return { ...plugin, at: { file: origin.file, line: origin.line, column: 1 } };
}

function asked(request: Request): Note {
  const reason = request.reason === undefined ? "" : `: "${request.reason}"`;
  return { message: `asked for: \`${request.pass}\` ${placeText(request.place, request.which)}${reason}` };
}

function placement(
  code: string,
  message: string,
  request: Request,
  notes: readonly string[],
  help: readonly string[],
): Diagnostic {
  return {
    code,
    severity: "error",
    message,
    ...whereOf(request.origin),
    notes: [asked(request), ...notes.map((note) => ({ message: note }))],
    help,
  };
}

const known = (names: Iterable<string>): string =>
  [...new Set(names)]
    .sort()
    .map((name) => `\`${name}\``)
    .join(", ") || "none";

export function noSuchPass(request: Request, name: string, spine: Spine): Diagnostic {
  const similar = suggest(name, spine.passNames);
  const help = similar === undefined ? [] : [`did you mean \`${similar}\`?`];
  const type = "name a pass type or an extension point instead: those survive changes of the framework's passes";
  return placement(
    "PWB0101",
    `no pass named \`${name}\` in the pipeline`,
    request,
    [`passes of the framework: ${known(spine.passNames)}`],
    [...help, type],
  );
}

export function noSuchType(request: Request, type: string, spine: Spine): Diagnostic {
  const similar = suggest(type, spine.typeNames);
  return placement(
    "PWB0102",
    `no pass of type ${type} in the pipeline`,
    request,
    [`types of the framework's passes: ${known(spine.typeNames)}`],
    similar === undefined
      ? ["take a type that is there, or say what else to do with `onMissing`"]
      : [`did you mean ${similar}?`],
  );
}

export function noSuchPoint(request: Request, point: string, spine: Spine): Diagnostic {
  const similar = suggest(point, spine.pointNames);
  return placement(
    "PWB0103",
    `no extension point \`${point}\` in the pipeline`,
    request,
    [`extension points: ${known(spine.pointNames)}`],
    similar === undefined
      ? ["take an extension point that is there, or a pass type"]
      : [`did you mean \`${similar}\`?`],
  );
}

export function pointRenamed(request: Request, former: string, name: string): Diagnostic {
  return {
    ...placement(
      "PWB0121",
      `extension point \`${former}\` is called \`${name}\` now`,
      request,
      [],
      [`ask for \`${name}\`: the old name may go`],
    ),
    severity: "warning",
  };
}

export function pointDeprecated(request: Request, name: string, instead: string): Diagnostic {
  return {
    ...placement("PWB0122", `extension point \`${name}\` is deprecated`, request, [], [instead]),
    severity: "warning",
  };
}

export function severalTargets(request: Request, name: string, addresses: readonly string[]): Diagnostic {
  return placement(
    "PWB0104",
    `\`${name}\` occurs ${addresses.length} times`,
    request,
    [`they are ${addresses.map((address) => `\`${address}\``).join(", ")}`],
    ["say `which`: first, last or each; or give an address"],
  );
}

export function choseOneOfSeveral(
  request: Request,
  name: string,
  addresses: readonly string[],
  chosen: string,
): Diagnostic {
  return {
    ...severalTargets(request, name, addresses),
    code: "PWB0105",
    severity: "warning",
    message: `\`${name}\` occurs ${addresses.length} times; \`${chosen}\` was taken`,
  };
}

export function poorTarget(request: Request, name: string, spine: Spine, slot: Slot): Diagnostic {
  const nearby = [...spine.pointNames].sort().map((point) => `extension point \`${point}\``);
  return {
    ...placement(
      "PWB0106",
      `\`${name}\` is a poor target: the framework may move or drop it`,
      request,
      [`that is ${slotText(spine, slot)}`],
      [`take a pass type${nearby.length === 0 ? "" : `, or ${nearby.join(", ")}`}`],
    ),
    severity: "warning",
  };
}

export function wouldSplit(
  request: Request,
  spine: Spine,
  slot: Slot,
  nests: readonly Nest[],
  open: readonly Nest[],
): Diagnostic {
  const near = nearestFits(spine, slot, nests);
  const places = [near.left, near.right].filter((place) => place !== undefined).map((place) => slotText(spine, place));
  const inside = open.map((nest) => nest.anchor).join(" > ");
  const runsOn = [spine.anchor, ...nests.map((nest) => nest.anchor)].join(" > ");
  return placement(
    "PWB0107",
    `\`${request.pass}\` would split a nested pipeline on '${inside}'`,
    request,
    [`${slotText(spine, slot)} is inside that pipeline; \`${request.pass}\` runs on ${runsOn}`],
    places.length === 0 ? ["give the pass an anchor that fits"] : [`the nearest places: ${places.join(", or ")}`],
  );
}

export function replacementSplits(pass: string, target: string, origin: Origin, open: readonly Nest[]): Diagnostic {
  const inside = open.map((nest) => nest.anchor).join(" > ");
  return {
    code: "PWB0107",
    severity: "error",
    message: `\`${pass}\` would split a nested pipeline on '${inside}'`,
    ...whereOf(origin),
    notes: [{ message: `asked for: \`${pass}\` in place of \`${target}\`, which is inside that pipeline` }],
    help: ["replace it with a pass that runs on the same operations"],
  };
}

/** A pass that its party could not place: every place that it asked for was refused. */
export function standsNowhere(pass: string, party: string, asked: readonly Diagnostic[]): Diagnostic {
  const first = asked[0];
  return {
    code: "PWB0118",
    severity: "warning",
    message: `\`${pass}\` of \`${party}\` stands nowhere: every place that it asked for was refused`,
    plugin: party,
    ...(first?.at === undefined ? {} : { at: first.at }),
    notes: asked.map(({ code, message, at }) => ({
      message: `${code}: ${message}`,
      ...(at === undefined ? {} : { at }),
    })),
    help: first?.help ?? [],
  };
}

export function circularPlaces(requests: readonly Request[]): Diagnostic {
  return {
    code: "PWB0108",
    severity: "warning",
    message: `the places of ${requests.map(({ pass }) => `\`${pass}\``).join(", ")} depend on each other`,
    notes: requests.map((request) => ({ message: `${placeText(request.place)}: ${originText(request.origin)}` })),
    help: ["they were placed by the other passes of those types only; name an extension point to be exact"],
  };
}

export function strongRuleBroken(rule: Rule, notes: readonly Note[], help: string): Diagnostic {
  return {
    code: "PWB0201",
    severity: "error",
    message: `a strong rule does not hold: ${ruleText(rule)}`,
    ...whereOf(rule.origin),
    notes,
    help: [
      help,
      ...(rule.origin.kind === "config" ? [] : [`or leave the rule out in the config: ${overruling(rule)}`]),
    ],
  };
}

export function weakRuleDropped(rule: Rule, notes: readonly Note[]): Diagnostic {
  const message = ["weak rule dropped: ", ruleText(rule)].join("");
  const { plugin, at } = whereOf(rule.origin);
  // There may be thousands of these: an object that is copied together of several is several times as large.
  if (plugin !== undefined && at === undefined) return { code: "PWB0202", severity: "warning", message, plugin, notes };
  return { code: "PWB0202", severity: "warning", message, ...whereOf(rule.origin), notes };
}

/** The override by which a config leaves out a rule. */
function overruling({ subject, relation, target }: Rule): string {
  const one = (selector: Selector): string => ("pass" in selector ? selector.pass : `{ type: ${selector.type} }`);
  return `\`overrides: [{ overrule: ${one(subject)}, ${relation}: ${one(target)}, reason: … }]\``;
}

export function conflict(
  causes: readonly { readonly text: string; readonly origin: Origin; readonly rule?: Rule }[],
): Diagnostic {
  // The user's own rule is taken out of the config.
  const numbered = causes.flatMap(({ rule }, index) =>
    rule === undefined || rule.origin.kind === "config"
      ? []
      : [`in the config, ${overruling(rule)} leaves out ${index + 1}`],
  );
  const owners = [...new Set(causes.map(({ origin }) => originText({ kind: origin.kind, name: origin.name })))].sort();
  return {
    code: "PWB0203",
    severity: "error",
    message: `these ${causes.length} demands cannot all hold`,
    notes: causes.map(({ text, origin }, index) => ({ message: `${index + 1}. ${text} (${originText(origin)})` })),
    help: [`leaving out any one of them resolves it; their owners: ${owners.join(", ")}`, ...numbered],
  };
}

/** A party refers to the middle of a bundle of its own. */
export function insideOwnBundle(request: Request, target: string, bundle: BundleRef): Diagnostic {
  return placement(
    "PWB0115",
    `nothing can come between the passes of ${bundle.kind} bundle \`${bundle.name}\``,
    request,
    [`that side of \`${target}\` is inside it`],
    [`the nearest places: before \`${bundle.given}\`, or after \`${bundle.given}\``],
  );
}

export function whichOfType(request: Request, type: string, which: Which, names: readonly string[]): Diagnostic {
  return placement(
    "PWB0120",
    `\`which: ${which}\` says nothing of a type: it is one interval, and has one beginning and one end`,
    request,
    [`passes of type ${type} in the framework: ${known(names)}`],
    ["leave `which` out, or say it of a pass by its name"],
  );
}

/** What is wrong with the place that was to be taken in the place of others, which are not there either. */
export function otherPlaceFailed(diagnostic: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const instead = others.map(({ code, message }) => ({
    message: `that was to be instead of a place that is not there either: ${message} (${code})`,
  }));
  return { ...diagnostic, notes: [...(diagnostic.notes ?? []), ...instead] };
}

/** The framework's own insertion has no place: the target is not there yet, or it is inside a manager of other operations. */
export function noPlaceForOwn(request: Request, target: string | undefined, bundle?: BundleRef): Diagnostic {
  if (bundle !== undefined && target !== undefined) return insideOwnBundle(request, target, bundle);
  const missing = target === undefined;
  return placement(
    missing ? "PWB0109" : "PWB0110",
    missing
      ? "there is no such place in the pipeline so far"
      : `\`${request.pass}\` would split the manager around \`${target}\``,
    request,
    ["the framework's own insertions are carried out at once, in the order in which they are written"],
    [missing ? "add the target first" : "insert it before or after that manager"],
  );
}

export function editsDisagree(address: string, edits: readonly Edit[]): Diagnostic {
  const one = (edit: Edit): string => {
    const what = edit.kind === "remove" ? "take it out" : `put \`${edit.pass.name}\` in its place`;
    return `${originText(edit.origin)} wants to ${what}${edit.reason === undefined ? "" : `: "${edit.reason}"`}`;
  };
  return {
    code: "PWB0111",
    severity: "error",
    message: `several want to change \`${address}\``,
    step: address,
    notes: edits.map((edit) => ({ message: one(edit) })),
    help: ["leave out one of them, or ban the step in the config"],
  };
}

export function notRemovable(pass: string, target: string, origin: Origin): Diagnostic {
  return {
    code: "PWB0112",
    severity: "error",
    message: `\`${target}\` cannot be removed: the framework has not said that it is removable`,
    ...whereOf(origin),
    notes: [{ message: `asked for by ${pass}` }],
    help: [`\`overrides: [{ ban: ${target}, reason: … }]\` in the config removes it all the same`],
  };
}

export function noSuchTarget(target: string, origin: Origin, spine: Spine): Diagnostic {
  const similar = suggest(target, spine.passNames);
  return {
    code: "PWB0113",
    severity: "error",
    message: `there is no \`${target}\` in the framework's pipeline to change`,
    ...whereOf(origin),
    notes: [{ message: `passes of the framework: ${known(spine.passNames)}` }],
    help: similar === undefined ? [] : [`did you mean \`${similar}\`?`],
  };
}

/** The user's last word is that the step stays. */
export function isPinned({ kind, target, origin }: Edit, pin: Origin): Diagnostic {
  return {
    code: "PWB0117",
    severity: "error",
    message: `\`${target}\` cannot be ${kind === "remove" ? "removed" : "replaced"}: the user pinned it`,
    ...whereOf(origin),
    notes: [{ message: `pinned by ${originText(pin)}` }],
    help: [`do without, or take \`pin: ${target}\` out of the config`],
  };
}

export function overridesDisagree(address: string, pin: Override, ban: Override): Diagnostic {
  const one = (what: string, { origin, reason }: Override): string =>
    `${originText(origin)} ${what} it${reason === undefined ? "" : `: "${reason}"`}`;
  return {
    code: "PWB0119",
    severity: "error",
    message: `\`${address}\` is both pinned and banned`,
    ...whereOf(ban.origin),
    step: address,
    notes: [{ message: one("pins", pin) }, { message: one("bans", ban) }],
    help: ["take one of the two out of the config"],
  };
}

export function insideBundle(
  request: Request,
  spine: Spine,
  slot: Slot,
  bundle: BundleRef,
  edges: readonly Slot[],
): Diagnostic {
  return placement(
    "PWB0115",
    `nothing can come between the passes of ${bundle.kind} bundle \`${bundle.name}\``,
    request,
    [`${slotText(spine, slot)} is inside it`],
    [`the nearest places: ${edges.map((edge) => slotText(spine, edge)).join(", or ")}`],
  );
}

/** MLIR's words. */
export function wrongManager(
  pass: string,
  anchor: string | undefined,
  manager: string | undefined,
  origin: Origin,
  help = `add \`${pass}\` to the manager around it`,
): Diagnostic {
  return {
    code: "PWB0116",
    severity: "error",
    message: `Can't add pass '${pass}' restricted to '${anchor}' on a PassManager intended to run on '${manager}', did you intend to nest?`,
    ...whereOf(origin),
    help: [help],
  };
}

function neighbourhood(element: Element): string {
  return `\`${element.address}\` is there: ${element.because} (${originText(element.origin)})`;
}

function lost(name: string, fact: Fact): string[] {
  if (fact.since === undefined) return [`${name} does not hold at the beginning, and nothing before provides it`];
  const opaque =
    fact.isOpaque === true ? `, which declares nothing about properties (opaque), so it is taken to be lost` : "";
  return [`${name} is lost at \`${fact.since}\`${opaque}`];
}

export function missingProperty(element: Element, name: string, fact: Fact, stretches: readonly string[]): Diagnostic {
  const where = stretches.length === 0 ? `no step provides ${name}` : `it holds ${stretches.join(", ")}`;
  const help =
    fact.isOpaque === true && fact.since !== undefined
      ? `if \`${fact.since}\` keeps it: declare \`preserves: ["${name}"]\``
      : stretches.length === 0
        ? `add a pass that provides ${name} before it`
        : `place \`${element.name}\` where it holds`;
  return {
    code: "PWB0501",
    severity: "error",
    message: `\`${element.name}\` requires ${name}, which does not hold there`,
    ...whereOf(element.origin),
    step: element.address,
    notes: [neighbourhood(element), ...lost(name, fact), where].map((message) => ({ message })),
    help: [help],
  };
}

export function forbiddenProperty(element: Element, name: string, fact: Fact): Diagnostic {
  const since = fact.since === undefined ? "the beginning" : `\`${fact.since}\``;
  return {
    code: "PWB0502",
    severity: "error",
    message: `\`${element.name}\` cannot run where ${name} holds`,
    ...whereOf(element.origin),
    step: element.address,
    notes: [neighbourhood(element), `it holds since ${since}`].map((message) => ({ message })),
    help: [`place \`${element.name}\` before ${since}`],
  };
}

export function guardWithoutEnds(guard: Guard, missing: string, removed: readonly LeftOut[]): Diagnostic {
  return {
    code: "PWB0503",
    severity: "error",
    message: `a guard of ${guard.property} has no \`${missing}\` to ${missing === guard.from ? "begin after" : "end before"}`,
    ...whereOf(guard.origin),
    notes: [
      { message: `it goes from \`${guard.from}\` to \`${guard.to}\`: "${guard.reason}"` },
      ...removed.map(({ address, because }) => ({ message: `\`${address}\` was there, and is left out: ${because}` })),
    ],
    help: [
      removed.length === 0
        ? "name two passes that are there, the first one before the second"
        : `keep \`${missing}\`, or take the guard out with it`,
    ],
  };
}

export function guardBroken(guard: Guard, element: Element, opaque: boolean): Diagnostic {
  const { property } = guard;
  const says = opaque
    ? `\`${element.name}\` declares nothing about properties (opaque), so ${property} is taken to be lost`
    : `\`${element.name}\` does not declare that it preserves ${property}`;
  return {
    code: "PWB0504",
    severity: "error",
    message: `\`${element.name}\` breaks a guard that it stands in`,
    ...whereOf(element.origin),
    step: element.address,
    notes: [
      neighbourhood(element),
      `${property} must be preserved from \`${guard.from}\` to \`${guard.to}\` (${originText(guard.origin)}): "${guard.reason}"`,
      says,
    ].map((message) => ({ message })),
    help: [
      `if it only reads: declare \`preserves: ["${property}"]\``,
      `or place it before \`${guard.from}\` or after \`${guard.to}\``,
    ],
  };
}
