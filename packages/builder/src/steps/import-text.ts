import {
  locateElement,
  parseOptions,
  parsePipelineText,
  type PipelineSyntax,
  type PipelineText,
  splitOptions,
  UsageError,
} from "@passwright/core";
import { type Construction } from "../construction.ts";
import { badOptionsOf } from "../errors/steps.ts";
import { type Origin } from "../contributions/origin.ts";
import { type Nest, type StepOptions } from "./step.ts";

/**
 * Parses the text of a pipeline that a builder opens over.
 *
 * @throws {@link UsageError} PWC0201, PWC0202: bad syntax, with its place.
 */
export function parseTarget(text: string): PipelineText {
  const parsed = parsePipelineText(text);
  if (!parsed.ok) throw new UsageError(parsed.diagnostic);
  return parsed.pipeline;
}

/** The options of an element: values where the pass is known with its options, else texts as they stand. */
function optionsOf<Op extends object>(
  element: PipelineSyntax,
  pipeline: PipelineText,
  { catalogue }: Construction<Op>,
): StepOptions {
  const specs = catalogue.find(element.name)?.definition?.options;
  if (specs === undefined) {
    return Object.fromEntries(splitOptions(element.options).map(({ key, value }) => [key, value ?? true]));
  }
  const parsed = parseOptions(specs, element.options);
  if (parsed.ok) {
    const { given, values } = parsed.options;
    return Object.fromEntries([...given].map((name) => [name, values[name]]));
  }
  throw badOptionsOf(element.name, parsed.problem.message, specs, locateElement(pipeline, element));
}

/** Takes the passes of a pipeline text as the framework's steps, with the managers in it as they are written. */
export function importText<Op extends object>(
  pipeline: PipelineText,
  construction: Construction<Op>,
  origin: Origin,
  elements: readonly PipelineSyntax[] = pipeline.elements,
  inside: readonly Nest[] = [],
): void {
  const { steps } = construction;
  for (const element of elements) {
    if (element.inner.length > 0) {
      importText(pipeline, construction, origin, element.inner, steps.openNest(element.name, inside));
      continue;
    }
    const declaration = construction.catalogue.find(element.name)?.declaration ?? { name: element.name };
    const types = construction.typesOf(declaration, undefined);
    const options = optionsOf(element, pipeline, construction);
    steps.append(
      { kind: "pass", address: "", nests: [], name: element.name, declaration, options, types, origin },
      inside,
    );
  }
}
