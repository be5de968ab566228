import {
  hasType,
  isOverruled,
  ordersByName,
  overrulingsOf,
  planJson,
  printPlan,
  rulesThatMoved,
  ruleText,
  stepsJson,
} from "@passwright/builder";
import type { LegalPlaces, Plan, ResolveInput, Rule, Selector } from "@passwright/builder";
import { allPipelines, graphJson } from "@passwright/graph";
import { hasPass, positionsFor } from "@passwright/sdk";
import { withOrders } from "@passwright/sdk/loading";
import type { Assembly } from "@passwright/sdk/loading";
import { propertiesAlong } from "./properties.ts";
import { RECORDING_VERSION } from "./recording.ts";
import type { RecordedPipeline, RecordedRule, Recording } from "./recording.ts";
import { tryChoices } from "./what-if.ts";

/**
 * Maximum number of passes whose legal positions are computed. The cost of each pass grows with the square of the
 * number of steps.
 */
const MOST_POSITIONS = 120;

/**
 * Records the plan of an assembly with its explanations, without a run.
 *
 * @experimental
 */
export function recordPlan(assembly: Assembly): Recording {
  const { plan, graph, diagnostics, work } = assembly;
  const version = ({ version }: { readonly version?: string }): object => (version === undefined ? {} : { version });
  return {
    version: RECORDING_VERSION,
    title: work.owner.name,
    plugins: assembly.input.plugins.map(({ contributor }) => ({ name: contributor.name, ...version(contributor) })),
    ...(plan === undefined ? {} : { plan: planJson(plan) }),
    ...(graph === undefined ? {} : { graph: graphJson(graph.plan) }),
    pipelines: pipelinesOf(assembly),
    diagnostics,
    runs: [],
    snapshots: [],
    texts: [],
    whatIf: tryChoices(assembly),
  };
}

function pipelinesOf(assembly: Assembly): RecordedPipeline[] {
  const { plan, graph, work } = assembly;
  const positions = positionsOf(assembly);
  if (plan !== undefined) return [pipelineOf(assembly, plan, work.builder.input(), positions)];
  if (graph === undefined) return [];
  const open = new Map(graph.openPipelines.map(({ path, input }) => [path, input]));
  return allPipelines(graph.plan).flatMap(({ path, plan: inner }) =>
    inner === undefined ? [] : [pipelineOf(assembly, inner, open.get(path), positions, path)],
  );
}

interface Positions {
  readonly places: readonly (LegalPlaces & { readonly pipeline?: string })[];
  readonly leftOut: readonly string[];
}

/** Returns the legal positions of passes. Contributed passes come first, and then passes of the framework. */
function positionsOf(assembly: Assembly): Positions {
  const { plan, graph } = assembly;
  const plans = graph === undefined ? [plan ?? []].flat() : allPipelines(graph.plan).flatMap((one) => one.plan ?? []);
  const steps = plans.flatMap((one) => one.steps).filter(({ kind }) => kind === "pass");
  const own = steps.filter(({ origin }) => origin.kind !== "framework");
  const passes = [...new Set([...own, ...steps].map(({ pass }) => pass))].filter((pass) => hasPass(assembly, pass));
  const tried = steps.length > MOST_POSITIONS * 4 ? [] : passes.slice(0, MOST_POSITIONS);
  return { places: tried.flatMap((pass) => positionsFor(assembly, pass)), leftOut: passes.slice(tried.length) };
}

function pipelineOf(
  { work }: Assembly,
  plan: Plan,
  input: ResolveInput | undefined,
  { places, leftOut }: Positions,
  path?: string,
): RecordedPipeline {
  const passes = new Set(plan.steps.map(({ pass }) => pass));
  return {
    ...(path === undefined ? {} : { path }),
    text: printPlan(plan, work.catalogue),
    explained: stepsJson(input === undefined ? plan : withOrders(plan, input)).steps,
    rules: input === undefined ? [] : rulesOf(plan, input),
    positions: places.flatMap(({ pipeline, ...one }) => (pipeline === path ? [one] : [])),
    positionsLeftOut: leftOut.filter((pass) => passes.has(pass)),
    properties: propertiesAlong(plan, input ?? {}, (pass) => work.catalogue.find(pass)?.declaration),
    guards: (input?.guards ?? []).map(({ property, from, to, reason, origin }) => ({
      property,
      from,
      to,
      reason,
      origin,
    })),
    bundles: bundlesOf(plan),
    insertedAt: (input?.contributions ?? []).flatMap(({ address, place }) =>
      typeof place === "object" && "at" in place ? [{ point: place.at, step: address }] : [],
    ),
    byName: input === undefined ? [] : ordersByName(input, plan).map(({ first, second }) => ({ first, second })),
  };
}

function bundlesOf({ steps }: Plan): RecordedPipeline["bundles"] {
  const bundles = new Map<string, string[]>();
  for (const { kind, bundle, address } of steps) {
    if (kind !== "pass" || bundle === undefined) continue;
    const known = bundles.get(bundle);
    if (known === undefined) bundles.set(bundle, [address]);
    else known.push(address);
  }
  return [...bundles].map(([name, members]) => ({ name, steps: members }));
}

/** Returns the rules that apply, each with the steps that satisfy the rule. Leaves out rules that no step satisfies. */
function rulesOf(plan: Plan, { rules, overrides = [] }: ResolveInput): RecordedRule[] {
  const overrulings = overrulingsOf(overrides);
  const steps = plan.steps.filter(({ kind }) => kind === "pass");
  const movers = steps.map((step) => rulesThatMoved(step));
  const meant = (selector: Selector): number[] =>
    steps.flatMap(({ pass, types }, index) =>
      ("pass" in selector ? pass === selector.pass : hasType(types, selector.type)) ? [index] : [],
    );
  const address = (index: number): string => steps[index]?.address ?? "";
  return rules
    .filter((rule) => !overrulings.some((one) => isOverruled(one, rule)))
    .flatMap((rule) =>
      satisfied(rule.relation, meant(rule.subject), meant(rule.target)).map(([subjects, targets]) => {
        const moved = subjects.filter((index) => movers[index]?.has(rule)).map(address);
        return {
          text: ruleText(rule),
          strength: rule.strength,
          reason: rule.reason,
          origin: rule.origin,
          subjects: subjects.map(address),
          targets: targets.map(address),
          ...(moved.length > 0 && { moved }),
        };
      }),
    );
}

type Ends = readonly [subjects: readonly number[], targets: readonly number[]];

/**
 * Returns the indices of the steps that satisfy a relation. If the relation requires only one target, pairs each
 * subject with its nearest target, and groups the subjects by target.
 */
function satisfied(relation: Rule["relation"], subjects: readonly number[], targets: readonly number[]): Ends[] {
  const isBefore = relation === "before" || relation === "beforeSome";
  const inOrder = (subject: number, target: number): boolean => (isBefore ? subject < target : subject > target);
  if (relation === "before" || relation === "after") {
    const own = subjects.filter((subject) => targets.some((target) => inOrder(subject, target)));
    const others = targets.filter((target) => own.some((subject) => inOrder(subject, target)));
    return own.length === 0 ? [] : [[own, others]];
  }
  const byTarget = new Map<number, number[]>();
  for (const subject of subjects) {
    const later = targets.filter((target) => inOrder(subject, target));
    const nearest = isBefore ? later[0] : later.at(-1);
    if (nearest !== undefined) byTarget.set(nearest, [...(byTarget.get(nearest) ?? []), subject]);
  }
  return [...byTarget].map(([target, own]): Ends => [own, [target]]);
}
