import { didYouMean, errorDiagnostic, unknownName } from "@passwright/core";
import type { Diagnostic, PassDeclaration } from "@passwright/core";
import type { PassCatalogue } from "../catalogue.ts";
import { isSameSelector } from "../contributions/edit.ts";
import type { Override } from "../contributions/edit.ts";
import { whereOf } from "../errors/where.ts";
import { listed } from "../errors/name-list.ts";
import { KnownNames } from "./known-names.ts";
import type { Origin } from "../contributions/origin.ts";
import { inContributorOrder } from "../contributions/contributor.ts";
import { typeKeys } from "../steps/pass-type.ts";
import type { Plan, Retyped } from "../plan/plan.ts";
import type { ResolveInput } from "../resolve/resolve-input.ts";
import { nameOf, ruleText, selectorInConfig, selectorText } from "./rule.ts";
import type { Rule, Selector } from "./rule.ts";

/* PWB0114, PWB0123 and PWB0204: rules, overrides and bundles without effect, because a name does not exist. */

type Known = Pick<KnownNames<object>, "presenceOf" | "similarTo" | "isType" | "bundles">;

/** Minimum length of a name that is reported as mistyped. Shorter names are similar to too many other names. */
const SHORTEST_MISTYPED = 5;

const usePasses = (passes: readonly string[]): string =>
  `use the passes of the bundle: ${listed([...new Set(passes)])}`;

function bundled(selector: Selector, known: Known): readonly string[] | undefined {
  return known.presenceOf(selector) === "bundle" ? known.bundles.get(nameOf(selector)) : undefined;
}

/** Returns a text if a name is the name of an extension point or a bundle. */
function otherKind(selector: Selector, known: Known): string | undefined {
  const kind = { point: "an extension point", bundle: "a bundle" }[known.presenceOf(selector) as string];
  return kind && `${selectorText(selector)} is ${kind}, not a pass`;
}

function absenceText(selector: Selector, known: Known): string {
  const presence = known.presenceOf(selector);
  const what = selectorText(selector);
  if (presence === "unknown")
    return `no framework or plugin declares pass ${"pass" in selector ? what : `type ${selector.type}`}`;
  const article = "pass" in selector ? "" : "a ";
  if (presence === "elsewhere") return `${article}${what} is in the pipeline only for other targets, levels or options`;
  return otherKind(selector, known) ?? `this pipeline does not contain ${article}${what}`;
}

/** Returns help for unknown names and for names of extension points and bundles. */
function helpFor(wrong: readonly Selector[], known: Known): readonly string[] {
  const all = wrong.map((selector) => {
    if (known.presenceOf(selector) === "point") return `insert a pass with \`addAt("${nameOf(selector)}", pass)\``;
    const passes = bundled(selector, known);
    if (passes !== undefined) return usePasses(passes);
    const similar = known.similarTo(selector);
    if (isNamedType(selector, known))
      return `write \`{ type: ${nameOf(selector)} }\` or \`ofType("${nameOf(selector)}")\`, because this is a pass type`;
    if (similar !== undefined) return `did you mean ${"pass" in selector ? `\`${similar}\`` : similar}?`;
    return "pass" in selector
      ? "correct the name, or add the plugin that provides the pass"
      : "use a pass type that the framework or a plugin declares";
  });
  return [...new Set(all)];
}

function isNamedType(selector: Selector, known: Known): boolean {
  return "pass" in selector && known.presenceOf(selector) === "unknown" && known.isType(selector.pass);
}

function unknownIn(selector: Selector, known: Known): Pick<Diagnostic, "unknown" | "similar"> {
  return known.presenceOf(selector) === "point" ? {} : unknownName(nameOf(selector), known.similarTo(selector));
}

const wantsSome = ({ relation }: Rule): boolean => relation === "beforeSome" || relation === "afterSome";

/** Returns whether an order rule has the same subject and target, and therefore no effect on a single step. */
function isAboutItself(rule: Rule): boolean {
  return !wantsSome(rule) && isSameSelector(rule.subject, rule.target);
}

const isThere = (selector: Selector, known: Known): boolean => known.presenceOf(selector) === "there";

/** Returns the missing selectors of a rule. A known target of a presence rule does not count as missing. */
function missingIn(rule: Rule, known: Known): Selector[] {
  const { subject, target } = rule;
  const isMissing = !isThere(target, known) && (!wantsSome(rule) || known.presenceOf(target) === "unknown");
  return [...(isThere(subject, known) ? [] : [subject]), ...(isMissing ? [target] : [])];
}

/**
 * Reports a rule whose subject or target is not in the pipeline. A missing pass of another plugin is normal, because
 * that plugin is not always installed. The name of a missing pass is probably a mistake if the name resembles a known
 * name or is a pass type, if it is the subject, or if the user wrote the rule.
 */
function idleRule(rule: Rule, known: Known): Diagnostic {
  const isPresence = wantsSome(rule);
  const missing = missingIn(rule, known);
  const wrong = missing.filter((selector) => ["unknown", "point", "bundle"].includes(known.presenceOf(selector)));
  // A rule that names an extension point or a bundle is always a mistake, because rules apply only to passes.
  const isMistake = wrong.some(
    (selector) =>
      known.presenceOf(selector) !== "unknown" ||
      ("pass" in selector && selector === rule.subject) ||
      isNamedType(selector, known) ||
      (nameOf(selector).length >= SHORTEST_MISTYPED && known.similarTo(selector) !== undefined),
  );
  const isElsewhere = missing.some((selector) => known.presenceOf(selector) === "elsewhere");
  const isWarning = isMistake || isAboutItself(rule) || (rule.origin.kind === "config" && !isElsewhere);
  const bindsNothing = !isPresence || missing.includes(rule.subject);
  const message = `${bindsNothing ? "rule has no effect" : "rule requires an unknown pass or type"}: ${ruleText(rule)}`;
  return errorDiagnostic("PWB0204", message, helpFor(wrong, known), {
    severity: isWarning ? "warning" : "remark",
    ...whereOf(rule.origin),
    ...(wrong[0] === undefined ? {} : unknownIn(wrong[0], known)),
    notes: [
      `reason for the rule: "${rule.reason}"`,
      ...missing.map((one) => absenceText(one, known)),
      ...(isAboutItself(rule) ? ["the subject and the target are the same step"] : []),
    ],
  });
}

/**
 * Returns diagnostics for rules without effect, in canonical order. Skips rules of the framework about passes that the
 * framework provides but does not use. Rules about these passes take effect as soon as a contributor inserts the
 * passes.
 */
export function idleRules(rules: readonly Rule[], known: Known): readonly Diagnostic[] {
  // First removes the rules that have an effect, so that only a few rules must be sorted.
  const idle = rules.filter((rule) => {
    const bothThere = isThere(rule.subject, known) && isThere(rule.target, known);
    if (bothThere) return isAboutItself(rule);
    const missing = missingIn(rule, known);
    const isOffer = rule.origin.kind === "framework" && missing.every((one) => known.presenceOf(one) === "absent");
    return missing.length > 0 && !isOffer;
  });
  return inContributorOrder(idle).map((rule) => idleRule(rule, known));
}

function exclusionProblem(bundle: string, one: string, origin: Origin | undefined, known: Known): Diagnostic[] {
  if ([{ pass: one }, { type: one }].some((selector) => known.presenceOf(selector) !== "unknown")) return [];
  const similar = known.similarTo({ type: one }) ?? known.similarTo({ pass: one });
  const isMistake = similar !== undefined && one.length >= SHORTEST_MISTYPED;
  const message = `bundle \`${bundle}\` excludes ${one}, which is neither a pass nor a pass type`;
  const help = similar === undefined ? "use the name of a pass or a pass type" : `did you mean ${similar}?`;
  const severity = isMistake || origin?.kind === "config" ? "warning" : "remark";
  const facts = { severity, ...(origin && whereOf(origin)), ...unknownName(one, similar) } as const;
  return [errorDiagnostic("PWB0204", message, help, facts)];
}

/**
 * Makes the warning for an override that does not have an effect. `what` describes the override, and `why` contains the
 * reason. `name` is the name that was not found, and `similar` is a known name that is similar to `name`. `passes` are
 * the passes of the bundle with this name.
 */
export function overrideWithoutEffect(
  what: string,
  why: string,
  origin: Origin,
  similar?: string,
  name?: string,
  passes?: readonly string[],
): Diagnostic {
  const message = `${what} has no effect: ${why}`;
  const help = passes ? usePasses(passes) : didYouMean(similar, "correct the name, or remove the entry");
  const facts = name === undefined ? {} : unknownName(name, similar);
  return errorDiagnostic("PWB0114", message, help, { severity: "warning", ...whereOf(origin), ...facts });
}

function withoutEffect(what: string, selector: Selector, origin: Origin, known: Known): Diagnostic {
  const presence = known.presenceOf(selector);
  const none = "pass" in selector ? `pass \`${selector.pass}\`` : selectorText(selector);
  const absent = otherKind(selector, known) ?? `the plan has no ${none}`;
  const similar = presence === "unknown" ? known.similarTo(selector) : undefined;
  return overrideWithoutEffect(what, absent, origin, similar, nameOf(selector), bundled(selector, known));
}

/** Reports overrides that require an order if one of the two steps is not in the plan. */
export function idleOrders(overrides: readonly Override[], known: Known): readonly Diagnostic[] {
  return overrides.flatMap((override) => {
    if (!("order" in override)) return [];
    const { order, relation, target, origin } = override;
    const missing = [{ pass: order }, target].filter((one) => known.presenceOf(one) !== "there");
    if (missing.some((one) => known.presenceOf(one) === "elsewhere")) return [];
    const what = `override \`order: ${order}, ${relation}: ${selectorInConfig(target)}\``;
    return missing.map((selector) => withoutEffect(what, selector, origin, known));
  });
}

export function idleRetypes(retyped: readonly Retyped[], known: Known): readonly Diagnostic[] {
  return retyped.flatMap(({ pass, types, origin }) => {
    const presence = known.presenceOf({ pass });
    const idle =
      presence === "there" || presence === "elsewhere"
        ? []
        : [withoutEffect(`\`retype\` of \`${pass}\``, { pass }, origin, known)];
    const strange = types.filter((type) => isStrange(type, known));
    return [...idle, ...strange.map((type) => undeclaredType(pass, type, origin, known.similarTo({ type })))];
  });
}

/**
 * Returns whether a type is probably a mistake. A known type is not a mistake. An unknown type is probably a mistake if
 * it is similar to a known type, or if it is not a subtype of a known type.
 */
function isStrange(type: string, known: Known): boolean {
  const isKnown = (one: string): boolean => one === "unknown" || known.presenceOf({ type: one }) !== "unknown";
  if (isKnown(type.toLowerCase())) return false;
  return !typeKeys([type]).some(isKnown) || known.similarTo({ type }) !== undefined;
}

function undeclaredType(pass: string, type: string, origin: Origin, similar: string | undefined): Diagnostic {
  const message = `\`retype\` changes the type of \`${pass}\` to ${type}, which is not a declared pass type`;
  const help = [
    ...(similar === undefined ? [] : [`did you mean ${similar}?`]),
    `declare the type in the config: \`passTypes: { ${type}: … }\``,
  ];
  const facts = { severity: "warning", ...whereOf(origin), ...unknownName(type, similar) } as const;
  return errorDiagnostic("PWB0123", message, help, facts);
}

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
    ...unknownExclusions(plan, known),
  ];
}

function unknownExclusions(plan: Plan | undefined, known: Known): readonly Diagnostic[] {
  const { selective = [], steps = [] } = plan ?? {};
  const origins = new Map<string, Origin>();
  // The first step of a bundle determines its origin.
  for (const { bundle, origin } of selective.length === 0 ? [] : steps.toReversed())
    if (bundle !== undefined) origins.set(bundle, origin);
  return selective.flatMap(({ name, without }) =>
    without.flatMap((one) => exclusionProblem(name, one, origins.get(name), known)),
  );
}

function knownNames<Op extends object>(
  { basePipeline, contributions, edits = [], alternatives = [], retyped = [] }: ResolveInput,
  plan: Plan | undefined,
  catalogue: PassCatalogue<Op>,
  passTypes: readonly string[],
): KnownNames<Op> {
  const known = new KnownNames(basePipeline, catalogue, contributions);
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
