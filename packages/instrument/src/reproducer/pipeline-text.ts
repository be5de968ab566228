import { printOptions } from "@passwright/core";
import type { MergedPipeline, Pass } from "@passwright/core";

/** Formats a pass and its options as in a textual pipeline. */
export function textOfPass({ definition, declaration, options }: Pass<never>): string {
  return declaration.name + printOptions(definition.options, options);
}

/** Formats the elements of a merged pipeline, including the nested pipelines of adaptors. */
export function textOfElements<Op extends object>(pipeline: MergedPipeline<Op>): readonly string[] {
  return pipeline.elements.map((element) =>
    element.kind === "pass" ? textOfPass(element.pass) : element.pipelines.map(textOfPipeline).join(","),
  );
}

/** Formats a merged pipeline as a textual pipeline. */
export function textOfPipeline<Op extends object>(pipeline: MergedPipeline<Op>): string {
  return `${pipeline.anchorText}(${textOfElements(pipeline).join(",")})`;
}
