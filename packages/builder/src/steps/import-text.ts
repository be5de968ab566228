import {
  givenOptions,
  isElementName,
  locateElement,
  parseOptionData,
  parsePipelineText,
  UsageError,
} from "@passwright/core";
import type { Pass, PipelineSyntax, PipelineText, OpPassManager, Owner } from "@passwright/core";
import { specsOf } from "../catalogue.ts";
import type { Construction } from "../construction.ts";
import { badOptionsOf, noNameInText } from "../errors/steps.ts";
import type { Origin } from "../contributions/origin.ts";
import { anchorAt, fillPipeline } from "./fill-pipeline.ts";
import type { Nest, StepOptions } from "./step.ts";
import { draftStep } from "./step-list.ts";
import type { DraftStep } from "./step-list.ts";

/**
 * Parses the textual pipeline that was passed to the constructor of a builder.
 *
 * @throws {@link UsageError} PWC0201, PWC0202: invalid syntax, with its position.
 */
export function parseTarget(text: string): PipelineText {
  const parsed = parsePipelineText(text);
  if (!parsed.ok) throw new UsageError(parsed.diagnostic);
  return parsed.pipeline;
}

/** Returns the options of an element in a textual pipeline, as typed values if the pass declares options. */
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
    if (!isElementName(element.name)) throw noNameInText(element.name, locateElement(pipeline, element));
    const declaration = construction.catalogue.find(element.name)?.declaration ?? { name: element.name };
    const types = construction.typesOf(declaration, undefined);
    const options = optionsIn(element, pipeline, construction);
    steps.append(draftStep("pass", declaration, origin, { options, types }), inside);
  }
}

export function importElements<Op extends object>(
  manager: OpPassManager<Op>,
  construction: Construction<Op>,
  inside: readonly Nest[],
  makeStep: (pass: Pass<Op>) => DraftStep,
): void {
  const { steps } = construction;
  for (const element of manager.elements) {
    if (element.kind === "pass") steps.append(makeStep(element.pass), inside);
    else importElements(element.manager, construction, steps.openNest(element.manager.anchorText, inside), makeStep);
  }
}

export function stepOfPass<Op extends object>(
  { declaration, definition, options: taken }: Pass<Op>,
  construction: Construction<Op>,
  origin: Origin,
  owner: Owner,
): DraftStep {
  construction.catalogue.add({ declaration, owner, definition });
  const types = construction.typesOf(declaration, undefined);
  return draftStep("pass", declaration, origin, { options: givenOptions(taken), types });
}
