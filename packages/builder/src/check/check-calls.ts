import { isElementName, isPassDefinition, isTable } from "@passwright/core";
import type { BundleTerms } from "../steps/bundle.ts";
import { checkNamesIn } from "./check-names.ts";
import {
  isAnchor,
  isExactly,
  isFlag,
  isLike,
  isOneOf,
  isContributor,
  isPlace,
  isPlaces,
  isSourceOf,
  isString,
  isText,
  isTexts,
  isWhen,
  PLACES,
  WHEN,
  isTableOf,
  isWhole,
  wrongPart,
} from "./shapes.ts";
import type { Is, Table } from "./shapes.ts";
import { checkTable, shown, wrongCall } from "./wrong-call.ts";
import type { OriginNow, Settings } from "./wrong-call.ts";

/* Checks the arguments of calls on views of a builder (PWB0305). */

const isFallback = isExactly({ use: isPlaces }, "use");

/**
 * Settings of steps and bundles, by name. For each setting: the shape that the value must have, and a description of
 * this shape.
 */
const SETTINGS = {
  options: [isTable, "a table with the options of the pass"],
  types: [isTexts, "a list of pass types"],
  anchor: [isAnchor, "the name of an operation"],
  when: [isWhen, WHEN],
  reason: [isString, "a string"],
  removable: [isFlag, "true or false"],
  which: [isOneOf("only", "first", "last", "each"), "`only`, `first`, `last` or `each`"],
  onMissing: [
    Object.assign((value: unknown) => value === "error" || value === "skip" || isFallback(value), isFallback),
    "`error`, `skip`, or `{ use: position }` with one position or a list",
  ],
  kind: [isOneOf("open", "contiguous", "atomic"), "`open`, `contiguous` or `atomic`"],
  without: [isTexts, "a list of passes and pass types"],
  place: [isPlace, PLACES],
} as const satisfies Settings;

function only(...names: readonly (keyof typeof SETTINGS)[]): Settings {
  return Object.fromEntries(names.map((name) => [name, SETTINGS[name]]));
}

const STEP = ["options", "types", "anchor", "when", "reason"] as const;
const INSERTION = only(...STEP, "which", "onMissing");

/** Settings that each call accepts. */
const SETTINGS_OF: { readonly [call: string]: Settings } = {
  addPass: only(...STEP, "removable"),
  addBundle: only("types", "anchor", "when", "reason", "removable", "which", "onMissing", "kind", "without", "place"),
  replace: only(...STEP),
  remove: only("when", "reason"),
  addExtensionPoint: {
    formerly: [isTexts, "a list of former names"],
    deprecated: [isString, "a string that describes the replacement"],
  },
};

/** Example of each call, which `help:` lines of errors show: `builder.addBefore("target", pass, { reason: "…" })`. */
const FORMS: { readonly [call: string]: string } = {
  addPass: 'builder.addPass(pass, { reason: "…" })',
  addBundle: 'builder.addBundle("name", [pass, pass], { place: { after: "target" } })',
  addBefore: 'builder.addBefore("target", pass, { reason: "…" })',
  addAfter: 'builder.addAfter("target", pass, { reason: "…" })',
  addBeforeType: 'builder.addBeforeType(PassType.Lowering, pass, { reason: "…" })',
  addAfterType: 'builder.addAfterType(PassType.Lowering, pass, { reason: "…" })',
  addAt: 'builder.addAt("extension.point", pass, { reason: "…" })',
  addExtensionPoint: 'builder.addExtensionPoint("extension.point", { formerly: ["old.name"] })',
  nest: 'builder.nest("func.func")',
  nestEverywhere: 'builder.nestEverywhere("path")',
  when: 'builder.when({ target: "gpu" })',
  replace: 'builder.replace("target", pass, { reason: "…" })',
  remove: 'builder.remove("target", { reason: "…" })',
  ofType: 'ofType("Lowering")',
  forContributor: 'builder.forContributor({ kind: "plugin", name: "name" })',
  guard: 'builder.guard("property", { from: "pass", to: "pass", reason: "…" })',
};

/**
 * Checks that `value` has the shape `is`. `what` is the start of the error message, such as `the argument must be a
 * string`.
 */
function demand(is: Is, call: string, what: string, value: unknown, origin?: OriginNow, help = formOf(call)): void {
  if (!is(value)) throw wrongCall(call, `${what}, not ${shown(value)}`, help, origin);
}

const formOf = (call: string): string => `write \`${FORMS[call] ?? call}\``;

/** Checks that an argument is a string, for example a target or the name of a new item. */
export function checkText(call: string, what: string, value: unknown, origin?: OriginNow): void {
  demand(isText, call, what, value, origin);
  checkNamesIn(call, "name", value);
}

/** Checks the anchor of a nested manager, which is the name of an operation. */
export function checkAnchor(call: string, value: unknown, origin: OriginNow): void {
  demand(isAnchor, call, "the argument must be the name of an operation", value, origin);
  checkNamesIn(call, "name", value);
}

function checkPass(call: string, pass: unknown, origin: OriginNow): void {
  // Refuses names that a pipeline cannot contain. A later check would not know which call used the name.
  if (isElementName(pass) || isPassDefinition(pass)) return;
  const name = "start the name with a letter or digit, and continue with letters, digits, `-`, `_` and `.`";
  if (typeof pass === "string") throw wrongCall(call, `${shown(pass)} cannot be the name of a pass`, name, origin);
  demand(isText, call, "the pass must be the result of `definePass` or the name of a pass", pass, origin);
}

/** Checks the arguments of a call: the target (if the call has one), the pass, and the settings. */
export function checkInsertion(
  call: string,
  target: unknown,
  pass: unknown,
  settings: unknown,
  origin: OriginNow,
): void {
  const isSwapped = isPassDefinition(target) && typeof pass === "string";
  const help = isSwapped ? `the target comes first: ${formOf(call)}` : formOf(call);
  if (target !== undefined)
    demand(isText, call, "the first argument must be the name of the target", target, origin, help);
  checkNamesIn(call, "target", target);
  checkPass(call, pass, origin);
  checkSettings(call, settings, origin);
}

/** Checks that a bundle has a name and a list of passes. Each pass can have options. */
export function checkBundle(name: unknown, passes: unknown, settings: unknown, origin: OriginNow): void {
  const call = "addBundle";
  checkText(call, "the first argument must be the name of the bundle", name, origin);
  if (isTable(passes)) {
    const { options = {}, ...rest } = passes;
    const what = "`options` must be a table from pass names to options";
    const help = 'write `builder.addBundle("name", { options: { pass: { … } } })`';
    demand(isTableOf(isTable), call, what, options, origin, help);
    return checkSettings(call, rest, origin);
  }
  demand(Array.isArray, call, "the second argument must be a list of passes", passes, origin);
  for (const member of passes as readonly unknown[]) {
    const [pass, options, anchor] = Array.isArray(member) ? (member as readonly unknown[]) : [member];
    checkPass(call, pass, origin);
    const own = { options, anchor };
    checkTable(call, own, SETTINGS, origin);
    checkNamesIn(call, "bundle", own);
  }
  checkSettings(call, settings, origin);
  const { kind = "open", without } = settings as BundleTerms;
  if (without === undefined || kind === "open") return;
  const what = `\`without\` applies only to open bundles, but bundle \`${String(name)}\` is ${kind}`;
  throw wrongCall(call, what, "remove `without` or `kind`", origin);
}

/** Checks the settings of a call. */
export function checkSettings(call: string, settings: unknown, origin: OriginNow): void {
  demand(isTable, call, "the last argument must be a table of settings", settings, origin);
  checkTable(call, settings as Table, SETTINGS_OF[call] ?? INSERTION, origin);
  checkNamesIn(call, "setting", settings);
}

/** Checks the name of an extension point, and its settings if the call has settings. */
export function checkPoint(name: unknown, settings: unknown, origin: OriginNow): void {
  checkText("addExtensionPoint", "the first argument must be the name of the extension point", name, origin);
  if (settings !== undefined) checkSettings("addExtensionPoint", settings, origin);
}

/**
 * Checks the arguments of `forContributor`: the contributor, and the options with `sourceOf`, which finds source
 * positions.
 */
export function checkContributor(contributor: unknown, options: unknown, origin: OriginNow): void {
  demand(isContributor, "forContributor", "the first argument must be `{ kind, name }`", contributor, origin);
  checkNamesIn("forContributor", "contributor", contributor);
  demand(
    isLike({ sourceOf: isSourceOf }),
    "forContributor",
    "the second argument must be `{ sourceOf }`",
    options,
    origin,
  );
}

export function checkWhen(condition: unknown, origin: OriginNow): void {
  if (!isWhen(condition)) {
    const [name, part] = wrongPart(isWhen, "condition", condition);
    throw wrongCall("when", `\`${name}\` cannot be ${shown(part)}`, formOf("when"), origin);
  }
  checkNamesIn("when", "condition", condition);
}

/** Checks that a guard has the name of a property, the names of two passes (`from` and `to`), and a reason. */
export function checkGuard(property: unknown, range: unknown, origin: OriginNow): void {
  checkText("guard", "the first argument must be the name of a property", property, origin);
  const isRange = isWhole({ from: isText, to: isText, reason: isText });
  demand(isRange, "guard", "the second argument must be `{ from, to, reason }` with strings", range, origin);
  const { from, to } = range as Table;
  checkNamesIn("guard", "end", [from, to]);
}

/** Checks the subject of a rule, or the target and the reason of a rule. */
export function checkRuleCall(call: string, target: unknown, because: unknown, origin: OriginNow): void {
  const help = `write \`builder.rule(pass).strong.${call === "rule" ? "after" : call}("target", { reason: "…" })\``;
  if (!isPassDefinition(target)) {
    const named = isTable(target) ? target["type"] : target;
    const what = "the argument must be a pass, the name of a pass, or `ofType(type)`";
    if (!isText(named)) throw wrongCall(call, `${what}, not ${shown(target)}`, help, origin);
    checkNamesIn(call, "name", named);
  }
  if (because === undefined) return;
  const { reason } = (because ?? {}) as Table;
  demand(isText, call, "the reason for the rule must be a string", reason, origin, help);
}
