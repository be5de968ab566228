import { locateElement, parseOptionData, parsePipelineText, UsageError } from "@passwright/core";
import type { Pass, PipelineSyntax, PipelineText } from "@passwright/core";
import { specsOf } from "../catalogue.ts";
import type { Construction } from "../construction.ts";
import { badOptionsOf } from "../errors/steps.ts";
import type { Origin } from "../contributions/origin.ts";
import { anchorAt, fillPipeline } from "./fill-pipeline.ts";
import { importElements, stepOfPass } from "./import-elements.ts";
import type { Nest, StepOptions } from "./step.ts";
import type { DraftStep } from "./step-list.ts";

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

/** The options of an element: values where the options of the pass are known, else texts as they are written. */
function optionsIn<Op extends object>(
  element: PipelineSyntax,
  pipeline: PipelineText,
  { catalogue }: Construction<Op>,
): StepOptions {
  const specs = specsOf(catalogue.find(element.name));
  const parsed = parseOptionData(specs, element.options);
  if (parsed.ok) return parsed.data;
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
    const named = construction.catalogue.findPipeline(element.name);
    if (named !== undefined) {
      const at = locateElement(pipeline, element);
      const manager = fillPipeline(
        named,
        element.options,
        { anchor: anchorAt(pipeline.anchor, inside), at },
        construction,
      );
      const makeStep = (pass: Pass<Op>): DraftStep => stepOfPass(pass, construction, origin, named.owner);
      importElements(manager, construction, inside, makeStep);
      continue;
    }
    const declaration = construction.catalogue.find(element.name)?.declaration ?? { name: element.name };
    const types = construction.typesOf(declaration, undefined);
    const options = optionsIn(element, pipeline, construction);
    steps.append(
      { kind: "pass", address: "", nests: [], name: element.name, declaration, options, types, origin },
      inside,
    );
  }
}
