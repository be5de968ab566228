import { didYouMean, errorDiagnostic, groupIn, unknownName } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { nearestFits, slotText } from "../steps/nesting.ts";
import type { BasePipeline, Slot } from "../steps/base-pipeline.ts";
import { originText } from "../contributions/origin.ts";
import type { Origin } from "../contributions/origin.ts";
import { placeText } from "../contributions/place.ts";
import type { MemberPlace } from "../contributions/place.ts";
import { PassType } from "../steps/pass-type.ts";
import { excludedBy } from "../steps/bundle.ts";
import type { Outsider } from "../steps/bundle.ts";
import type { BundleRef, Nest, Step } from "../steps/step.ts";
import { listed, NameList } from "./name-list.ts";
import { placement, whereOf } from "./where.ts";
import type { Request } from "./where.ts";

/** Returns help if `name` has another kind than the position requires. */
function helpOnKind(name: string, basePipeline: BasePipeline, isForType = false): readonly [string] | undefined {
  const bundle = basePipeline.hidingBundle(name);
  const [what, keys] =
    basePipeline.point(name) !== undefined
      ? ["an extension point", "`at`"]
      : basePipeline.named(name).length > 0
        ? ["a pass", "`before` or `after`"]
        : bundle !== undefined
          ? ["in this atomic bundle", `\`${bundle}\``]
          : !isForType && (Object.hasOwn(PassType, name) || basePipeline.extentOf(name) !== undefined)
            ? ["a pass type", "`beforeType` or `afterType`"]
            : [];
  return what === undefined ? undefined : [`use ${keys}, because \`${name}\` is ${what}`];
}

export function noSuchPass(request: Request, name: string, basePipeline: BasePipeline): Diagnostic {
  const { passes, bundles } = basePipeline.listed;
  const own = name.replace(/^.*::/, "");
  const similar = passes.similarTo(own) ?? bundles.similarTo(own) ?? passes.similarTo(name);
  const known = bundles.around(name);
  const other = "use a pass type or an extension point, which stays valid if the framework changes its passes";
  const help = helpOnKind(name, basePipeline) ?? didYouMean(similar, other);
  const isElsewhere = basePipeline.alternatives.some(({ pass }) => pass === name);
  return placement("PWB0101", `no pass named \`${name}\` in the pipeline`, request, help, {
    ...unknownName(name, similar),
    notes: [
      `passes of the framework: ${passes.around(name)}`,
      known === "none" ? undefined : `bundles of the framework: ${known}`,
      isElsewhere ? `\`${name}\` is in the pipeline only for other targets, levels or options` : undefined,
    ],
  });
}

export function noSuchType(request: Request, type: string, basePipeline: BasePipeline): Diagnostic {
  const { types } = basePipeline.listed;
  const similar = types.similarTo(type);
  const known = types.around(type);
  const other = known === "none" ? "the name of a pass" : "one of these types";
  const help =
    helpOnKind(type, basePipeline, true) ??
    (similar === undefined ? `use ${other}, or set \`onMissing\`` : `did you mean ${similar}?`);
  const notes = [`types of the framework's passes: ${known}`];
  return placement("PWB0102", `no pass of type ${type} in the pipeline`, request, help, {
    ...unknownName(type, similar),
    notes,
  });
}

export function noSuchPoint(request: Request, point: string, basePipeline: BasePipeline): Diagnostic {
  const { points } = basePipeline.listed;
  const similar = points.similarTo(point);
  const message = `no extension point \`${point}\` in the pipeline`;
  const known = points.around(point);
  const other = known === "none" ? "use the name of a pass" : "use one of these extension points";
  const help = helpOnKind(point, basePipeline) ?? didYouMean(similar, other);
  return placement("PWB0103", message, request, help, {
    ...unknownName(point, similar),
    notes: [`extension points: ${known}`],
  });
}

export function pointRenamed(request: Request, former: string, name: string): Diagnostic {
  const message = `extension point \`${former}\` was renamed to \`${name}\``;
  return placement("PWB0121", message, request, `use \`${name}\`, because a later version might remove the old name`, {
    severity: "warning",
  });
}

export function pointDeprecated(request: Request, name: string, instead: string): Diagnostic {
  return placement("PWB0122", `extension point \`${name}\` is deprecated`, request, instead, { severity: "warning" });
}

export function severalTargets(request: Request, name: string, addresses: readonly string[]): Diagnostic {
  const message = `\`${name}\` is ambiguous, because the pipeline has ${addresses.length} steps with this name`;
  const help = `set \`which\` to \`first\`, \`last\` or \`each\`, or use an address, for example \`${addresses.at(-1)}\``;
  return placement("PWB0104", message, request, help, { notes: [`steps: ${listed(addresses)}`] });
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
    message: `the pipeline has ${addresses.length} steps with the name \`${name}\`, and the insertion uses \`${chosen}\``,
  };
}

export function poorTarget(request: Request, name: string, basePipeline: BasePipeline, slot: Slot): Diagnostic {
  const points = basePipeline.listed.points.around(name);
  const message = `\`${request.pass.name}\` is inserted next to \`${name}\`, which the builder can move or drop`;
  const help = `use a pass type${points === "none" ? "" : ` or an extension point (${points})`} as the position`;
  const notes = [`resulting position: ${slotText(basePipeline, slot)}`];
  return placement("PWB0106", message, request, help, { severity: "warning", notes });
}

/** Describes the group or nested pipeline that a step would split. `open` contains the levels around the position. */
export function splitThing(open: readonly Nest[]): { readonly what: string; readonly noun: string } {
  const group = groupIn(open.at(-1)?.anchor ?? "");
  if (group !== undefined) return { what: `group \`${group}\``, noun: "group" };
  return { what: `a nested pipeline on '${open.map(({ anchor }) => anchor).join(" > ")}'`, noun: "pipeline" };
}

export function wouldSplit(
  request: Request,
  basePipeline: BasePipeline,
  slot: Slot,
  nests: readonly Nest[],
  open: readonly Nest[],
): Diagnostic {
  const places = nearestFits(basePipeline, slot, nests).map((place) => slotText(basePipeline, place));
  const runsOn = [basePipeline.anchor, ...nests.map((nest) => nest.anchor)].join(" > ");
  const { what, noun } = splitThing(open);
  const pass = request.pass.name;
  const help = places.length === 0 ? `change the anchor of \`${pass}\`` : `place \`${pass}\` ${places.join(" or ")}`;
  const note = `the position ${slotText(basePipeline, slot)} is inside this ${noun}, but \`${pass}\` runs on '${runsOn}'`;
  return placement("PWB0107", `\`${pass}\` would split ${what}`, request, help, { notes: [note] });
}

export function refusedAtAllPositions(pass: string, contributor: string, requested: readonly Diagnostic[]): Diagnostic {
  const first = requested[0];
  const message = `\`${pass}\` of \`${contributor}\` is not in the plan, because the builder refused each requested position`;
  return errorDiagnostic("PWB0118", message, first?.help ?? [], {
    severity: "warning",
    plugin: contributor,
    pass,
    pluginKind: first?.pluginKind,
    at: first?.at,
    notes: requested.map(({ code, message: problem, at }) => ({ message: `${code}: ${problem}`, ...(at && { at }) })),
  });
}

export function circularPlaces(requests: readonly (Request & { readonly types: readonly string[] })[]): Diagnostic {
  const passes = listed(requests.map(({ pass }) => pass.name));
  const message = `the positions of ${passes} depend on each other, so the builder computes the positions without the types of these passes`;
  const help = "insert one of the passes relative to a pass name or an extension point";
  const notes = requests.map(
    ({ pass: { name }, types, place, origin }) =>
      `position of \`${name}\` (${types.join(", ")}): ${placeText(place)} (${originText(origin)})`,
  );
  return errorDiagnostic("PWB0108", message, help, { severity: "warning", notes });
}

export function cannotBeInside({ name, kind }: BundleRef, pass: string, excluded?: string): string {
  const why =
    excluded === undefined ? `because ${kind} bundles cannot contain other passes` : `which excludes ${excluded}`;
  return `\`${pass}\` cannot be inserted into bundle \`${name}\`, ${why}`;
}

/** Reports a position inside a bundle. `places` describes the positions around the bundle. */
export function insideBundle(
  request: Request,
  bundle: BundleRef,
  step: Outsider,
  position: string,
  places: readonly string[],
): Diagnostic {
  const help = `place \`${step.name}\` ${places.join(" or ")}`;
  const notes = [`the position ${position} is inside the bundle`];
  return placement("PWB0115", cannotBeInside(bundle, step.name, excludedBy(bundle, step)), request, help, { notes });
}

export function insideOwnBundle(request: Request, target: string, bundle: BundleRef, step: Outsider): Diagnostic {
  return insideBundle(request, bundle, step, `next to \`${target}\``, [`before or after bundle \`${bundle.given}\``]);
}

/**
 * Reports an invalid `which` for a position without the name of a pass. `namesOf` returns the framework's passes of a
 * type, if all are known.
 */
export function whichWithoutName(request: Request, namesOf?: (type: string) => readonly string[]): Diagnostic {
  const { place, which } = request;
  const type = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
  const message = `\`which: ${which}\` works only with the name of a pass`;
  const name = type === undefined ? "" : `, or replace type ${type} with the name of a pass`;
  const names = type === undefined ? undefined : namesOf?.(type);
  return placement("PWB0120", message, request, `remove \`which\`${name}`, {
    notes: names === undefined ? [] : [`passes of type ${type} in the framework: ${new NameList(names).around("")}`],
  });
}

export function otherPlaceFailed(diagnostic: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const instead = others.map(({ code, message }) => ({
    message: `a preferred position was also refused: ${message} (${code})`,
  }));
  return { ...diagnostic, notes: [...(diagnostic.notes ?? []), ...instead] };
}

function targetText(place: MemberPlace): string {
  if ("before" in place) return `\`${place.before}\``;
  if ("beforeType" in place) return `a pass of type ${place.beforeType}`;
  if ("afterType" in place) return `a pass of type ${place.afterType}`;
  return "after" in place ? `\`${place.after}\`` : "the target of the position";
}

const runsOn = ({ declaration: { anchor } }: Pick<Step, "declaration">): string =>
  anchor === undefined ? "does not" : `runs on '${anchor}'`;

/** Makes the error for a refused insertion of the framework: its target is missing, or it would split something. */
export function noPlaceForOwn(
  request: Request,
  target: Pick<Step, "name" | "nests"> | undefined,
  bundle: BundleRef | undefined,
  step: Outsider & Pick<Step, "declaration">,
): Diagnostic {
  if (bundle !== undefined && target !== undefined) return insideOwnBundle(request, target.name, bundle, step);
  const missing = target === undefined;
  const message = missing
    ? `\`${request.pass.name}\` cannot be inserted ${placeText(request.place)}, because the framework has not added ${targetText(request.place)} yet`
    : `\`${request.pass.name}\` would split the manager that contains \`${target.name}\``;
  const help = missing
    ? `add ${targetText(request.place)} before you insert \`${request.pass.name}\``
    : `insert \`${request.pass.name}\` before or after this manager`;
  const notes = missing
    ? ["the framework's insertions take effect immediately, in the order of the calls"]
    : [`the manager runs on '${target.nests.at(-1)?.anchor}', but \`${request.pass.name}\` ${runsOn(step)}`];
  return placement(missing ? "PWB0109" : "PWB0110", message, request, help, { notes });
}

/** Reports a pass in a manager that has a different anchor. The message is the same as in MLIR. */
export function wrongManager(
  pass: string,
  anchor: string | undefined,
  manager: string | undefined,
  origin: Origin,
  help = `add \`${pass}\` to a manager that runs on '${anchor}'`,
): Diagnostic {
  const message = `Can't add pass '${pass}' restricted to '${anchor}' on a PassManager intended to run on '${manager}', did you intend to nest?`;
  return errorDiagnostic("PWB0116", message, help, whereOf(origin));
}
