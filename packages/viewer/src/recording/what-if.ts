import { stepsJson } from "@passwright/builder";
import type { Selector, StepJson } from "@passwright/builder";
import { jsonText } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import { lockOf } from "@passwright/sdk";
import { Assembly, assembleInput, describeLocks, leaveOut } from "@passwright/sdk/loading";
import type { CheckedOverride, LockData } from "@passwright/sdk/loading";
import type { Switch, Variant, WhatIf } from "./recording.ts";

/**
 * Maximum number of combinations of changed switches to resolve. If more combinations exist, only the combinations with
 * the fewest changes are resolved. If there are more switches than this number, only the first switches can be changed.
 */
const MOST_VARIANTS = 255;

/**
 * Resolves the plan again for combinations of changed switches: without a plugin or an override, or with a different
 * target or level.
 */
export function tryChoices(assembly: Assembly): WhatIf {
  const { input, plan, graph } = assembly;
  const lock = lockOf(assembly);
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
  const { combinations, mostChanges } = combinationsOf(switches);
  const recorded = pipelinesOf(assembly);
  const variants = combinations.map((changes) => variantOf(assembly, lock, recorded, switches, changes));
  const tried = new Set(combinations.flat());
  const reason = `only the first ${MOST_VARIANTS} changes are tried`;
  const shown = switches.map((one, index) => (tried.has(index) || isFixed(one) ? one : { ...one, reason }));
  return { switches: shown, variants, ...(mostChanges === undefined ? {} : { mostChanges }) };
}

/**
 * Returns the combinations of changed switches. If there are too many combinations, returns only the combinations with
 * at most `mostChanges` changes.
 */
function combinationsOf(switches: readonly Switch[]): {
  readonly combinations: readonly (readonly number[])[];
  readonly mostChanges?: number;
} {
  const indices = switches.flatMap((one, index) => (isFixed(one) ? [] : [index]));
  const extended = (changes: readonly number[]): (readonly number[])[] =>
    indices.flatMap((index) => {
      const one = switches[index] as Switch;
      const isFree = !isChoice(one) || !changes.some((other) => switches[other]?.kind === one.kind);
      return index > (changes.at(-1) ?? -1) && isFree ? [[...changes, index]] : [];
    });
  let combinations = extended([]).slice(0, MOST_VARIANTS);
  let last = combinations;
  for (let size = 1; ; size++) {
    last = last.flatMap(extended);
    if (last.length === 0) return { combinations };
    if (combinations.length + last.length > MOST_VARIANTS) return { combinations, mostChanges: size };
    combinations = [...combinations, ...last];
  }
}

/**
 * Returns whether a switch is the selected target or level. To change a target or level, the user selects a different
 * target or level.
 */
function isFixed(one: Switch): boolean {
  return isChoice(one) && one.isOn;
}

function isChoice({ kind }: Switch): boolean {
  return kind === "target" || kind === "level";
}

function variantOf(
  assembly: Assembly,
  lock: LockData,
  recorded: readonly PlannedPipeline[],
  switches: readonly Switch[],
  changes: readonly number[],
): Variant {
  const { input } = assembly;
  const changed = changes.map((index) => switches[index] as Switch);
  const names = new Set(changed.flatMap(({ kind, name }) => (kind === "plugin" ? [name] : [])));
  const isOut = ({ contributor }: (typeof input.plugins)[number]): boolean => names.has(contributor.name);
  const first = input.plugins.length;
  const overrides = input.owner.overrides.filter((_, index) => !changes.includes(first + index));
  const requested = { ...input.requested };
  for (const { kind, name } of changed) if (kind === "target" || kind === "level") requested[kind] = name;
  const left = leaveOut(
    {
      ...input,
      plugins: input.plugins.filter((plugin) => !isOut(plugin)),
      owner: { ...input.owner, overrides },
      requested,
    },
    input.plugins.filter(isOut),
  );
  const other = new Assembly(assembleInput(left.input, left.diagnostics));
  const after = lockOf(other);
  return {
    changes,
    differences: after === undefined ? [] : describeLocks(withChanges(lock, after, changed), after),
    pipelines: pipelinesOf(other).map((one) => shortened(one, recorded)),
    // Keeps only remark PWL0414. Other remarks describe positions that planning tried and refused.
    diagnostics: other.diagnostics.filter(({ severity, code }) => severity !== "remark" || code === "PWL0414"),
  };
}

/** Applies the changed switches to a lock, so that the differences between locks do not include these switches. */
function withChanges(lock: LockData, after: LockData, changed: readonly Switch[]): LockData {
  const plugins = lock.plugins.filter(({ name }) => !changed.some((one) => one.kind === "plugin" && one.name === name));
  return "plan" in lock && "plan" in after
    ? { ...lock, plugins, plan: { ...lock.plan, choice: after.plan.choice } }
    : ({ ...lock, plugins } as LockData);
}

/** Replaces each step by its address if the recorded plan contains the same step. */
function shortened(
  { steps, ...rest }: PlannedPipeline,
  recorded: readonly PlannedPipeline[],
): Variant["pipelines"][number] {
  const same = new Set(recorded.find(({ path }) => path === rest.path)?.steps.map((step) => jsonText(step)));
  return { ...rest, steps: steps.map((step) => (same.has(jsonText(step)) ? step.address : step)) };
}

interface PlannedPipeline {
  readonly path?: string;
  readonly steps: readonly StepJson[];
}

function pipelinesOf({ plan, graph }: Assembly): readonly PlannedPipeline[] {
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
