import { isFragile, PropertyFlow } from "@passwright/builder";
import type { Plan, ResolveInput } from "@passwright/builder";
import { isValueProperty } from "@passwright/core";
import type { PassDeclaration } from "@passwright/core";
import type { PropertyRole, RecordedProperty } from "./recording.ts";

const ROLES: readonly PropertyRole[] = ["requires", "forbids", "provides", "invalidates", "preserves"];

/**
 * Returns the properties and values that steps declare, each with the steps after which the property or value holds.
 */
export function propertiesAlong(
  plan: Plan,
  { properties = {} }: Pick<ResolveInput, "properties">,
  declarationOf: (pass: string) => PassDeclaration | undefined,
): RecordedProperty[] {
  const steps = plan.steps.flatMap(({ kind, pass, address, origin }) => {
    const declaration = kind === "pass" ? declarationOf(pass) : undefined;
    return declaration === undefined ? [] : [{ address, origin, declaration }];
  });
  const named = steps.flatMap(({ declaration }) => ROLES.flatMap((role) => declaration[role] ?? []));
  const names = [...new Set([...Object.keys(properties), ...named])].sort();
  const flow = new PropertyFlow(properties);
  const initially = new Set(names.filter((name) => flow.holds(name)));
  const holds = new Map(names.map((name): [string, boolean[]] => [name, []]));
  for (const step of steps) {
    flow.pass(step);
    for (const [name, list] of holds) list.push(flow.holds(name));
  }
  return names.map((name) => ({
    name,
    ...(properties[name]?.doc === undefined ? {} : { doc: properties[name].doc }),
    kind: isValueProperty(name) ? "value" : isFragile(properties, name) ? "fragile" : "structural",
    initially: initially.has(name),
    holds: holds.get(name) ?? [],
    roles: steps.flatMap(({ address, declaration }) =>
      ROLES.flatMap((role) => (declaration[role]?.includes(name) === true ? [{ step: address, role }] : [])),
    ),
  }));
}
