import type { OrderByName } from "@passwright/builder";
import { errorDiagnostic, quoted } from "@passwright/core";
import type { Diagnostic, Severity } from "@passwright/core";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import type { OwnerContributions } from "../contributions/checked.ts";

/** Maximum number of pairs with one report each. Reports of more pairs are about sets of steps. */
const MOST_PAIRS = 10;

export type Pair = OrderByName;

/** Steps and pipelines that the owner of a pipeline declares independent. */
export type Independent = OwnerContributions["independent"];

/** Returns the sets of steps to report. Without many pairs, each pair is a set. */
export function setsOf(pairs: readonly Pair[]): readonly (readonly string[])[] {
  return pairs.length > MOST_PAIRS ? connected(pairs) : pairs.map(({ first, second }) => [first, second]);
}

/** Returns whether a pair is declared independent, by its addresses or by the names of its passes. */
export function isIndependent(
  { first, second }: Pair,
  independent: Independent,
  passes?: ReadonlyMap<string, string>,
): boolean {
  return independent.some(({ data: { steps } }) =>
    [first, second].every((address) => steps.includes(address) || steps.includes(passes?.get(address) ?? address)),
  );
}

/** Returns sets of steps. Two steps are in the same set if pairs connect them, directly or through other steps. */
function connected(pairs: readonly Pair[]): readonly (readonly string[])[] {
  const setOf = new Map<string, Set<string>>();
  for (const { first, second } of pairs) {
    const [one, other] = [setOf.get(first) ?? new Set([first]), setOf.get(second) ?? new Set([second])];
    const all = new Set([...one, ...other]);
    for (const address of all) setOf.set(address, all);
  }
  return [...new Set(setOf.values())].map((set) => [...set]);
}

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

function pipelinesByName(paths: readonly string[], severity: Severity): Diagnostic {
  const [first = "", second = ""] = paths;
  const message = `the order of ${paths.length > 2 ? `${paths.length} pipelines` : "two pipelines"} depends only on their names: ${quoted(paths)}`;
  const help = [
    `add \`${first}\` to \`predecessors\` or \`successors\` of \`${second}\``,
    `or declare that the order does not matter: \`independent: [{ steps: [${paths.join(", ")}], reason: … }]\``,
  ];
  return errorDiagnostic("PWL0412", message, help, { severity });
}
