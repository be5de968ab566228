import { isElementName, isPassDefinition } from "@passwright/core";
import type { BundleTerms } from "../steps/bundle.ts";
import { checkNamesIn } from "./check-names.ts";
import {
  isAnchor,
  isExactly,
  isFlag,
  isLike,
  isOneOf,
  isParty,
  isPlace,
  isPlaces,
  isSourceOf,
  isString,
  isTable,
  isText,
  isTexts,
  isWhen,
  PLACES,
  WHEN,
  isTableOf,
} from "./shapes.ts";
import { checkTable, shown, wrongCall } from "./wrong-call.ts";
import type { OriginNow, Settings } from "./wrong-call.ts";

/* PWB0305: what views of a builder are called with. */

/** Settings of steps and bundles. */
const SETTINGS = {
  options: [isTable, "a table of the pass's options"],
  types: [isTexts, "a list of pass types"],
  anchor: [isAnchor, "the name of an operation"],
  when: [isWhen, WHEN],
  reason: [isString, "a string"],
  removable: [isFlag, "true or false"],
  which: [isOneOf("only", "first", "last", "each"), "only, first, last or each"],
  onMissing: [
    (value) => value === "error" || value === "skip" || isExactly({ use: isPlaces }, "use")(value),
    "error, skip, or `{ use: place }`, also with a list of places",
  ],
  kind: [isOneOf("open", "contiguous", "atomic"), "open, contiguous or atomic"],
  without: [isTexts, "a list of names of passes and pass types"],
  place: [isPlace, PLACES],
} as const satisfies Settings;

function only(...names: readonly (keyof typeof SETTINGS)[]): Settings {
  return Object.fromEntries(names.map((name) => [name, SETTINGS[name]]));
}

const STEP = ["options", "types", "anchor", "when", "reason"] as const;
const INSERTION = only(...STEP, "which", "onMissing");

/**
 * Settings of each call. `addPass` does not have `which` and `onMissing`, because there is only one end, and it always
 * exists.
 */
const SETTINGS_OF: { readonly [call: string]: Settings } = {
  addPass: only(...STEP, "which", "onMissing", "removable"),
  addBundle: only("types", "anchor", "when", "reason", "removable", "which", "onMissing", "kind", "without", "place"),
  replace: only(...STEP),
  remove: only("when", "reason"),
};

/** Example of each call: `builder.addBefore("target", pass, { reason: "…" })`. */
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
  rule: 'builder.rule(pass).strong.after("target", { reason: "…" })',
  ofType: 'ofType("Lowering")',
  forParty: 'builder.forParty({ kind: "plugin", name: "name" })',
  guard: 'builder.guard("property", { from: "pass", to: "pass", reason: "…" })',
};

const formOf = (call: string): string => `write \`${FORMS[call] ?? call}\``;

/** Checks that the first argument is a string: a target, or the name of a new item. */
export function checkText(call: string, what: string, value: unknown, origin?: OriginNow): void {
  if (!isText(value)) throw wrongCall(call, `${what}, as a string; it is ${shown(value)}`, formOf(call), origin);
  checkNamesIn(call, "name", value);
}

/** Checks the operation that a manager is opened on. */
export function checkAnchor(call: string, value: unknown, origin: OriginNow): void {
  checkText(call, "the argument is the name of an operation", value, origin);
  if (!isAnchor(value))
    throw wrongCall(call, `${shown(value)} cannot be the name of an operation`, formOf(call), origin);
}

function checkPass(call: string, pass: unknown, origin: OriginNow): void {
  // A name that a pipeline cannot contain is a mistake in the call.
  if (isElementName(pass) || isPassDefinition(pass)) return;
  if (typeof pass === "string") {
    const help = "a name starts with a letter or digit and goes on with letters, digits, `-`, `_` and `.`";
    throw wrongCall(call, `${shown(pass)} cannot be the name of a pass`, help, origin);
  }
  const what = `a pass is what definePass returns, or the name of one; it is ${shown(pass)}`;
  throw wrongCall(call, what, formOf(call), origin);
}

/** Checks the arguments of a call: a target, if the call has one, a pass, and settings. */
export function checkInsertion(
  call: string,
  target: unknown,
  pass: unknown,
  settings: unknown,
  origin: OriginNow,
): void {
  if (target !== undefined && !isText(target)) {
    const swapped = isPassDefinition(target) && typeof pass === "string";
    const what = `the first argument says where, as a string; it is ${shown(target)}`;
    throw wrongCall(call, what, swapped ? `the target comes first: ${formOf(call)}` : formOf(call), origin);
  }
  checkNamesIn(call, "target", target);
  checkPass(call, pass, origin);
  checkSettings(call, settings, origin);
}

/** Checks that a bundle has a name and passes, each alone or with its options. */
export function checkBundle(name: unknown, passes: unknown, settings: unknown, origin: OriginNow): void {
  const call = "addBundle";
  checkText(call, "the first argument is the bundle's name", name, origin);
  if (isTable(passes)) {
    const { options = {}, ...rest } = passes;
    if (!isTableOf(isTable)(options)) {
      const what = `\`options\` are those of passes, by the names of the passes; they are ${shown(options)}`;
      throw wrongCall(call, what, 'write `builder.addBundle("name", { options: { pass: { … } } })`', origin);
    }
    return checkSettings(call, rest, origin);
  }
  if (!Array.isArray(passes)) {
    const what = `the second argument is a list of passes; it is ${shown(passes)}`;
    throw wrongCall(call, what, formOf(call), origin);
  }
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
  const what = `\`without\` is for open bundles; nothing can come between the passes of ${kind} bundle \`${String(name)}\``;
  throw wrongCall(call, what, "remove `without`, or `kind`", origin);
}

/** Checks that a call has the settings. */
export function checkSettings(call: string, settings: unknown, origin: OriginNow): void {
  if (!isTable(settings)) {
    const what = `the last argument is a table of settings; it is ${shown(settings)}`;
    throw wrongCall(call, what, formOf(call), origin);
  }
  checkTable(call, settings, SETTINGS_OF[call] ?? INSERTION, origin);
  checkNamesIn(call, "setting", settings);
}

const POINT: Settings = {
  formerly: [isTexts, "a list of names that it had before"],
  deprecated: [isString, "a string that says what to use instead"],
};

/** Checks an extension point, with or without settings. */
export function checkPoint(name: unknown, settings: unknown, origin: OriginNow): void {
  const call = "addExtensionPoint";
  checkText(call, "the first argument is the name of the extension point", name, origin);
  if (settings === undefined) return;
  if (!isTable(settings)) {
    const what = `the last argument is a table of settings; it is ${shown(settings)}`;
    throw wrongCall(call, what, formOf(call), origin);
  }
  checkTable(call, settings, POINT, origin);
  checkNamesIn(call, "setting", settings);
}

/** Checks a contributor, and the function that locates its code. */
export function checkParty(party: unknown, options: unknown, origin: OriginNow): void {
  const call = "forParty";
  if (!isParty(party))
    throw wrongCall(call, `a contributor has a kind and a name; it is ${shown(party)}`, formOf(call), origin);
  checkNamesIn(call, "contributor", party);
  if (!isLike({ sourceOf: isSourceOf })(options))
    throw wrongCall(call, `the second argument is \`{ sourceOf }\`; it is ${shown(options)}`, formOf(call), origin);
}

export function checkWhen(condition: unknown, origin: OriginNow): void {
  if (!isWhen(condition)) throw wrongCall("when", `a condition is ${WHEN}`, formOf("when"), origin);
  checkNamesIn("when", "condition", condition);
}

/** Checks that a guard has a property, two ends and a reason. */
export function checkGuard(property: unknown, range: unknown, origin: OriginNow): void {
  checkText("guard", "the first argument is a property", property, origin);
  const { from, to, reason } = isTable(range) ? range : {};
  if (![from, to, reason].every(isText))
    throw wrongCall("guard", "a guard needs `from`, `to` and a `reason`, as strings", formOf("guard"), origin);
  checkNamesIn("guard", "end", [from, to]);
}

/** Checks the subject or the target of a rule, and its reason if it is given. */
export function checkRuleCall(call: string, target: unknown, because: unknown, origin: OriginNow): void {
  if (!isPassDefinition(target)) {
    const type = isTable(target) ? target["type"] : undefined;
    if (!isText(target) && !isText(type)) {
      const what = `what a rule names is a pass, its name, or \`ofType(type)\`; it is ${shown(target)}`;
      throw wrongCall(call, what, formOf("rule"), origin);
    }
    checkNamesIn(call, "name", type ?? target);
  }
  if (because === undefined) return;
  const { reason } = (because ?? {}) as { reason?: unknown };
  if (!isText(reason)) throw wrongCall(call, "a rule needs a reason, as a string", formOf("rule"), origin);
}
