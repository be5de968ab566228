import { stepsJson } from "@passwright/builder";
import type { Selector } from "@passwright/builder";
import { allPipelines } from "@passwright/graph";
import { Assembly, assembleInput, describeLocks } from "@passwright/sdk/loading";
import type { CheckedOverride, LockData } from "@passwright/sdk/loading";
import type { Switch, Variant, WhatIf } from "./recording.ts";

/** Combinations of switches that are resolved. If there are more, each switch is resolved alone. */
const MOST_VARIANTS = 48;

/** Resolves the plan without each plugin, without each override, and for each target and level. */
export function tryChoices(assembly: Assembly): WhatIf {
  const { input, plan, graph } = assembly;
  const lock = assembly.lock();
  const choice = plan?.choice ?? graph?.plan.choice ?? {};
  const { targets = [], levels = [] } = input.framework.framework;
  const switches: Switch[] = [
    ...input.plugins.map(({ contributor: { name } }): Switch => ({ kind: "plugin", name, isOn: true })),
    ...input.owner.overrides.map((one): Switch => ({ kind: "override", name: overrideText(one.data), isOn: true })),
    ...targets.map((name): Switch => ({ kind: "target", name, isOn: name === choice.target })),
    ...levels.map((name): Switch => ({ kind: "level", name, isOn: name === choice.level })),
  ];
  if (lock === undefined) {
    const reason = "the plan has errors";
    return { switches: switches.map((one) => ({ ...one, reason })), variants: [] };
  }
  const variants = changesOf(switches).map((changes) => variantOf(assembly, lock, switches, changes));
  return { switches, variants };
}

/** Returns the combinations of changed switches, or each alone if there are too many. */
function changesOf(switches: readonly Switch[]): readonly (readonly number[])[] {
  const indices = switches.flatMap((one, index) => (isChoice(one) && one.isOn ? [] : [index]));
  let all: (readonly number[])[] = [[]];
  for (const index of indices) {
    const { kind } = switches[index] as Switch;
    const isFree = (changes: readonly number[]): boolean =>
      kind === "plugin" || kind === "override" || !changes.some((one) => switches[one]?.kind === kind);
    all = [...all, ...all.filter(isFree).map((changes) => [...changes, index])];
    if (all.length > MOST_VARIANTS + 1) return indices.map((one) => [one]);
  }
  return all.slice(1);
}

function isChoice({ kind }: Switch): boolean {
  return kind === "target" || kind === "level";
}

function variantOf(
  assembly: Assembly,
  lock: LockData,
  switches: readonly Switch[],
  changes: readonly number[],
): Variant {
  const { input } = assembly;
  const changed = changes.map((index) => switches[index] as Switch);
  const without = new Set(changed.flatMap(({ kind, name }) => (kind === "plugin" ? [name] : [])));
  const first = input.plugins.length;
  const overrides = input.owner.overrides.filter((_, index) => !changes.includes(first + index));
  const asked = { ...input.asked };
  for (const { kind, name } of changed) if (kind === "target" || kind === "level") asked[kind] = name;
  const other = new Assembly(
    assembleInput(
      {
        ...input,
        plugins: input.plugins.filter(({ contributor }) => !without.has(contributor.name)),
        owner: { ...input.owner, overrides },
        asked,
      },
      [],
    ),
  );
  const after = other.lock();
  return {
    changes,
    differences: after === undefined ? [] : describeLocks(lock, after),
    pipelines: pipelinesOf(other),
    diagnostics: other.diagnostics.filter(({ severity }) => severity !== "remark"),
  };
}

function pipelinesOf({ plan, graph }: Assembly): Variant["pipelines"] {
  if (plan !== undefined) return [{ steps: stepsJson(plan).steps }];
  return (graph === undefined ? [] : allPipelines(graph.plan)).flatMap(({ path, plan: inner }) =>
    inner === undefined ? [] : [{ path, steps: stepsJson(inner).steps }],
  );
}

function overrideText(override: CheckedOverride): string {
  if ("ban" in override) return `ban ${override.ban}`;
  if ("pin" in override) return `pin ${override.pin}`;
  if ("set" in override) return `set options of ${override.set}`;
  if ("order" in override) return `order ${override.order} ${override.relation} ${selected(override.target)}`;
  return `overrule ${selected(override.overrule)} ${override.relation} ${selected(override.target)}`;
}

function selected(selector: Selector): string {
  return "pass" in selector ? selector.pass : `type ${selector.type}`;
}
