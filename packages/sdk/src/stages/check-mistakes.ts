import { type PassCatalogue, type PassManagerBuilder, type Plan, type PlanStep, whereOf } from "@passwright/builder";
import { type Diagnostic, type IrAdapter, parseAnchor, suggest } from "@passwright/core";
import { type GraphPlan } from "@passwright/graph";
import { type PluginPart } from "./input.ts";

/* PWL0220 and PWL0221: plans that work and are likely not meant. */

/** Warns of passes that plugins use in their setup and do not list: lists, configs and manifests do not show them. */
export function checkListed(
  plugins: readonly PluginPart[],
  catalogue: PassCatalogue,
  builders: readonly PassManagerBuilder[],
): Diagnostic[] {
  const contributions = builders.flatMap((builder) => builder.input().contributions);
  return plugins.flatMap(({ contributor: found, plugin, isCode }) => {
    if (!isCode) return [];
    const listed = new Set((plugin.passes ?? []).map((pass) => ("declaration" in pass ? pass.declaration : pass).name));
    const brought = catalogue
      .entries()
      .filter(({ owner, definition, declaration }) => {
        return owner.name === found.name && definition !== undefined && !listed.has(declaration.name);
      })
      .map(({ declaration }) => declaration.name);
    return brought.map((pass): Diagnostic => {
      const step = contributions.find((one) => one.party === found.name && one.pass.name === pass);
      return {
        code: "PWL0220",
        severity: "warning",
        message: `the setup of \`${found.name}\` uses \`${pass}\`, which is not among its \`passes\``,
        plugin: found.name,
        ...(step === undefined ? {} : whereOf(step.origin)),
        notes: [{ message: "configs and lists cannot see it, nor can who plans from manifests" }],
        help: [`add it to \`passes\` in \`definePlugin\`; if it is another package's, name that under \`plugins\``],
      };
    });
  });
}

/** Warns of steps on operations that the IR does not have: they would never run. */
export function checkAnchors(plans: readonly Plan[], ir: Pick<IrAdapter<object>, "operationsBeside">): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const step of plans.flatMap(({ steps }) => steps)) {
    for (const nest of step.nests) {
      const { anchor } = parseAnchor(nest.anchor);
      const operations = found.has(anchor) || anchor === "any" ? undefined : ir.operationsBeside?.(anchor);
      if (operations === undefined || operations.includes(anchor)) continue;
      found.set(anchor, noSuchOperation(step, anchor, suggest(anchor, operations)));
    }
  }
  return [...found.values()];
}

function noSuchOperation({ pass, address, origin }: PlanStep, anchor: string, similar: string | undefined): Diagnostic {
  return {
    code: "PWL0221",
    severity: "warning",
    message: `\`${pass}\` runs on \`${anchor}\`, and there is no such operation`,
    ...whereOf(origin),
    step: address,
    help: [similar === undefined ? "correct the `anchor`: it would never run" : `did you mean \`${similar}\`?`],
  };
}

/** Returns the plans of a graph, with those of the graphs in it. */
export function plansOfGraph({ pipelines }: GraphPlan): Plan[] {
  return pipelines.flatMap(({ plan, graph }) => [
    ...(plan === undefined ? [] : [plan]),
    ...(graph === undefined ? [] : plansOfGraph(graph)),
  ]);
}
