import type { Diagnostic, PassDeclaration } from "@passwright/core";
import type { PassCatalogue } from "../catalogue.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Plan } from "../plan/plan.ts";
import type { ResolveInput } from "../resolve/resolve-input.ts";
import { idleOrders, idleRetypes, idleRules, unknownExclusions } from "./idle-rules.ts";
import { KnownNames } from "./known-names.ts";
import type { Rule } from "./rule.ts";

/**
 * Reports rules and overrides that do not have an effect because they contain a name that is not in the pipeline.
 * Checks only rules in `unbound`, which is usually empty. `passTypes` contains declared types in addition to the types
 * of passes.
 */
export function checkNames<Op extends object>(
  input: ResolveInput,
  unbound: ReadonlySet<Rule>,
  plan: Plan | undefined,
  catalogue: PassCatalogue<Op>,
  passTypes: readonly string[],
): readonly Diagnostic[] {
  const { overrides = [], retyped = [] } = input;
  // Orders in `overrides` are not among these rules. `idleOrders` reports them.
  const rules = unbound.size === 0 ? [] : input.rules.filter((rule) => unbound.has(rule));
  if (rules.length + overrides.length + retyped.length + (plan?.selective?.length ?? 0) === 0) return [];
  const known = knownNames(input, plan, catalogue, passTypes);
  return [
    ...idleRules(rules, known),
    ...idleOrders(overrides, known),
    ...idleRetypes(retyped, known),
    ...exclusionsOf(plan, known),
  ];
}

function exclusionsOf<Op extends object>(plan: Plan | undefined, known: KnownNames<Op>): readonly Diagnostic[] {
  const { selective = [], steps = [] } = plan ?? {};
  const origins = new Map<string, Origin>();
  // The first step of a bundle determines its origin.
  for (const { bundle, origin } of selective.length === 0 ? [] : steps.toReversed())
    if (bundle !== undefined) origins.set(bundle, origin);
  return selective.flatMap((one) => unknownExclusions(one, origins, known));
}

function knownNames<Op extends object>(
  { basePipeline, contributions, edits = [], alternatives = [], retyped = [] }: ResolveInput,
  plan: Plan | undefined,
  catalogue: PassCatalogue<Op>,
  passTypes: readonly string[],
): KnownNames<Op> {
  const known = new KnownNames(basePipeline, catalogue);
  // Types that occur only in `retype` do not count as known. Otherwise, a mistyped type in `retype` would not be
  // reported.
  const isRetyped = new Set(retyped.map(({ pass }) => pass));
  const add = (pass: string, types: readonly string[], { types: own = [] }: PassDeclaration): void =>
    known.add(pass, isRetyped.has(pass) ? own : types, "there");
  for (const { name, types, declaration } of basePipeline.steps)
    known.addTypes(isRetyped.has(name) ? declaration.types : types);
  for (const { pass, types, address } of contributions) {
    add(pass.name, types, pass);
    known.add(address, [], "there");
  }
  for (const edit of edits) if (edit.kind === "replace") add(edit.pass.name, edit.types, edit.pass);
  for (const { origin, pass } of plan?.steps ?? []) if (origin.kind === "inserted") known.add(pass, [], "there");
  for (const { pass } of alternatives) known.add(pass, catalogue.find(pass)?.declaration.types ?? [], "elsewhere");
  for (const { types = [] } of catalogue.declarations) known.addTypes(types, "absent");
  known.addTypes(passTypes, "absent");
  return known;
}
