import { errorDiagnostic, quoted } from "@passwright/core";
import type { Diagnostic, Severity } from "@passwright/core";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import { isIndependent, setsOf } from "./independent-steps.ts";
import type { Independent, Pair } from "./independent-steps.ts";

/** Reports pairs of pipelines of different contributors whose order depends only on names. */
export function reportPipelines({ pipelines }: GraphPlan, independent: Independent, severity: Severity): Diagnostic[] {
  const before = new Map<string, Set<string>>();
  const pairs: Pair[] = [];
  pipelines.forEach((pipeline, place) => {
    const { name, path, predecessors, origin, choice } = pipeline;
    const all = new Set(predecessors.flatMap((one) => [one, ...(before.get(one) ?? [])]));
    before.set(name, all);
    if (isEmpty(pipeline)) return;
    for (const other of pipelines.slice(0, place)) {
      const isExclusive = choice !== undefined && choice === other.choice;
      if (other.origin.name === origin.name || isExclusive || all.has(other.name) || isEmpty(other)) continue;
      pairs.push({ first: other.path, second: path });
    }
  });
  const open = pairs.filter((pair) => !isIndependent(pair, independent));
  return [
    ...setsOf(open).map((set) => pipelinesByName(set, severity)),
    ...pipelines.flatMap(({ graph }) => (graph === undefined ? [] : reportPipelines(graph, independent, severity))),
  ];
}

function isEmpty({ plan, graph }: PlannedPipeline): boolean {
  return graph === undefined && plan?.steps.some(({ kind }) => kind === "pass") !== true;
}

/** Reports pipelines of a graph whose order depends only on names (PWL0412). */
function pipelinesByName(paths: readonly string[], severity: Severity): Diagnostic {
  const [first = "", second = ""] = paths;
  const message = `the order of ${paths.length > 2 ? `${paths.length} pipelines` : "two pipelines"} depends only on their names: ${quoted(paths)}`;
  const help = [
    `add \`${first}\` to \`predecessors\` or \`successors\` of \`${second}\``,
    `or declare that the order does not matter: \`independent: [{ steps: [${paths.join(", ")}], reason: … }]\``,
  ];
  return errorDiagnostic("PWL0412", message, help, { severity });
}
