import { type Diagnostic, isElementName, isPassDefinition, suggest, UsageError } from "@passwright/core";
import { whereOf } from "./errors.ts";
import { type Origin } from "./contributions/origin.ts";

/* PWB0305: calls that TypeScript would not let pass. Builders are used from JavaScript, too. */

type Is = (value: unknown) => boolean;

const isText: Is = (value) => typeof value === "string" && value !== "";
const isTexts: Is = (value) => Array.isArray(value) && value.every(isText);
const isTextOrTexts: Is = (value) => isText(value) || isTexts(value);
const isTable = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isOneOf =
  (...words: readonly unknown[]): Is =>
  (value) =>
    words.includes(value);

/** Whether a value is a table that has no other keys than these, each of the right kind where it is there. */
const isTableOf =
  (keys: { readonly [key: string]: Is }): Is =>
  (value) =>
    isTable(value) &&
    Object.entries(value).every(([key, one]) => one === undefined || (Object.hasOwn(keys, key) && keys[key]?.(one)));

const isOnePlace = isTableOf({
  before: isText,
  after: isText,
  beforeType: isText,
  afterType: isText,
  at: isText,
  end: isOneOf(true),
});
const isPlace: Is = (value) => isOnePlace(value) && Object.keys(value as object).length === 1;
const isPlaces: Is = (value) => isPlace(value) || (Array.isArray(value) && value.length > 0 && value.every(isPlace));
const isUse = isTableOf({ use: isPlaces });
const isWhen = isTableOf({ target: isTextOrTexts, level: isTextOrTexts, option: isTable });

const PLACES = "one of `{ before }`, `{ after }`, `{ beforeType }`, `{ afterType }`, `{ at }` and `{ end: true }`";
const WHEN = "a table of `target`, `level` and `option`";

/** What may be said of a step or bundle, whoever adds it: how each setting is told from rubbish, and what it is. */
const SETTINGS: { readonly [setting: string]: readonly [is: Is, what: string] } = {
  options: [isTable, "a table of the pass's options"],
  types: [isTexts, "a list of pass types"],
  anchor: [isText, "the name of an operation"],
  when: [isWhen, WHEN],
  reason: [(value) => typeof value === "string", "a text"],
  removable: [isOneOf(true, false), "true or false"],
  which: [isOneOf("only", "first", "last", "each"), "only, first, last or each"],
  onMissing: [
    (value) => value === "error" || value === "skip" || (isUse(value) && "use" in (value as object)),
    "error, skip, or `{ use: place }`, also with a list of places",
  ],
  kind: [isOneOf("open", "contiguous", "atomic"), "open, contiguous or atomic"],
  place: [isPlace, PLACES],
};

/** How a call is written: `builder.addBefore("target", pass, { reason: "…" })`. */
const FORMS: { readonly [call: string]: string } = {
  addPass: 'builder.addPass(pass, { reason: "…" })',
  addBundle: 'builder.addBundle("name", [pass, pass], { place: { after: "target" } })',
  addBefore: 'builder.addBefore("target", pass, { reason: "…" })',
  addAfter: 'builder.addAfter("target", pass, { reason: "…" })',
  addBeforeType: 'builder.addBeforeType(PassType.Lowering, pass, { reason: "…" })',
  addAfterType: 'builder.addAfterType(PassType.Lowering, pass, { reason: "…" })',
  addAt: 'builder.addAt("extension.point", pass, { reason: "…" })',
  addExtensionPoint: 'builder.addExtensionPoint("extension.point")',
  nest: 'builder.nest("func.func")',
  when: 'builder.when({ target: "gpu" })',
  replace: 'builder.replace("target", pass, { reason: "…" })',
  remove: 'builder.remove("target", { reason: "…" })',
  rule: 'builder.rule(pass).strong.after("target", { reason: "…" })',
  forParty: 'builder.forParty({ kind: "plugin", name: "name" })',
  guard: 'builder.guard("property", { from: "pass", to: "pass", reason: "…" })',
};

type OriginNow = () => Origin;

function wrongCall(call: string, what: string, help: string, origin: OriginNow): UsageError {
  const diagnostic: Diagnostic = {
    code: "PWB0305",
    severity: "error",
    message: `\`${call}\`: ${what}`,
    ...whereOf(origin()),
    help: [help],
  };
  return new UsageError(diagnostic);
}

const formOf = (call: string): string => `write \`${FORMS[call] ?? call}\``;

/** How many keys of a table a message shows: settings have few, an operation or a whole module has many. */
const MOST_KEYS = 4;

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (isPassDefinition(value)) return `pass \`${String(value.declaration.name)}\``;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  const keys = Object.keys(value);
  return keys.length > 0 && keys.length <= MOST_KEYS ? `{ ${keys.join(", ")} }` : "an object";
}

/** A name that could not stand in a pipeline is none, but a mistake in a call. */
const isPass: Is = (value) => isElementName(value) || isPassDefinition(value);

/** The first argument is a text: a target, or the name of what is made. */
export function checkText(call: string, what: string, value: unknown, origin: OriginNow): void {
  if (!isText(value)) throw wrongCall(call, `${what}, as a text; it is ${shown(value)}`, formOf(call), origin);
}

function checkPass(call: string, pass: unknown, origin: OriginNow): void {
  if (isPass(pass)) return;
  if (typeof pass === "string") {
    const help = "a name starts with a letter or digit and goes on with letters, digits, `-`, `_` and `.`";
    throw wrongCall(call, `${shown(pass)} cannot be the name of a pass`, help, origin);
  }
  const what = `a pass is what definePass answers, or the name of one; it is ${shown(pass)}`;
  throw wrongCall(call, what, formOf(call), origin);
}

/** Whether a call names what it has to: a target, where it takes one, and a pass; and says what there is to say. */
export function checkInsertion(
  call: string,
  target: unknown,
  pass: unknown,
  settings: unknown,
  origin: OriginNow,
): void {
  if (target !== undefined && !isText(target)) {
    const swapped = isPassDefinition(target) && typeof pass === "string";
    const what = `the first argument says where, as a text; it is ${shown(target)}`;
    throw wrongCall(call, what, swapped ? `the target comes first: ${formOf(call)}` : formOf(call), origin);
  }
  checkPass(call, pass, origin);
  checkSettings(call, settings, origin);
}

/** Whether a bundle has a name and passes, each by itself or with its options. */
export function checkBundle(name: unknown, passes: unknown, settings: unknown, origin: OriginNow): void {
  const call = "addBundle";
  checkText(call, "the first argument is the bundle's name", name, origin);
  if (!Array.isArray(passes)) {
    const what = `the second argument is a list of passes; it is ${shown(passes)}`;
    throw wrongCall(call, what, formOf(call), origin);
  }
  for (const member of passes as readonly unknown[]) {
    const [pass, options, anchor] = Array.isArray(member) ? (member as readonly unknown[]) : [member];
    checkPass(call, pass, origin);
    checkSettings(call, { options, anchor }, origin);
  }
  checkSettings(call, settings, origin);
}

/** Settings are a table of what there is to say, and none of its keys is almost another. */
export function checkSettings(call: string, settings: unknown, origin: OriginNow): void {
  if (!isTable(settings)) {
    const what = `the last argument is a table of settings; it is ${shown(settings)}`;
    throw wrongCall(call, what, formOf(call), origin);
  }
  for (const key in settings) {
    if (!Object.hasOwn(settings, key)) continue;
    const value = settings[key];
    if (Object.hasOwn(SETTINGS, key)) {
      const [is, what] = SETTINGS[key] as (typeof SETTINGS)[string];
      if (value === undefined || is(value)) continue;
      throw wrongCall(call, `\`${key}\` cannot be ${shown(value)}`, `\`${key}\` is ${what}`, origin);
    }
    const similar = suggest(key, Object.keys(SETTINGS));
    if (similar !== undefined)
      throw wrongCall(call, `there is no setting \`${key}\``, `did you mean \`${similar}\`?`, origin);
  }
}

/** A builder opens over the name of an operation, the text of a pipeline, or a manager. */
export function checkTarget(target: unknown): void {
  if (isText(target) || Array.isArray((target as { elements?: unknown } | null | undefined)?.elements)) return;
  const what = `the first argument is the name of an operation, the text of a pipeline, or a manager; it is ${shown(target)}`;
  const nobody = (): Origin => ({ kind: "framework", name: "pipeline" });
  throw wrongCall("new PassManagerBuilder", what, 'write `new PassManagerBuilder("builtin.module")`', nobody);
}

/** Somebody has a name, and is of some kind. */
export function checkParty(party: unknown, origin: OriginNow): void {
  const { kind, name } = isTable(party) ? party : {};
  if (isText(name) && ["framework", "plugin", "config"].includes(kind as string)) return;
  throw wrongCall("forParty", `a party has a kind and a name; it is ${shown(party)}`, formOf("forParty"), origin);
}

/** A condition says nothing but what a choice can be. */
export function checkWhen(condition: unknown, origin: OriginNow): void {
  if (!isWhen(condition)) throw wrongCall("when", `a condition is ${WHEN}`, formOf("when"), origin);
}

/** A guard has a property, two ends and a reason. */
export function checkGuard(property: unknown, range: unknown, origin: OriginNow): void {
  checkText("guard", "the first argument is a property", property, origin);
  const { from, to, reason } = isTable(range) ? range : {};
  if ([from, to, reason].every(isText)) return;
  throw wrongCall("guard", "a guard needs `from`, `to` and a `reason`, as texts", formOf("guard"), origin);
}

/** A rule has a subject, a target and a reason. */
export function checkRuleCall(call: string, target: unknown, because: unknown, origin: OriginNow): void {
  if (
    !isPassDefinition(target) &&
    !isText(target) &&
    !isText((target as { type?: unknown } | null | undefined)?.type)
  ) {
    const what = `what a rule names is a pass, its name, or \`ofType(type)\`; it is ${shown(target)}`;
    throw wrongCall(call, what, formOf("rule"), origin);
  }
  if (because === undefined) return;
  const { reason } = (because ?? {}) as { reason?: unknown };
  if (!isText(reason)) throw wrongCall(call, "a rule needs a reason, as a text", formOf("rule"), origin);
}
