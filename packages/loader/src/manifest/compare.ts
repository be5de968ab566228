import { describeDifference } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { Framework, ManifestData, Plugin } from "@passwright/sdk";
import { spelling } from "@passwright/sdk/loading";
import type { OptionSchema, Work } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";
import type { PluginPackage } from "../package/read-package.ts";
import { frameworkOfCode } from "../session/parts.ts";
import { buildBase, buildFromData } from "./generate.ts";
import { manifestOfFramework, manifestOfPlugin } from "./of-code.ts";
import type { Generated } from "./of-code.ts";

/** Reports a manifest that differs from the code. With `texts`, also compares generated descriptions. */
export function staleManifestOfPlugin(
  found: PluginPackage,
  plugin: Plugin,
  { texts = false }: { readonly texts?: boolean } = {},
): Diagnostic | undefined {
  return stale(found, () => manifestOfPlugin(plugin, found), texts && found.manifestFile !== undefined);
}

/**
 * Reports a manifest that differs from the code of its framework. Builds the pipeline for the comparison. Does not
 * compare if this fails, because planning reports the errors of the framework.
 */
export function staleManifestOfFramework(found: PluginPackage, framework: Framework<object>): Diagnostic | undefined {
  return stale(found, () => {
    const { work, diagnostics } = buildBase(frameworkOfCode(found, framework));
    if (diagnostics.length > 0) return { diagnostics: [] };
    return { data: manifestOfFramework(work, found.manifest.pipeline?.dynamic === true), diagnostics };
  });
}

/** Compares all keys if the manifest declares passes, and otherwise only the keys that the manifest contains. */
function stale(found: PluginPackage, generate: () => Generated, texts = false): Diagnostic | undefined {
  const { data, passes } = found.manifest;
  if (Object.keys(data).length === 0) return undefined;
  const { data: whole, diagnostics } = generate();
  if (whole === undefined) return diagnostics[0];
  const after = passes !== undefined ? whole : Object.fromEntries(Object.entries(whole).filter(([key]) => key in data));
  const notes = differencesOf(found, after, texts);
  return notes.length === 0 ? undefined : errors.staleManifest(found, notes);
}

/** Describes how a manifest differs from the code. If `texts` is true, also compares descriptions. */
export function differencesOf(found: PluginPackage, after: ManifestData, texts = true): readonly string[] {
  const { data: before } = found.manifest;
  const notes = [...new Set([...describeManifests(before, after, texts), ...describePipelines(found, before, after)])];
  if (notes.length > 0 || !texts || canonical(before) === canonical(after)) return notes;
  return ["reasons of steps differ"];
}

/** Describes how two base pipelines differ, if possible in the format of differences between plans. */
function describePipelines(found: PluginPackage, before: ManifestData, after: ManifestData): readonly string[] {
  const spelled = ({ pipeline }: ManifestData): string =>
    canonical(withoutTexts(pipeline && [pipeline.steps, pipeline.graph, pipeline.bundles]));
  if (spelled(before) === spelled(after)) return [];
  const [old, now] = [before, after].map((data) => buildFromData(found, data));
  // Compares normalized forms, because a handwritten manifest can spell the same pipeline differently.
  const was = old === undefined ? spelled(before) : spelled(manifestOfFramework(old, false));
  if (was === spelled(after)) return [];
  const described = old === undefined || now === undefined ? [] : describeWorks(old, now);
  return described.length > 0 ? described : [`pipeline: ${was} in the manifest, ${spelled(after)} in the code`];
}

function describeWorks(before: Work, after: Work): readonly string[] {
  if (before.graph !== undefined && after.graph !== undefined) {
    const [was, is] = [before.graph.graph.plan().planned, after.graph.graph.plan().planned];
    return was === undefined || is === undefined ? [] : was.describeDifference(is);
  }
  const [was, is] = [before, after].map(({ builder }) => builder.withFrameworkOnly().resolve().plan);
  return was === undefined || is === undefined ? [] : describeDifference(was, is, { reasons: false });
}

/** Name of the entry that represents the whole manifest. */
const MANIFEST = "the manifest";

/** Properties of an entry of a manifest. Maps the name of each property to its value as text. */
type Facts = ReadonlyMap<string, string>;

function describeManifests(before: ManifestData, after: ManifestData, texts: boolean): readonly string[] {
  const was = thingsOf(before, texts);
  const is = thingsOf(texts ? after : withoutUnknown(after, before), texts);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((thing) => {
    const [old, now] = [was.get(thing), is.get(thing)];
    if (now === undefined) return [`${thing}: only in the manifest`];
    if (old === undefined) return [`${thing}: only in the code`];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((fact) => {
      const [one, other] = [old.get(fact) ?? "none", now.get(fact) ?? "none"];
      const label = thing === MANIFEST ? `\`${fact}\`:` : `${thing}: ${fact}`;
      return one === other ? [] : [`${label} ${one} in the manifest, ${other} in the code`];
    });
  });
}

/** Removes options that `other` does not declare, because a handwritten manifest can leave options to the code. */
function withoutUnknown(data: ManifestData, other: ManifestData): ManifestData {
  const declaring = new Set((other.passes ?? []).flatMap(({ name, options }) => (options === undefined ? [] : [name])));
  const { options, passes = [], ...rest } = data;
  return {
    ...rest,
    ...(other.options === undefined || options === undefined ? {} : { options }),
    passes: passes.map((pass) => {
      const { options: _options, ...declaration } = pass;
      return declaring.has(pass.name) ? pass : declaration;
    }),
  };
}

function thingsOf(data: ManifestData, texts: boolean): ReadonlyMap<string, Facts> {
  const shown = <T extends object>(thing: T): object => (texts ? thing : withoutTextsOf(thing));
  const {
    name: inCode,
    setup = true,
    passes = [],
    options = {},
    needs = {},
    extensionPoints = {},
    bundles = {},
  } = data;
  const things: [string, Facts][] = [[MANIFEST, facts({ ...(inCode && { name: inCode }), setup, ...needs })]];
  for (const { name, options: own = {}, ...declaration } of passes) {
    const all = Object.entries(own).map(
      ([option, schema]) => [`option ${option}`, schemaText(schema as object, texts)] as const,
    );
    things.push([`pass \`${name}\``, new Map([...facts(shown(declaration)), ...all])]);
  }
  for (const [name, schema] of Object.entries(options))
    things.push([`option \`${name}\``, new Map([["schema", schemaText(schema as object, texts)]])]);
  const table = (what: string, all: { readonly [name: string]: object } = {}): void => {
    for (const [name, one] of Object.entries(all)) things.push([`${what} \`${name}\``, facts(shown(one))]);
  };
  const list = (what: string, all: readonly object[] = []): void => {
    for (const one of all) things.push([`${what} ${canonical(shown(one))}`, new Map()]);
  };
  table("extension point", extensionPoints);
  for (const [name, one] of Object.entries(bundles)) things.push([`bundle \`${name}\``, facts({ passes: one })]);
  list("insertion", data.insert);
  list("rule", data.rules);
  list("tap", data.taps);
  if (data.pipeline !== undefined) {
    const { rules, guards, hooks, properties, passTypes = {}, ...rest } = data.pipeline;
    const types = texts ? passTypes : Object.keys(passTypes);
    // `describePipelines` compares the steps, the graph and the bundles.
    things.push(["the pipeline", facts({ ...rest, passTypes: types, steps: [], graph: {}, bundles: {} })]);
    list("rule", rules);
    list("guard", guards);
    table("hook", hooks);
    table("property", properties);
  }
  return new Map(things);
}

function facts(value: object): Facts {
  const all = Object.entries(value).map(([key, one]): [string, string] => [key, canonical(one)]);
  return new Map(all.filter(([, text]) => !["{}", "[]", "false"].includes(text)));
}

function schemaText(schema: object, texts: boolean): string {
  return texts ? canonical(schema) : spelling(schema as OptionSchema);
}

/** Formats data as text with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Keys of descriptions, which do not affect planning. */
const TEXTS = ["summary", "description", "displayName", "doc", "reason"];

function withoutTextsOf(thing: object): object {
  return Object.fromEntries(Object.entries(thing).filter(([key]) => !TEXTS.includes(key)));
}

/** Removes descriptions from steps. Does not change options, because an option can also be named `doc` or `reason`. */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(withoutTextsOf(value));
  const [first, ...more] = entries;
  // Replaces `{ pass: name }` with `name`, which has the same meaning.
  if (first?.[0] === "pass" && more.length === 0) return first[1];
  return Object.fromEntries(entries.map(([key, inner]) => [key, /^options?$/.test(key) ? inner : withoutTexts(inner)]));
}
