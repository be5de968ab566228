import type { Diagnostic } from "@passwright/core";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import { stepsJson } from "./plan-json.ts";
import { terminalJson } from "./terminal-json.ts";

/**
 * A planned graph and what was said about it, as `--json` prints it: pipelines in order, each with its steps as those of one
 * pipeline are printed; a subgraph has `pipelines` and `choices` instead. Without a plan there are no pipelines.
 */
export function graphJson(
  plan: GraphPlan | undefined,
  diagnostics: readonly Diagnostic[],
  more: { readonly [key: string]: unknown } = {},
): string {
  if (plan === undefined) return terminalJson({ pipelines: [], ...more, diagnostics });
  const { framework, anchor, choice } = plan;
  return terminalJson({ framework, anchor, choice, ...levelJson(plan), ...more, diagnostics });
}

function levelJson({ pipelines, choices }: GraphPlan): object {
  return { pipelines: pipelines.map((one) => pipelineJson(one)), choices };
}

function pipelineJson({ pipeline: _text, plan, graph, ...rest }: PlannedPipeline): object {
  return {
    ...rest,
    ...(plan === undefined ? {} : stepsJson(plan)),
    ...(graph === undefined ? {} : levelJson(graph)),
  };
}
