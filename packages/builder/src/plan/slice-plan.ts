import { didYouMean, errorDiagnostic, groupIn, parseAnchor, suggest } from "@passwright/core";
import type { Diagnostic, Result } from "@passwright/core";
import type { PassCatalogue } from "../catalogue.ts";
import { PropertyFlow } from "../properties/property-flow.ts";
import type { FlowStep } from "../properties/property-flow.ts";
import type { Properties } from "../properties/property.ts";
import type { Plan, PlanStep } from "./plan.ts";

/** Addresses of the first and last step of a slice, which contains these two steps. */
export interface Slice {
  /** Address of the first step. Default: the first step of the plan. */
  readonly from?: string;
  /** Address of the last step. Default: the last step of the plan. */
  readonly until?: string;
}

/** Property that a slice requires of its input, because a step requires it and no earlier step provides it. */
export interface AssumedProperty {
  /** Name of the property. */
  readonly property: string;
  /** Address of the step before the slice that provides the property. Absent if it holds from the start. */
  readonly since?: string;
}

/** Result of slicing a plan: a plan with the steps of the slice, or diagnostics. */
export type SliceResult = Result<{
  readonly plan: Plan;
  /** Steps before the slice. */
  readonly before: readonly PlanStep[];
  readonly assumed: readonly AssumedProperty[];
}>;

/**
 * Returns a slice of a plan. The steps stay in their managers: if a slice starts inside a nested manager, the slice
 * runs only the remaining steps of this manager, on every operation. Errors: PWB0801 for an unknown step, PWB0802 if
 * the last step precedes the first step, PWB0803 for an end inside an op-agnostic manager, a manager at every depth, or
 * a group.
 */
export function slicePlan(
  plan: Plan,
  slice: Slice,
  { properties, catalogue }: { readonly properties: Properties; readonly catalogue: Pick<PassCatalogue, "find"> },
): SliceResult {
  const { from, until } = slice;
  const { steps } = plan;
  const first = from === undefined ? 0 : indexOf(steps, from);
  const last = until === undefined ? steps.length - 1 : indexOf(steps, until);
  const unknown = [...new Set([from, until])].flatMap((address) =>
    address === undefined || indexOf(steps, address) >= 0 ? [] : [unknownStep(address, addressesOf(steps))],
  );
  if (unknown.length > 0) return { ok: false, diagnostics: unknown };
  if (from !== undefined && until !== undefined && last < first) {
    const message = `the slice is empty: \`${until}\` (\`until\`) is before \`${from}\` (\`from\`) in the plan`;
    return { ok: false, diagnostics: [errorDiagnostic("PWB0802", message, "swap `from` and `until`")] };
  }
  const splits = [
    ...(from === undefined ? [] : insideWhole(steps, first, from, "start")),
    ...(until === undefined ? [] : insideWhole(steps, last + 1, until, "end")),
  ];
  if (splits.length > 0) return { ok: false, diagnostics: splits };
  const before = steps.slice(0, first);
  const inside = steps.slice(first, last + 1);
  const flowSteps = (some: readonly PlanStep[]): FlowStep[] =>
    some.flatMap(({ kind, address, pass }) =>
      kind === "pass" ? [{ address, declaration: catalogue.find(pass)?.declaration ?? { name: pass } }] : [],
    );
  const assumed = from === undefined ? [] : assumedBy(flowSteps(before), flowSteps(inside), properties);
  return { ok: true, plan: { ...plan, steps: inside }, before, assumed };
}

const MOST = 40;

function unknownStep(address: string, addresses: readonly string[]): Diagnostic {
  // Prefers the address of a step that a contributor added under this name (`plugin::name`).
  const similar = addresses.find((one) => one.endsWith(`::${address}`)) ?? suggest(address, addresses);
  const listed = addresses.slice(0, MOST).map((one) => `\`${one}\``);
  const more = addresses.length > MOST ? ` and ${addresses.length - MOST} more` : "";
  const help = didYouMean(similar, "use one of these steps");
  const notes = [`steps of the plan: ${listed.join(", ") || "none"}${more}`];
  return errorDiagnostic("PWB0801", `the plan has no step \`${address}\``, help, { notes });
}

/** Returns whether a slice must not split a manager with this anchor (PWB0803). */
const isWhole = (anchor: string): boolean =>
  anchor === "any" || parseAnchor(anchor).isEverywhere || groupIn(anchor) !== undefined;

/** Reports a slice that starts or ends before the step at `index`, inside a manager that must not be split. */
function insideWhole(steps: readonly PlanStep[], index: number, address: string, end: "start" | "end"): Diagnostic[] {
  const right = steps[index];
  const open = steps[index - 1]?.nests.find(
    ({ anchor, id }, depth) => isWhole(anchor) && right?.nests[depth]?.id === id,
  );
  if (open === undefined) return [];
  const inside = steps.filter(({ nests }) => nests.some(({ id }) => id === open.id));
  const nearest = addressesOf(inside).at(end === "start" ? 0 : -1);
  const group = groupIn(open.anchor);
  const why =
    group !== undefined
      ? `group \`${group}\`, because its members run in one traversal`
      : open.anchor === "any"
        ? "`any(…)`, because without some of its passes, this manager could run on additional operations"
        : `\`${open.anchor}(…)\`, because all steps of this manager run on an operation before the nested operations`;
  const whole = group === undefined ? "that manager" : "that group";
  const help = `${end} the slice at \`${nearest}\`, the ${end === "start" ? "first" : "last"} step of ${whole}`;
  return [errorDiagnostic("PWB0803", `a slice cannot ${end} at \`${address}\`, inside ${why}`, help)];
}

const addressesOf = (steps: readonly PlanStep[]): readonly string[] => steps.map(({ address }) => address);

/** Returns the index of the step with this address, or -1. `#1` means the first of several steps with the same name. */
function indexOf(steps: readonly PlanStep[], address: string): number {
  const index = steps.findIndex((step) => step.address === address);
  if (index >= 0 || !address.endsWith("#1")) return index;
  return steps.findIndex((step) => step.address === address.slice(0, -2));
}

function assumedBy(
  before: readonly FlowStep[],
  inside: readonly FlowStep[],
  properties: Properties,
): readonly AssumedProperty[] {
  const whole = new PropertyFlow(properties);
  for (const step of before) whole.pass(step);
  const none = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, { ...one, initially: false }]),
  );
  const flow = new PropertyFlow(none);
  const assumed = new Map<string, AssumedProperty>();
  for (const step of inside) {
    for (const property of step.declaration.requires ?? []) {
      if (flow.holds(property) || assumed.has(property)) continue;
      const { since } = whole.fact(property);
      assumed.set(property, since === undefined ? { property } : { property, since });
    }
    flow.pass(step);
  }
  return [...assumed.values()];
}
