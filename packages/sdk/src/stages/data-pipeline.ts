import { bundleWithOptions } from "@passwright/builder";
import type { PassManagerBuilder, StepSettings } from "@passwright/builder";
import { parseOptionData, UsageError } from "@passwright/core";
import type { OptionSpecs } from "@passwright/core";
import type { DataPipeline } from "../contributions/checked.ts";
import type { CheckedStep, ParsedText } from "../contributions/pipeline-schema.ts";
import type { Placed } from "../data/shape.ts";
import type { ExtensionPoint } from "../define/define-framework.ts";
import { memberOf } from "./bundles.ts";
import * as errors from "./errors.ts";
import type { DataPipelines, NamedPass, PipelineContent, WithPipelines } from "./pipeline-content.ts";

/** Returns all pipelines of a config, including the pipelines of its graph. */
export function pipelinesOf({ pipeline, graph }: WithPipelines): DataPipeline[] {
  const inGraph = [...(graph?.pipelines.values() ?? [])].flatMap(({ data }) => data.pipeline ?? []);
  return pipeline === undefined ? inGraph : [pipeline, ...inGraph];
}

type Options = { readonly [name: string]: unknown };

/** Returns the operation that a pipeline runs on, or `standard` for a list of steps, which does not name it. */
export function anchorOf({ data }: DataPipeline, standard = "builtin.module"): string {
  return "text" in data ? data.text.pipeline.anchor : standard;
}

/** Returns all steps of a list, including nested steps. An outer step precedes the steps inside it. */
function stepsIn(steps: readonly Placed<CheckedStep>[]): Placed<CheckedStep>[] {
  return steps.flatMap((step) => [step, ...("steps" in step.data ? stepsIn(step.data.steps) : [])]);
}

function stepsOf({ data }: DataPipeline): Placed<CheckedStep>[] {
  return "text" in data ? [] : stepsIn(data.steps);
}

/** Returns all passes of a pipeline in order. */
export function passesOf(pipeline: DataPipeline): NamedPass[] {
  const { file } = pipeline;
  if ("text" in pipeline.data) return passesOfText(file, pipeline.data.text);
  return stepsOf(pipeline).flatMap(({ data, ...at }): NamedPass[] => {
    if ("text" in data) return passesOfText(file, data.text);
    return "pass" in data ? [{ pass: data.pass, options: data.options, optionsText: undefined, ...at }] : [];
  });
}

function passesOfText(file: string, text: ParsedText, elements = text.pipeline.elements): NamedPass[] {
  return elements.flatMap(({ name, offset, options, inner }): NamedPass[] => {
    if (inner.length > 0) return passesOfText(file, text, inner);
    const line = text.lineOf(offset);
    return [{ pass: name, options: undefined, optionsText: options, file, ...(line !== undefined && { line }) }];
  });
}

function contentOf(contributions: WithPipelines): PipelineContent {
  const all = pipelinesOf(contributions);
  const steps = all.flatMap(stepsOf);
  return {
    passes: all.flatMap(passesOf),
    bundles: steps.flatMap(({ data, ...at }) => ("bundle" in data ? [{ data: data.bundle, ...at }] : [])),
    conditions: steps.flatMap(({ data, ...at }) =>
      "when" in data && data.when !== undefined ? [{ data: data.when, ...at }] : [],
    ),
  };
}

const check: DataPipelines["check"] = (data, framework, { name, at: manifest }, catalogue) => {
  const { bundles } = data;
  const content = contentOf(data);
  const members = [...bundles.values()].flatMap(({ passes }) =>
    passes.map(({ data, line }) => ({ pass: data.pass, line })),
  );
  const unknown = content.bundles.filter(({ data: bundle }) => !bundles.has(bundle));
  const undeclared = [...content.passes, ...members]
    .filter(({ pass }) => catalogue.find(pass) === undefined && catalogue.findPipeline(pass) === undefined)
    .map(({ pass, line }) => {
      const at = line === undefined ? manifest : { file: manifest?.file ?? "", line, column: 1 };
      const where = { plugin: name, pluginKind: "framework", ...(at === undefined ? {} : { at }) } as const;
      const none = { lacks: [], holder: undefined };
      const diagnostic = errors.unknownPass(pass, where, catalogue.suggest(pass), [framework], none);
      return {
        ...diagnostic,
        help: ["declare the pass under `passes` in the manifest, even if another package defines it"],
      };
    });
  return [
    ...undeclared,
    ...unknown.map(({ data: bundle }) => errors.unknownBundle(bundle, bundles, { ...(manifest && { at: manifest }) })),
  ];
};

/** Returns the extension points of a pipeline. */
export function pointsOf(pipeline: DataPipeline): { readonly [name: string]: ExtensionPoint } {
  const points = stepsOf(pipeline).flatMap(({ data }): [string, ExtensionPoint][] => {
    if (!("point" in data)) return [];
    const { point, since = "0", doc = "", ...names } = data;
    return [[point, { ...names, since, doc }]];
  });
  return Object.fromEntries(points);
}

/** Returns an object that builds a pipeline, with the builder calls that the code of a framework would make. */
const open: DataPipelines["open"] = (pipeline, bundles, specsOf) => {
  const { data, file } = pipeline;
  let line: number | undefined;
  const addText = (builder: PassManagerBuilder, text: ParsedText, elements = text.pipeline.elements): void => {
    for (const { name, offset, options, inner } of elements) {
      line = text.lineOf(offset);
      if (inner.length > 0) addText(builder.nest(name), text, inner);
      else builder.addPass(name, { options: optionsFromText(name, specsOf(name), options) });
    }
  };
  const add = (outer: PassManagerBuilder, step: Placed<CheckedStep>): void => {
    ({ line } = step);
    const { data } = step;
    const builder = "when" in data && data.when !== undefined ? outer.when(data.when) : outer;
    if ("steps" in data) {
      const inner = data.nest !== undefined ? builder.nest(data.nest) : builder;
      for (const nested of data.steps) add(inner, nested);
    } else if ("point" in data) builder.addExtensionPoint(data.point);
    else if ("text" in data) addText(builder.nest(data.text.pipeline.anchor), data.text);
    else if ("bundle" in data) {
      const { bundle, when: _when, options, ...settings } = data;
      const { kind = "open", without, passes = [] } = bundles.get(bundle) ?? {};
      const members = passes.map(({ data: member }) => memberOf(member));
      const given = bundleWithOptions(bundle, members, options);
      const terms = { kind, ...(without && { without }) };
      builder.addBundle(bundle.replace(/^.*::/, ""), given, { ...terms, ...settings });
    } else {
      const { pass, when: _when, ...settings } = data;
      builder.addPass(pass, settings satisfies StepSettings);
    }
  };
  return {
    get source() {
      return line === undefined ? undefined : { file, line };
    },
    build(builder) {
      if ("text" in data) addText(builder, data.text);
      else for (const step of data.steps) add(builder, step);
      line = undefined;
    },
  };
};

/** Parses the options of a pass. Keeps values as text if the declared options are unknown. */
function optionsFromText(pass: string, specs: OptionSpecs | undefined, text: string): Options {
  const parsed = parseOptionData(specs, text);
  if (parsed.ok) return parsed.data;
  throw new UsageError(errors.badPassOptions(pass, parsed.problem, {}, specs));
}

/** Functions that read pipelines from data. */
export const dataPipelines: DataPipelines = { contentOf, check, open };
