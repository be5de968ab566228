import { specsOf } from "@passwright/builder";
import type { DraftStep, PassCatalogue } from "@passwright/builder";
import { isCode, isPassDefinition, jsonText, takeOptions } from "@passwright/core";
import type { Diagnostic, OptionSpecs } from "@passwright/core";
import type { PipelineGraph } from "@passwright/graph";
import { PassType } from "@passwright/sdk";
import type { FrameworkPipeline, ManifestData, OptionSchemas, Plugin, RuleData } from "@passwright/sdk";
import { DataCheck, eachTap, nodeOfValue, optionSchema, pluginData, runCode } from "@passwright/sdk/loading";
import type { BundleData, BundleMemberData, DeclaredTap, GraphData, StepData, Work } from "@passwright/sdk/loading";
import type { PluginPackage } from "../package/read-package.ts";
import { packageHost } from "../session/parts.ts";

export interface Generated {
  readonly data?: ManifestData;
  readonly diagnostics: readonly Diagnostic[];
}

export function manifestOfPlugin(plugin: Plugin, found: PluginPackage): Generated {
  const { options = {}, needs, setup, taps = {} } = plugin;
  const { name } = found;
  const { data, passes } = pluginData(plugin);
  const declared: DeclaredTap[] = [];
  const code = {
    contributor: found,
    host: packageHost,
    when: "was set up",
    called: () => "taps",
    hooks: [],
    requested: name,
  } as const;
  const diagnostics = runCode(code, () => {
    const standard = takeOptions(options as OptionSpecs, {});
    if (!standard.ok && typeof taps === "function") return [];
    const values = standard.ok ? standard.options.values : {};
    return eachTap(found, taps, values, (hook) => declared.push({ hook, name }));
  });
  if (diagnostics.length > 0) return { diagnostics };
  const made = asJson({
    ...(plugin.bundles !== undefined && plugin.name !== name && { name: plugin.name }),
    // A manifest cannot contain functions, so planning needs the code that contains them.
    setup: setup !== undefined || hasCode(data),
    passes: passes.map(({ declaration, options: own }) => ({ ...declaration, options: schemasOf(own) })),
    options: schemasOf(options as OptionSpecs),
    needs,
    taps: declared,
    ...data,
  });
  return { data: made, diagnostics };
}

export function manifestOfFramework(work: Work, isDynamic: boolean): ManifestData {
  const { input, owner, catalogue } = work;
  const { framework } = input.framework;
  const { name, anchor, nesting, extensionPoints, hooks = {} } = framework;
  const { passTypes, properties, groups = [], cleanups, externalPasses, targets, levels } = framework;
  const own = catalogue.entries().filter((one) => one.owner.name === owner.name);
  const calls = Object.entries(hooks).map(([hook, { kind, args, doc }]) => [hook, { kind, args, doc }] as const);
  return asJson({
    passes: own.map((pass) => {
      const options = specsOf(pass) ?? (isPassDefinition(pass.definition) ? {} : undefined);
      return { ...pass.declaration, options: schemasOf(options) };
    }),
    extensionPoints,
    pipeline: {
      name,
      anchor,
      ...(nesting === "everywhere" ? { nesting } : {}),
      // Hashes represent functions. A manifest with a hash is invalid, so a pipeline with functions becomes dynamic.
      ...(isDynamic ? { dynamic: true } : (JSON.parse(jsonText(contentOf(work))) as Content)),
      passTypes: Object.fromEntries(Object.entries(passTypes ?? {}).map(([type, doc]) => [type, doc || type])),
      properties,
      // Copies only the data of the definitions, not their code.
      groups: groups.map((group) => ({ ...group })),
      cleanups,
      externalPasses,
      targets,
      levels,
      hooks: Object.fromEntries(calls),
    },
  });
}

/** Returns whether data contains a function or a regular expression. */
export function hasCode(value: unknown): boolean {
  return isCode(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasCode));
}

/** Converts options to JSON Schema. Returns `undefined` for custom kinds, whose values only code can check. */
function schemasOf(options: OptionSpecs | undefined): OptionSchemas | undefined {
  const entries = Object.entries(options ?? {}).map(([name, spec]) => [name, spec.schema()] as const);
  const root = nodeOfValue({});
  const areKnown = entries.every(([name, schema]) => {
    const check = new DataCheck({ file: "", root });
    optionSchema.read(check, nodeOfValue(schema), name);
    return check.diagnostics.length === 0;
  });
  return options === undefined || !areKnown ? undefined : Object.fromEntries(entries);
}

/** Pipeline of a framework in the format of manifests. */
interface Content extends Pick<FrameworkPipeline, "steps" | "graph" | "rules" | "guards"> {
  readonly bundles: { readonly [name: string]: BundleData };
}

function contentOf({ builder, graph, catalogue, owner }: Work): Content {
  if (graph !== undefined) return graphOf(graph.graph, catalogue);
  const { rules, guards = [] } = builder.input();
  return {
    ...stepsData(builder.frameworkSteps, catalogue),
    rules: rules
      .filter(({ contributor }) => contributor === owner.name)
      .map(({ strength, subject, relation, target, reason }) => {
        const other = "pass" in target ? target.pass : target;
        const strong = strength === "strong" ? { strong: true } : {};
        return { ...subject, [relation]: other, ...strong, reason } as unknown as RuleData;
      }),
    guards: guards.map(({ property, from, to, reason }) => ({ property, from, to, reason })),
  };
}

function graphOf({ state }: PipelineGraph<object>, catalogue: Work["catalogue"]): Content {
  const bundles: { [name: string]: BundleData } = {};
  const pipelines = state.pipelines.map(({ name, predecessors, successors, jumps, content, anchor: filled }) => {
    const own = content.kind === "builder" ? content.builder.input().basePipeline.anchor : filled;
    const anchor = own === (state.options.anchor ?? "any") ? undefined : own;
    const made = content.kind === "builder" ? stepsData(content.builder.frameworkSteps, catalogue) : undefined;
    Object.assign(bundles, made?.bundles);
    return [name, { predecessors, successors, jumpTargets: jumps, anchor, pipeline: made?.steps }] as const;
  });
  const choices = state.choices.map(({ name, branches, else: other }) => [name, { branches, else: other }] as const);
  const graph = { pipelines: Object.fromEntries(pipelines), choices: Object.fromEntries(choices) };
  return { graph: graph as unknown as GraphData, bundles };
}

/** Removes functions, and empty descriptions, which are valid in code but not in manifests. */
const withoutCode = (key: string, value: unknown): unknown =>
  isCode(value) || (value === "" && ["doc", "summary", "description", "reason"].includes(key)) ? undefined : value;

function asJson(data: object): ManifestData {
  const isEmpty = (value: unknown): boolean =>
    typeof value === "object" && value !== null && Object.keys(value).length === 0;
  const entries = (value: object, keep: readonly string[]): object =>
    Object.fromEntries(Object.entries(value).filter(([key, one]) => keep.includes(key) || !isEmpty(one)));
  const { pipeline, ...rest } = JSON.parse(JSON.stringify(data, withoutCode)) as ManifestData;
  return {
    ...entries(rest, ["passes", "options"]),
    ...(pipeline === undefined ? {} : { pipeline: entries(pipeline, ["steps", "graph"]) as FrameworkPipeline }),
  };
}

/** Converts steps to the format of configs. Can lose information, so the caller must compare the result. */
function stepsData(steps: readonly DraftStep[], catalogue: PassCatalogue): Content {
  const bundles: { [name: string]: BundleData } = {};

  const inside = (all: readonly DraftStep[], depth: number): StepData[] => {
    const result: StepData[] = [];
    for (let index = 0; index < all.length;) {
      const first = all[index] as DraftStep;
      const level = first.nests[depth];
      // Omits implicit groups, because building the steps creates these groups again.
      const nest = level?.isImplicit === true ? undefined : level;
      const row =
        nest?.id !== undefined
          ? rowOf(all, index, (one) => one.nests[depth]?.id === nest.id)
          : first.bundle !== undefined
            ? rowOf(all, index, (one) => one.bundle?.id === first.bundle?.id)
            : [first];
      if (nest?.id !== undefined) result.push({ nest: nest.anchor, steps: inside(row, depth + 1) });
      else if (first.bundle === undefined) result.push(stepData(first, catalogue));
      else {
        const { given, kind, without } = first.bundle;
        bundles[given] = { kind, ...(without && { without }), passes: row.map((one) => memberData(one, catalogue)) };
        result.push({ bundle: given, ...settingsOf(first, catalogue) });
      }
      index += row.length;
    }
    return result;
  };
  return { steps: inside(steps, 0), bundles };
}

function rowOf(all: readonly DraftStep[], start: number, belongs: (step: DraftStep) => boolean): readonly DraftStep[] {
  let end = start;
  while (end < all.length && belongs(all[end] as DraftStep)) end++;
  return all.slice(start, end);
}

function stepData(step: DraftStep, catalogue: PassCatalogue): StepData {
  const { kind, name, removable, when } = step;
  if (kind === "point") return when === undefined ? { point: name } : { steps: [{ point: name }], when };
  const member = memberData(step, catalogue);
  const rest = { ...settingsOf(step, catalogue), ...(removable === true ? { removable } : {}) };
  return typeof member === "string" && Object.keys(rest).length === 0
    ? name
    : { ...(typeof member === "string" ? { pass: member } : member), ...rest };
}

function memberData({ name, options, declaration }: DraftStep, catalogue: PassCatalogue): string | BundleMemberData {
  const { anchor } = declaration;
  const isOwnAnchor = anchor === catalogue.find(name)?.declaration.anchor;
  const hasOptions = Object.keys(options).length > 0;
  if (isOwnAnchor && !hasOptions) return name;
  return { pass: name, ...(hasOptions ? { options } : {}), ...(isOwnAnchor || anchor === undefined ? {} : { anchor }) };
}

/** Returns those settings of a step that an inserted bundle can also have. */
function settingsOf(
  { name, types, when, reason }: DraftStep,
  catalogue: PassCatalogue,
): Pick<Extract<StepData, { readonly bundle: string }>, "types" | "when" | "reason"> {
  const declared = catalogue.find(name)?.declaration.types ?? [PassType.Unknown];
  const areDeclared = types.length === declared.length && types.every((type, index) => type === declared[index]);
  return {
    ...(areDeclared ? {} : { types }),
    ...(when === undefined ? {} : { when }),
    ...(reason === undefined ? {} : { reason }),
  };
}

export function conditionOf(when: DraftStep["when"]): unknown {
  if (when === undefined) return undefined;
  return [[when.target ?? []].flat(), [when.level ?? []].flat(), when.option];
}

/** Formats steps for comparison, without positions in code and with normalized ids of managers. */
export function spellingOf(steps: readonly DraftStep[]): string {
  const numbers = new Map<number, number>();
  const numberOf = (id: number): number => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  };
  return JSON.stringify(
    steps.map(({ origin: _origin, declaration, nests, when, ...step }) => ({
      ...step,
      anchor: declaration.anchor,
      removable: step.removable === true,
      when: conditionOf(when),
      nests: nests.map(({ anchor, id }) => [anchor, id === undefined ? undefined : numberOf(id)]),
    })),
  );
}
