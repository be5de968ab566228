import { hasType, placeText, whereOf } from "@passwright/builder";
import type { Diagnostic, Note } from "@passwright/core";
import type { DataPlace } from "../data/node.ts";
import { bundlesOf } from "./bundles.ts";
import * as errors from "./errors.ts";
import { declarationOf } from "./input.ts";
import type { AssemblyInput, PluginPart } from "./input.ts";
import { originIn, splitPosition } from "./insertions.ts";
import { surveyInput } from "./stages.ts";

/** Plugin that is left out. Without `plugin.passes`, its passes are unknown, because only code declares them. */
export type LeftOutPlugin = Pick<PluginPart, "contributor" | "plugin" | "data">;

/** Result of {@link leaveOut}. */
export interface LeavingOut {
  /** Input without the removed entries. */
  readonly input: AssemblyInput;
  /** One remark that lists the removed entries. Empty if no entry was removed. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Removes entries of the owner that need one of the left-out plugins: insertions of their passes and bundles,
 * insertions next to their steps, and their passes in bundles and in `cleanups`. A remark lists the removed entries.
 */
export function leaveOut(input: AssemblyInput, plugins: readonly LeftOutPlugin[]): LeavingOut {
  const { owner } = input;
  const provided = providedBy(plugins);
  let survey: ReturnType<typeof surveyInput> | undefined;
  // The pass remains if the framework, another plugin or the owner also provides it.
  const isPassGone = (pass: string): boolean => {
    if (!provided.pass(pass)) return false;
    const { catalogue, bundles } = (survey ??= surveyInput(input)).work;
    return (catalogue.find(pass) ?? catalogue.findPipeline(pass) ?? bundles.get(pass)) === undefined;
  };
  const inserted = new Set(
    [...owner.insert, ...[...owner.bundles.values()].flatMap(({ passes }) => passes)].flatMap(({ data }) =>
      "pass" in data ? [data.pass] : [],
    ),
  );
  const removed: Note[] = [];
  const isKept = (isGone: boolean, entry: DataPlace, message: string): boolean => {
    const { at } = whereOf(originIn(entry));
    if (isGone) removed.push({ message, ...(at && { at }) });
    return !isGone;
  };
  const bundles = new Map(
    [...owner.bundles].map(([name, { passes, ...bundle }]) => {
      const kept = passes.filter((member) => {
        const { pass } = member.data;
        return isKept(isPassGone(pass), member, `\`${pass}\` in bundle \`${name}\``);
      });
      return [name, { ...bundle, passes: kept }] as const;
    }),
  );
  const known = bundlesOf({ ...input, owner: { ...owner, bundles } });
  const isBundleGone = (name: string): boolean =>
    known.has(name)
      ? known.get(name)?.passes.length === 0 && owner.bundles.get(name)?.passes.length !== 0
      : provided.bundle(name);
  const insert = owner.insert.filter((entry) => {
    const { data } = entry;
    const { place, settings } = splitPosition({ ...data });
    const next = "before" in place ? place.before : "after" in place ? place.after : undefined;
    const isPlaceGone =
      next !== undefined &&
      settings?.onMissing === undefined &&
      ((inserted.has(next) && isPassGone(next)) || provided.address(next));
    const [name, isGone] =
      "bundle" in data ? [data.bundle, isBundleGone(data.bundle)] : [data.pass, isPassGone(data.pass)];
    return isKept(isGone || isPlaceGone, entry, `\`${name}\` ${placeText(place, settings?.which)}`);
  });
  const cleanups = owner.cleanups.filter(({ text, at }) => {
    const isGone = isPassGone(text);
    if (isGone) removed.push({ message: `\`${text}\` in \`cleanups\``, at });
    return !isGone;
  });
  if (removed.length === 0) return { input, diagnostics: [] };
  const names = plugins.map(({ contributor }) => contributor.name).sort();
  return {
    input: { ...input, owner: { ...owner, bundles, insert, cleanups } },
    diagnostics: [errors.entriesLeftOut(owner.name, names, removed)],
  };
}

/** Returns `diagnostics` without reports about rules and overrides with names of the left-out plugins. */
export function withoutLeftOut(
  diagnostics: readonly Diagnostic[],
  plugins: readonly LeftOutPlugin[],
): readonly Diagnostic[] {
  if (plugins.length === 0) return diagnostics;
  const provided = providedBy(plugins);
  const areKnown = plugins.every(({ plugin: { passes } }) => passes !== undefined);
  return diagnostics.filter(({ code, unknown, similar }) => {
    if (unknown === undefined || !["PWB0114", "PWB0204"].includes(code)) return true;
    // If it is unknown which passes were left out, a name that is similar to a known name is probably mistyped.
    const isGone = (areKnown || similar === undefined) && (provided.pass(unknown) || provided.type(unknown));
    return !isGone && !provided.address(unknown);
  });
}

/** Returns functions that check whether any of the plugins might provide a pass, type, bundle or step. */
function providedBy(plugins: readonly LeftOutPlugin[]): {
  readonly [what in "pass" | "type" | "bundle" | "address"]: (name: string) => boolean;
} {
  const isUnknown = plugins.some(({ plugin: { passes } }) => passes === undefined);
  const passes = new Set(
    plugins.flatMap(({ plugin }) => [
      ...(plugin.passes ?? []).map((one) => declarationOf(one).name),
      ...(plugin.pipelines ?? []).map(({ name }) => name),
    ]),
  );
  const names = plugins.flatMap(({ contributor: { name }, data: { bundles } }) =>
    [...bundles.keys()].flatMap((bundle) => [bundle, `${name}::${bundle}`]),
  );
  const bundles = new Set(names);
  const types = plugins.flatMap(({ plugin }) => (plugin.passes ?? []).flatMap((one) => declarationOf(one).types ?? []));
  return {
    pass: (name) => isUnknown || passes.has(name),
    type: (name) => isUnknown || hasType(types, name),
    bundle: (name) => isUnknown || bundles.has(name),
    address: (name) => plugins.some(({ contributor }) => name.startsWith(`${contributor.name}::`)),
  };
}
