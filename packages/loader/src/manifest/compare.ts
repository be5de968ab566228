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
  const known = texts ? after : withoutUnknown(after, before);
  const notes = [
    ...new Set([
      ...describeValues("", comparable(before, texts), comparable(known, texts)),
      ...describePipelines(found, before, after),
    ]),
  ];
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

/** Describes entries that only one of two values contains, and entries that differ. */
function describeValues(path: string, before: unknown, after: unknown): readonly string[] {
  if (canonical(before) === canonical(after)) return [];
  if (before === undefined && Array.isArray(after)) return describeValues(path, [], after);
  if (after === undefined && Array.isArray(before)) return describeValues(path, before, []);
  if (before === undefined || after === undefined)
    return [`\`${path}\`: only in the ${after === undefined ? "manifest" : "code"}`];
  const [was, is] = [entriesOf(path, before), entriesOf(path, after)];
  if (was === undefined || is === undefined)
    return [`\`${path}\`: ${canonical(before)} in the manifest, ${canonical(after)} in the code`];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => describeValues(key, was.get(key), is.get(key)));
}

/** Returns the entries of an object or of a list of objects by path, without entries that mean the same as no entry. */
function entriesOf(path: string, value: unknown): ReadonlyMap<string, unknown> | undefined {
  const isObject = (one: unknown): one is object => typeof one === "object" && one !== null;
  if (Array.isArray(value))
    return value.every(isObject) ? new Map(value.map((one) => [`${path}: ${canonical(one)}`, one])) : undefined;
  if (!isObject(value)) return undefined;
  const isEmpty = (key: string, one: unknown): boolean =>
    key !== "default" && ["{}", "[]", "false"].includes(canonical(one));
  const all = Object.entries(value).filter(([key, one]) => !isEmpty(key, one));
  return new Map(all.map(([key, one]) => [path === "" ? key : `${path}.${key}`, one]));
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

/** Returns the part of a manifest to compare. `describePipelines` compares the steps, the graph and the bundles. */
function comparable(data: ManifestData, texts: boolean): unknown {
  const { setup = true, passes = [], options, pipeline, ...rest } = data;
  const schemas = (all: object = {}): object =>
    texts
      ? all
      : Object.fromEntries(Object.entries(all).map(([name, one]) => [name, JSON.parse(spelling(one as OptionSchema))]));
  const whole = {
    setup,
    ...rest,
    passes: Object.fromEntries(passes.map((one) => [one.name, { ...one, options: schemas(one.options) }])),
    options: schemas(options),
    pipeline: pipeline && {
      ...pipeline,
      passTypes: texts ? pipeline.passTypes : Object.keys(pipeline.passTypes ?? {}),
      steps: [],
      graph: {},
      bundles: {},
    },
  };
  return texts ? whole : withoutTexts(whole);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Keys of descriptions, which do not affect planning. */
const TEXTS = ["summary", "description", "displayName", "doc", "reason"];

/** Removes descriptions. Does not change options, because an option can also be named `doc` or `reason`. */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== "object" || value === null) return value;
  // An entry of a table can have the name of a description, but is not text.
  const entries = Object.entries(value).filter(([key, inner]) => typeof inner !== "string" || !TEXTS.includes(key));
  const [first, ...more] = entries;
  // Replaces `{ pass: name }` with `name`, which has the same meaning.
  if (first?.[0] === "pass" && more.length === 0) return first[1];
  return Object.fromEntries(entries.map(([key, inner]) => [key, /^options?$/.test(key) ? inner : withoutTexts(inner)]));
}
