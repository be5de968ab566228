import { didYouMean, errorDiagnostic, groupIn, unknownName } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { nearestFits, slotText } from "../steps/nesting.ts";
import type { Slot } from "../steps/nesting.ts";
import { originText } from "../contributions/origin.ts";
import type { Origin } from "../contributions/origin.ts";
import { placeText } from "../contributions/place.ts";
import { excludedBy } from "../steps/bundle.ts";
import type { Outsider } from "../steps/bundle.ts";
import type { Spine } from "../steps/spine.ts";
import type { BundleRef, Nest } from "../steps/step.ts";
import { listed, NameList } from "./name-list.ts";
import { placement, whereOf } from "./where.ts";
import type { Request } from "./where.ts";

export function noSuchPass(request: Request, name: string, spine: Spine): Diagnostic {
  const { passes } = spine.listed;
  const similar = passes.similarTo(name);
  const help = similar === undefined ? [] : [`did you mean \`${similar}\`?`];
  const type = "name a pass type or an extension point instead: those survive changes of the framework's passes";
  return placement("PWB0101", `no pass named \`${name}\` in the pipeline`, request, [...help, type], {
    ...unknownName(name, similar),
    notes: [`passes of the framework: ${passes.around(name)}`],
  });
}

export function noSuchType(request: Request, type: string, spine: Spine): Diagnostic {
  const { types } = spine.listed;
  const similar = types.similarTo(type);
  const help =
    similar === undefined ? ["use a type of the pipeline, or set `onMissing`"] : [`did you mean ${similar}?`];
  const notes = [`types of the framework's passes: ${types.around(type)}`];
  return placement("PWB0102", `no pass of type ${type} in the pipeline`, request, help, { notes });
}

export function noSuchPoint(request: Request, point: string, spine: Spine): Diagnostic {
  const { points } = spine.listed;
  const similar = points.similarTo(point);
  const message = `no extension point \`${point}\` in the pipeline`;
  const help = didYouMean(similar, "use an extension point of the pipeline, or a pass type");
  return placement("PWB0103", message, request, help, { notes: [`extension points: ${points.around(point)}`] });
}

export function pointRenamed(request: Request, former: string, name: string): Diagnostic {
  const message = `extension point \`${former}\` is called \`${name}\` now`;
  return placement("PWB0121", message, request, `use \`${name}\`: the old name may be removed`, {
    severity: "warning",
  });
}

export function pointDeprecated(request: Request, name: string, instead: string): Diagnostic {
  return placement("PWB0122", `extension point \`${name}\` is deprecated`, request, instead, { severity: "warning" });
}

export function severalTargets(request: Request, name: string, addresses: readonly string[]): Diagnostic {
  const message = `\`${name}\` occurs ${addresses.length} times`;
  const help = "set `which` to first, last or each, or use an address";
  return placement("PWB0104", message, request, help, { notes: [`they are ${listed(addresses)}`] });
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
  const points = spine.listed.points.around(name);
  const message = `\`${name}\` is a poor target: the framework may move or drop it`;
  const help = `take a pass type${points === "none" ? "" : `, or an extension point: ${points}`}`;
  const notes = [`that is ${slotText(spine, slot)}`];
  return placement("PWB0106", message, request, help, { severity: "warning", notes });
}

/** Returns the manager, group or bundle that a step at these levels would split. */
export function splitThing(open: readonly Nest[]): { readonly what: string; readonly noun: string } {
  const group = groupIn(open.at(-1)?.anchor ?? "");
  if (group !== undefined) return { what: `group \`${group}\``, noun: "group" };
  return { what: `a nested pipeline on '${open.map(({ anchor }) => anchor).join(" > ")}'`, noun: "pipeline" };
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
  const runsOn = [spine.anchor, ...nests.map((nest) => nest.anchor)].join(" > ");
  const { what, noun } = splitThing(open);
  const help =
    places.length === 0 ? ["give the pass an anchor that fits"] : [`choose a position nearby: ${places.join(", or ")}`];
  const notes = [`${slotText(spine, slot)} is inside that ${noun}; \`${request.pass}\` runs on ${runsOn}`];
  return placement("PWB0107", `\`${request.pass}\` would split ${what}`, request, help, { notes });
}

/** Reports a contributor's pass whose positions were all refused. */
export function standsNowhere(pass: string, party: string, requested: readonly Diagnostic[]): Diagnostic {
  const first = requested[0];
  return errorDiagnostic(
    "PWB0118",
    `\`${pass}\` of \`${party}\` is not in the plan: all its positions were refused`,
    first?.help ?? [],
    {
      severity: "warning",
      plugin: party,
      pass,
      ...(first?.at === undefined ? {} : { at: first.at }),
      notes: requested.map(({ code, message, at }) => ({
        message: `${code}: ${message}`,
        ...(at === undefined ? {} : { at }),
      })),
    },
  );
}

export function circularPlaces(requests: readonly Request[]): Diagnostic {
  const message = `the places of ${requests.map(({ pass }) => `\`${pass}\``).join(", ")} depend on each other`;
  const help = "name an extension point: only passes of the same types gave these passes their positions";
  return errorDiagnostic("PWB0108", message, help, {
    severity: "warning",
    notes: requests.map((request) => `${placeText(request.place)}: ${originText(request.origin)}`),
  });
}

function cannotBeInside(bundle: BundleRef, step: Outsider): string {
  const excluded = excludedBy(bundle, step);
  return excluded === undefined
    ? `nothing can come between the passes of ${bundle.kind} bundle \`${bundle.name}\``
    : `\`${step.name}\` cannot come between the passes of bundle \`${bundle.name}\`, which is without ${excluded}`;
}

/** Reports a position inside a bundle of the same contributor. */
export function insideOwnBundle(request: Request, target: string, bundle: BundleRef, step: Outsider): Diagnostic {
  const help = `choose a position nearby: before \`${bundle.given}\`, or after \`${bundle.given}\``;
  const notes = [`that side of \`${target}\` is inside it`];
  return placement("PWB0115", cannotBeInside(bundle, step), request, help, { notes });
}

/**
 * Reports `which` in a position relative to a type. `names` are the framework's passes of that type, if all are known.
 */
export function whichOfType(request: Request, type: string, names?: readonly string[]): Diagnostic {
  // The message already contains `which`, so the request is formatted without it.
  const { which, ...rest } = request;
  const message = `\`which: ${which}\` does not apply to a type, which is one interval`;
  return placement("PWB0120", message, rest, "remove `which`, or name a pass instead of the type", {
    notes: names === undefined ? [] : [`passes of type ${type} in the framework: ${new NameList(names).around("")}`],
  });
}

/** Adds notes about refused earlier positions to the diagnostic of the last one. */
export function otherPlaceFailed(diagnostic: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const instead = others.map(({ code, message }) => ({
    message: `it replaces a position that does not exist either: ${message} (${code})`,
  }));
  return { ...diagnostic, notes: [...(diagnostic.notes ?? []), ...instead] };
}

/**
 * Reports an insertion of the framework whose target does not exist yet, or is inside a manager on different
 * operations.
 */
export function noPlaceForOwn(
  request: Request,
  target: string | undefined,
  bundle: BundleRef | undefined,
  step: Outsider,
): Diagnostic {
  if (bundle !== undefined && target !== undefined) return insideOwnBundle(request, target, bundle, step);
  const missing = target === undefined;
  const message = missing
    ? "the requested position does not exist yet"
    : `\`${request.pass}\` would split the manager around \`${target}\``;
  const help = missing ? "add the target first" : "insert it before or after that manager";
  const notes = ["insertions of the framework take effect immediately, in the order of the calls"];
  return placement(missing ? "PWB0109" : "PWB0110", message, request, help, { notes });
}

export function insideBundle(
  request: Request,
  spine: Spine,
  slot: Slot,
  bundle: BundleRef,
  step: Outsider,
  edges: readonly Slot[],
): Diagnostic {
  const help = `choose a position nearby: ${edges.map((edge) => slotText(spine, edge)).join(", or ")}`;
  const notes = [`${slotText(spine, slot)} is inside it`];
  return placement("PWB0115", cannotBeInside(bundle, step), request, help, { notes });
}

/** Reports a pass on the wrong operation. The message is that of MLIR. */
export function wrongManager(
  pass: string,
  anchor: string | undefined,
  manager: string | undefined,
  origin: Origin,
  help = `add \`${pass}\` to the manager around it`,
): Diagnostic {
  const message = `Can't add pass '${pass}' restricted to '${anchor}' on a PassManager intended to run on '${manager}', did you intend to nest?`;
  return errorDiagnostic("PWB0116", message, help, whereOf(origin));
}
