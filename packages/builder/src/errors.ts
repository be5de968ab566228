import { type Diagnostic, type Note } from "@passwright/core";
import { suggest } from "@passwright/core";
import { nearestFits, type Slot, slotText } from "./nesting.ts";
import { type Origin, originText } from "./origin.ts";
import { type Place, placeText, type Which } from "./place.ts";
import { type Rule, ruleText } from "./rule.ts";
import { type Spine } from "./spine.ts";
import { type Nest } from "./step.ts";

/** What somebody asked for, as far as an error has to tell it. */
export interface Request {
  readonly pass: string;
  readonly place: Place;
  readonly which?: Which;
  readonly origin: Origin;
  readonly reason?: string;
}

type Place0 = Pick<Diagnostic, "at" | "plugin">;

/** Where a diagnostic points, from the origin of what it is about. */
export function whereOf(origin: Origin): Place0 {
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

export function circularPlaces(requests: readonly Request[]): Diagnostic {
  return {
    code: "PWB0108",
    severity: "warning",
    message: `the places of ${requests.map(({ pass }) => `\`${pass}\``).join(", ")} depend on each other`,
    notes: requests.map((request) => ({ message: `${placeText(request.place)}: ${originText(request.origin)}` })),
    help: ["they were placed by the other passes of those types only; name an extension point to be exact"],
  };
}

export function strongRuleBroken(rule: Rule, why: readonly string[], help: readonly string[]): Diagnostic {
  return {
    code: "PWB0201",
    severity: "error",
    message: `a strong rule does not hold: ${ruleText(rule)}`,
    ...whereOf(rule.origin),
    notes: [{ message: `reason: "${rule.reason}"` }, ...why.map((message) => ({ message }))],
    help,
  };
}

export function weakRuleDropped(rule: Rule, why: readonly string[]): Diagnostic {
  return {
    code: "PWB0202",
    severity: "warning",
    message: `weak rule dropped: ${ruleText(rule)}`,
    ...whereOf(rule.origin),
    notes: [{ message: `reason: "${rule.reason}"` }, ...why.map((message) => ({ message }))],
  };
}

export function conflict(causes: readonly { readonly text: string; readonly origin: Origin }[]): Diagnostic {
  const owners = [...new Set(causes.map(({ origin }) => originText({ kind: origin.kind, name: origin.name })))].sort();
  return {
    code: "PWB0203",
    severity: "error",
    message: `these ${causes.length} demands cannot all hold`,
    notes: causes.map(({ text, origin }, index) => ({ message: `${index + 1}. ${text} (${originText(origin)})` })),
    help: [`leaving out any one of them resolves it; their owners: ${owners.join(", ")}`],
  };
}

export function ruleTargetUnknown(rule: Rule, name: string, names: Iterable<string>): Diagnostic {
  const similar = suggest(name, names);
  return {
    code: "PWB0204",
    severity: "error",
    message: `a rule names \`${name}\`, which nobody knows`,
    ...whereOf(rule.origin),
    notes: [{ message: ruleText(rule) }],
    help: [similar === undefined ? "name a pass of the framework or of a plugin" : `did you mean \`${similar}\`?`],
  };
}

/** The framework's own insertion has no place: the target is not there yet, or it is inside a manager of other operations. */
export function noPlaceForOwn(request: Request, target: string | undefined): Diagnostic {
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
