import { type Diagnostic, type PassDeclaration } from "@passwright/core";
import { type PassCatalogue } from "../catalogue.ts";
import { isOverruled, overrulingsOf } from "../contributions/edit.ts";
import { type Plan } from "../plan/plan.ts";
import { type ResolveInput } from "../resolve/resolve.ts";
import { idleOrders, idleRetypes, idleRules } from "./idle-rules.ts";
import { KnownNames } from "./known-names.ts";

/**
 * Rules and overrides that bind nothing in a plan, because what they name is not there. `passTypes` are types that somebody
 * declares besides those that passes have.
 */
export function checkNames<Op extends object>(
  input: ResolveInput,
  plan: Plan | undefined,
  catalogue: PassCatalogue<Op>,
  passTypes: readonly string[],
): readonly Diagnostic[] {
  const { rules: all, overrides = [], retyped = [] } = input;
  if (all.length + overrides.length + retyped.length === 0) return [];
  const overrulings = overrulingsOf(overrides);
  const rules =
    overrulings.length === 0 ? all : all.filter((rule) => !overrulings.some((one) => isOverruled(one, rule)));
  const known = knownNames(input, plan, catalogue, passTypes);
  return [...idleRules(rules, known), ...idleOrders(overrides, known), ...idleRetypes(retyped, known)];
}

function knownNames<Op extends object>(
  { spine, contributions, edits = [], alternatives = [], retyped = [] }: ResolveInput,
  plan: Plan | undefined,
  catalogue: PassCatalogue<Op>,
  passTypes: readonly string[],
): KnownNames<Op> {
  const known = new KnownNames(spine, catalogue);
  // The types that the user gave to a pass are what is to be looked at.
  const isRetyped = new Set(retyped.map(({ pass }) => pass));
  const add = (pass: string, types: readonly string[], { types: own = [] }: PassDeclaration): void =>
    known.add(pass, isRetyped.has(pass) ? own : types, "there");
  for (const { name, types, declaration } of spine.steps)
    known.addTypes(isRetyped.has(name) ? declaration.types : types);
  for (const { pass, types } of contributions) add(pass.name, types, pass);
  for (const edit of edits) if (edit.kind === "replace") add(edit.pass.name, edit.types, edit.pass);
  for (const { origin, pass } of plan?.steps ?? []) if (origin.kind === "inserted") known.add(pass, [], "there");
  for (const { pass } of alternatives) known.add(pass, catalogue.find(pass)?.declaration.types ?? [], "elsewhere");
  for (const { types = [] } of catalogue.declarations) known.addTypes(types, "absent");
  known.addTypes(passTypes, "absent");
  return known;
}
