import type { PassCatalogue, PassManagerBuilder, When } from "@passwright/builder";
import type { Diagnostic, OptionSpecs, SourceLocation } from "@passwright/core";
import type { DataPipeline, OwnerContributions } from "../contributions/checked.ts";
import type { CheckedBundle } from "../contributions/pipeline-schema.ts";
import type { DataPlace } from "../data/node.ts";
import type { Placed } from "../data/shape.ts";

/** Contributions that can contain pipelines as data. */
export type WithPipelines = Pick<OwnerContributions, "graph"> & { readonly pipeline: DataPipeline | undefined };

/** Use of a pass in a pipeline. */
export interface NamedPass extends DataPlace {
  readonly pass: string;
  readonly options: { readonly [name: string]: unknown } | undefined;
  /** Options in the syntax of textual pipelines. */
  readonly optionsText: string | undefined;
}

export interface PipelineContent {
  readonly passes: readonly NamedPass[];
  readonly bundles: readonly Placed<string>[];
  readonly conditions: readonly Placed<When>[];
}

/** Pipeline that is written as data. `build` makes the same calls to the builder as the code of a framework. */
export interface PipelineToBuild {
  /** Position of the step that `build` is adding. The origin of the step contains this position. */
  readonly source: { readonly file: string; readonly line: number } | undefined;
  build(builder: PassManagerBuilder): void;
}

/** Reads pipelines from data. The host provides these functions, so that other programs do not bundle them. */
export interface DataPipelines {
  contentOf(contributions: WithPipelines): PipelineContent;
  /** Reports undeclared passes and bundles in the pipelines of a framework that was read from the manifest `at`. */
  check(
    data: WithPipelines & Pick<OwnerContributions, "bundles">,
    framework: string,
    owner: { readonly name: string; readonly at: SourceLocation | undefined },
    catalogue: PassCatalogue,
  ): readonly Diagnostic[];
  open(
    pipeline: DataPipeline,
    bundles: ReadonlyMap<string, CheckedBundle>,
    specsOf: (pass: string) => OptionSpecs | undefined,
  ): PipelineToBuild;
}

/** Returns the content of pipelines as data. Empty if the host cannot read pipelines from data. */
export function contentOf(
  { dataPipelines }: { readonly dataPipelines?: DataPipelines },
  contributions: WithPipelines,
): PipelineContent {
  return dataPipelines?.contentOf(contributions) ?? { passes: [], bundles: [], conditions: [] };
}
