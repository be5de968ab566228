import {
  DEEPEST_NESTING,
  isElementName,
  isPassDefinition,
  isTable,
  mustBe,
  mustBeFlag,
  mustBeList,
  mustBeOneOf,
  mustBeString,
  mustBeTable,
  mustBeTableOf,
  mustBeText,
  mustHave,
  mustHaveOnly,
  satisfies,
  shown,
} from "@passwright/core";
import type { Requirement } from "@passwright/core";
import type { BundleTerms } from "../steps/bundle.ts";
import { checkNamesIn } from "./check-names.ts";
import { anchor, contributor, place, places, sourceOf, texts, when } from "./check-data.ts";
import { checkKeys, wrongCall } from "./wrong-call.ts";
import type { OriginNow } from "./wrong-call.ts";

/* Checks the arguments of calls on views of a builder (PWB0305). */

const fallback = mustHaveOnly({ use: places }, "use");
const missing = mustBe("`error`, `skip`, or `{ use: position }`", (value) => value === "error" || value === "skip");
const onMissing: Requirement = (value, path) => (isTable(value) ? fallback : missing)(value, path);

const SHARED = { types: texts, anchor, when, reason: mustBeString };
const STEP = { options: mustBeTable, ...SHARED };
const WHERE = { which: mustBeOneOf("only", "first", "last", "each"), onMissing };

const INSERTION = mustHaveOnly({ ...STEP, ...WHERE });
const MEMBER = mustHaveOnly({ options: mustBeTable, anchor });

/** Requirements for the settings of each call. */
const SETTINGS_OF: { readonly [call: string]: Requirement } = {
  addPass: mustHaveOnly({ ...STEP, removable: mustBeFlag }),
  addBundle: mustHaveOnly({
    ...SHARED,
    ...WHERE,
    removable: mustBeFlag,
    kind: mustBeOneOf("open", "contiguous", "atomic"),
    without: texts,
    place,
  }),
  replace: mustHaveOnly(STEP),
  remove: mustHaveOnly({ when, reason: mustBeString }),
  addExtensionPoint: mustHaveOnly({ formerly: texts, deprecated: mustBeString }),
};

/** Example of each call, which `help:` lines of errors show: `builder.addBefore("target", pass, { reason: "…" })`. */
const FORMS: { readonly [call: string]: string } = {
  addPass: 'builder.addPass(pass, { reason: "…" })',
  addBundle: 'builder.addBundle("name", [pass, [pass, options]], { place: { after: "target" } })',
  addBefore: 'builder.addBefore("target", pass, { reason: "…" })',
  addAfter: 'builder.addAfter("target", pass, { reason: "…" })',
  addBeforeType: 'builder.addBeforeType(PassType.Lowering, pass, { reason: "…" })',
  addAfterType: 'builder.addAfterType(PassType.Lowering, pass, { reason: "…" })',
  addAt: 'builder.addAt("extension.point", pass, { reason: "…" })',
  addExtensionPoint: 'builder.addExtensionPoint("extension.point", { formerly: ["old.name"] })',
  nest: 'builder.nest("func.func").addPass(pass)',
  nestEverywhere: 'builder.nestEverywhere("path").addPass(pass)',
  group: 'builder.group("name").addPass(pass)',
  when: 'builder.when({ target: "gpu" }).addPass(pass)',
  replace: 'builder.replace("target", pass, { reason: "…" })',
  remove: 'builder.remove("target", { reason: "…" })',
  ofType: 'ofType("Lowering")',
  forContributor: 'builder.forContributor({ kind: "plugin", name: "name" })',
  guard: 'builder.guard("property", { from: "pass", to: "pass", reason: "…" })',
};

/** Checks an argument. `what` is the start of the error message, such as `the argument must be a string`. */
function demand(
  required: Requirement,
  call: string,
  what: string,
  value: unknown,
  origin?: OriginNow,
  help = formOf(call),
): void {
  if (!satisfies(required, value)) throw wrongCall(call, `${what}, not ${shown(value)}`, help, origin);
}

const formOf = (call: string): string => `write \`${FORMS[call] ?? call}\``;

/** Checks that an argument is a string, for example a target or the name of a new item. */
export function checkText(call: string, what: string, value: unknown, origin?: OriginNow): void {
  demand(mustBeText, call, what, value, origin);
  checkNamesIn(call, "name", value);
}

/** Refuses arguments after the only argument of a call, for example a function that the call would ignore. */
export function checkSurplus(call: string, surplus: readonly unknown[], origin: OriginNow): void {
  if (surplus.length === 0) return;
  const help = call === "rule" ? helpOnRule(call) : formOf(call);
  throw wrongCall(call, `there must be one argument, not ${surplus.length + 1}`, help, origin);
}

/** Checks the anchor of a nested manager, which is the name of an operation. */
export function checkAnchor(call: string, value: unknown, surplus: readonly unknown[], origin: OriginNow): void {
  checkSurplus(call, surplus, origin);
  demand(anchor, call, "the argument must be the name of an operation", value, origin);
  checkNamesIn(call, "name", value);
}

/** Refuses a nested manager inside `depth` other nested managers if the nesting becomes too deep. */
export function checkDepth(depth: number, origin: OriginNow): void {
  if (depth < DEEPEST_NESTING) return;
  const what = `pass managers are nested more than ${DEEPEST_NESTING} levels deep`;
  throw wrongCall("nest", what, "nest fewer managers", origin);
}

function checkPass(call: string, pass: unknown, origin: OriginNow): void {
  // Refuses names that a pipeline cannot contain. A later check would not know which call used the name.
  if (isElementName(pass) || isPassDefinition(pass)) return;
  const name = "start the name with a letter or digit, and continue with letters, digits, `-`, `_` and `.`";
  if (typeof pass === "string") throw wrongCall(call, `${shown(pass)} cannot be the name of a pass`, name, origin);
  demand(mustBeText, call, "the pass must be the result of `definePass` or the name of a pass", pass, origin);
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
    demand(mustBeText, call, "the first argument must be the name of the target", target, origin, help);
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
    demand(mustBeTableOf(mustBeTable), call, what, options, origin, help);
    return checkSettings(call, rest, origin);
  }
  demand(mustBeList, call, "the second argument must be a list of passes", passes, origin);
  for (const member of passes as readonly unknown[]) {
    const [pass, options, on] = Array.isArray(member) ? (member as readonly unknown[]) : [member];
    checkPass(call, pass, origin);
    const own = { options, anchor: on };
    checkKeys(call, own, MEMBER, origin);
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
  demand(mustBeTable, call, "the last argument must be a table of settings", settings, origin);
  checkKeys(call, settings, SETTINGS_OF[call] ?? INSERTION, origin);
  checkNamesIn(call, "setting", settings);
}

/** Checks the name of an extension point, and its settings if the call has settings. */
export function checkPoint(name: unknown, settings: unknown, origin: OriginNow): void {
  checkText("addExtensionPoint", "the first argument must be the name of the extension point", name, origin);
  if (settings !== undefined) checkSettings("addExtensionPoint", settings, origin);
}

/** Checks the arguments of `forContributor`: the contributor, and the options with `sourceOf`. */
export function checkContributor(given: unknown, options: unknown, origin: OriginNow): void {
  demand(contributor, "forContributor", "the first argument must be `{ kind, name }`", given, origin);
  checkNamesIn("forContributor", "contributor", given);
  demand(mustHave({ sourceOf }), "forContributor", "the second argument must be `{ sourceOf }`", options, origin);
}

export function checkWhen(condition: unknown, origin: OriginNow): void {
  const [problem] = when(condition, "condition");
  if (problem !== undefined) throw wrongCall("when", problem, formOf("when"), origin);
  checkNamesIn("when", "condition", condition);
}

/** Checks that a guard has the name of a property, the names of two passes (`from` and `to`), and a reason. */
export function checkGuard(property: unknown, range: unknown, origin: OriginNow): void {
  checkText("guard", "the first argument must be the name of a property", property, origin);
  const ends = { from: mustBeText, to: mustBeText, reason: mustBeText };
  demand(
    // Guards in configs and manifests also contain the property.
    mustHaveOnly({ ...ends, property: mustBeText }, ...Object.keys(ends)),
    "guard",
    "the second argument must be `{ from, to, reason }` with strings",
    range,
    origin,
  );
  const { from, to } = range as { readonly [end: string]: unknown };
  checkNamesIn("guard", "end", [from, to]);
}

const helpOnRule = (call: string): string =>
  `write \`builder.rule(pass).strong.${call === "rule" ? "after" : call}("target", { reason: "…" })\``;

/** Checks the subject or the target of a rule. */
export function checkSelector(call: string, selector: unknown, origin: OriginNow): void {
  if (isPassDefinition(selector)) return;
  const named = isTable(selector) ? selector["type"] : selector;
  const what = "the argument must be a pass, the name of a pass, or `ofType(type)`";
  if (!satisfies(mustBeText, named)) throw wrongCall(call, `${what}, not ${shown(selector)}`, helpOnRule(call), origin);
  checkNamesIn(call, "name", named);
}

/** Checks the last argument of a rule, which contains the reason. */
export function checkReason(call: string, because: unknown, origin: OriginNow): void {
  const help = helpOnRule(call);
  demand(mustBeTable, call, "the last argument must be `{ reason: … }`", because, origin, help);
  const { reason } = because as { readonly reason?: unknown };
  demand(mustBeText, call, "the reason for the rule must be a string", reason, origin, help);
}
