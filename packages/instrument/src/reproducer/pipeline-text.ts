import { printOptions } from "@passwright/core";
import type { MergedPipeline, Pass } from "@passwright/core";

/** A pass as it stands in the text of a pipeline, options included. */
export function textOfPass({ definition, declaration, options }: Pass<never>): string {
  return declaration.name + printOptions(definition.options, options);
}

/** The elements of a pipeline as it runs, an adaptor as its nested pipelines. */
export function textOfElements<Op extends object>(pipeline: MergedPipeline<Op>): readonly string[] {
  return pipeline.elements.map((element) =>
    element.kind === "pass" ? textOfPass(element.pass) : element.pipelines.map(textOfPipeline).join(","),
  );
}

export function textOfPipeline<Op extends object>(pipeline: MergedPipeline<Op>): string {
  return `${pipeline.anchorText}(${textOfElements(pipeline).join(",")})`;
}
