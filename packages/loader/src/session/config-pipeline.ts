import { type PassManagerBuilder, type StepSettings } from "@passwright/builder";
import { parseOptions, type PassDefinition, type PipelineSyntax, splitOptions } from "@passwright/core";
import { type ExtensionPoint } from "@passwright/sdk";
import { type CheckedConfig, type InConfig, type PipelineInConfig } from "../config/config.ts";
import { type CheckedPipeline, type CheckedStep, type ParsedText } from "../config/pipeline-schema.ts";
import { type Placed } from "../config/shape.ts";

/** A pipeline of a config, of whatever part of it. */
export type DataPipeline = InConfig<CheckedPipeline>;

/** All pipelines of a config: its own, and those of its graph. */
export function pipelinesOf({ pipeline, graph }: CheckedConfig): DataPipeline[] {
  const inGraph = [...(graph?.pipelines.values() ?? [])].flatMap(({ data, file }) =>
    data.pipeline === undefined ? [] : [{ ...data.pipeline, file }],
  );
  return pipeline === undefined ? inGraph : [pipeline, ...inGraph];
}

type Options = { readonly [name: string]: unknown };

/** The operation that the pipeline of a config runs on. */
export function anchorOf({ data }: PipelineInConfig, { anchor }: CheckedConfig): string {
  return "text" in data ? data.text.pipeline.anchor : (anchor?.text ?? "builtin.module");
}

/** A pass of a pipeline in a config, for those who look whether there is such a pass. */
export interface NamedPass {
  readonly pass: string;
  readonly options: Options | undefined;
  /** Options as MLIR's text has them. */
  readonly optionsText: string | undefined;
  readonly line: number | undefined;
}

/** All passes of a pipeline, in order. */
export function passesOf({ data }: DataPipeline): NamedPass[] {
  return "text" in data ? passesOfText(data.text) : data.steps.flatMap((step) => passesOfStep(step));
}

function passesOfStep({ data, line }: Placed<CheckedStep>): NamedPass[] {
  if ("steps" in data) return data.steps.flatMap((step) => passesOfStep(step));
  if ("text" in data) return passesOfText(data.text);
  return "pass" in data ? [{ pass: data.pass, options: data.options, optionsText: undefined, line }] : [];
}

function passesOfText(text: ParsedText, elements: readonly PipelineSyntax[] = text.pipeline.elements): NamedPass[] {
  return elements.flatMap(({ name, offset, options, inner }): NamedPass[] =>
    inner.length > 0
      ? passesOfText(text, inner)
      : [{ pass: name, options: undefined, optionsText: options, line: text.lineOf(offset) }],
  );
}

/** The bundles that a pipeline names. */
export function bundlesOf({ data }: DataPipeline): { readonly bundle: string; readonly line: number | undefined }[] {
  const inStep = ({ data: step, line }: Placed<CheckedStep>): ReturnType<typeof bundlesOf> =>
    "steps" in step ? step.steps.flatMap(inStep) : "bundle" in step ? [{ bundle: step.bundle, line }] : [];
  return "text" in data ? [] : data.steps.flatMap(inStep);
}

/** The places that a pipeline publishes. */
export function pointsOf({ data }: PipelineInConfig): { readonly [name: string]: ExtensionPoint } {
  const inStep = ({ data: step }: Placed<CheckedStep>): [string, ExtensionPoint][] => {
    if ("steps" in step) return step.steps.flatMap(inStep);
    if (!("point" in step)) return [];
    const { point, since = "0", doc = "", ...names } = step;
    return [[point, { ...names, since, doc }]];
  };
  return "text" in data ? {} : Object.fromEntries(data.steps.flatMap(inStep));
}

/** Builds the pipeline of a config as a framework would with code. */
export class ConfigPipeline {
  readonly #pipeline: DataPipeline;
  readonly #bundles: CheckedConfig["bundles"];
  readonly #definitionOf: (pass: string) => PassDefinition<object> | undefined;
  #line: number | undefined;

  constructor(
    pipeline: DataPipeline,
    bundles: CheckedConfig["bundles"],
    definitionOf: (pass: string) => PassDefinition<object> | undefined,
  ) {
    this.#pipeline = pipeline;
    this.#bundles = bundles;
    this.#definitionOf = definitionOf;
  }

  /** The place of the step at work, for its origin. */
  get source(): { readonly file: string; readonly line: number } | undefined {
    return this.#line === undefined ? undefined : { file: this.#pipeline.file, line: this.#line };
  }

  build(builder: PassManagerBuilder): void {
    const { data } = this.#pipeline;
    if ("text" in data) this.#addText(builder, data.text, data.text.pipeline.elements);
    else for (const step of data.steps) this.#add(builder, step);
    this.#line = undefined;
  }

  #add(outer: PassManagerBuilder, { data, line }: Placed<CheckedStep>): void {
    this.#line = line;
    const builder = "when" in data && data.when !== undefined ? outer.when(data.when) : outer;
    if ("steps" in data) {
      const inner = "nest" in data && data.nest !== undefined ? builder.nest(data.nest) : builder;
      for (const step of data.steps) this.#add(inner, step);
    } else if ("point" in data) builder.addExtensionPoint(data.point);
    else if ("text" in data) {
      const { anchor, elements } = data.text.pipeline;
      this.#addText(builder.nest(anchor), data.text, elements);
    } else if ("bundle" in data) {
      const { bundle, when: _when, ...settings } = data;
      const { kind, passes } = this.#bundles.get(bundle) ?? { kind: "open" as const, passes: [] };
      const members = passes.map(({ data: member }) => [member.pass, member.options ?? {}] as const);
      builder.addBundle(bundle, members, { kind, ...settings });
    } else {
      const { pass, when: _when, ...settings } = data;
      builder.addPass(pass, settings satisfies StepSettings);
    }
  }

  #addText(builder: PassManagerBuilder, text: ParsedText, elements: readonly PipelineSyntax[]): void {
    for (const { name, offset, options, inner } of elements) {
      this.#line = text.lineOf(offset);
      if (inner.length > 0) this.#addText(builder.nest(name), text, inner);
      else builder.addPass(name, { options: optionsFromText(this.#definitionOf(name), options) });
    }
  }
}

/** Values where the code of the pass is there, else texts as they stand: they print the same. */
function optionsFromText(definition: PassDefinition<object> | undefined, text: string): Options {
  const parsed = definition === undefined ? undefined : parseOptions(definition.options, text);
  if (parsed?.ok !== true) return Object.fromEntries(splitOptions(text).map(({ key, value }) => [key, value ?? true]));
  const { given, values } = parsed.options;
  return Object.fromEntries([...given].map((name) => [name, values[name]]));
}
