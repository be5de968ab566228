import {
  isTable,
  mustBe,
  mustBeFlag,
  mustBeFunction,
  mustBeList,
  mustBeListOf,
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
import type { Requirement, Requirements } from "@passwright/core";
import { checkNamesIn } from "./check-names.ts";
import { checkKeys, wrongCall } from "./wrong-call.ts";

/* Requirements for data, and checks of functions that accept data: of `resolve` and of a builder's constructor (PWB0305). */

export const texts: Requirement = mustBeListOf(mustBeText);

/** Requires a text, or a list with at least one text. A condition with an empty list would never hold. */
const textOrTexts: Requirement = (value, path) =>
  (Array.isArray(value) && value.length > 0 ? texts : mustBeText)(value, path);

/** Returns whether a value can be the anchor of a manager. Applies the same rules as the core. */
export function isAnchor(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.trim() === value && !/[,(){]/.test(value);
}

export const anchor: Requirement = mustBe("the name of an operation", isAnchor);

const hasOneKey = (value: unknown): boolean => isTable(value) && Object.keys(value).length === 1;

const anyPlace = mustHaveOnly({
  before: mustBeText,
  after: mustBeText,
  beforeType: mustBeText,
  afterType: mustBeText,
  at: mustBeText,
  end: mustBeOneOf(true),
});

const onePlace = mustBe(
  "one of `{ before }`, `{ after }`, `{ beforeType }`, `{ afterType }`, `{ at }` and `{ end: true }`",
  hasOneKey,
);

export const place: Requirement = (value, path) => {
  const problems = isTable(value) ? anyPlace(value, path) : [];
  return problems.length > 0 ? problems : onePlace(value, path);
};

/** Requires one position, or a list with at least one position. */
export const places: Requirement = (value, path) =>
  Array.isArray(value) && value.length > 0 ? mustBeListOf(place)(value, path) : place(value, path);

/** Requires a condition with some of the keys `target`, `level` and `option`. */
export const when: Requirement = mustHaveOnly({
  target: textOrTexts,
  level: textOrTexts,
  option: mustBeTableOf(
    mustBe("a string, a number, true or false", (value) => ["string", "number", "boolean"].includes(typeof value)),
  ),
});

const choice: Requirement = mustHave({ target: mustBeString, level: mustBeString, option: mustBeTable });

export const sourceOf: Requirement = mustBe(
  "a function, or `{ atHand }` with a function",
  (value) => typeof value === "function" || satisfies(mustHave({ atHand: mustBeFunction }, "atHand"), value),
);

export const owner: Requirement = mustHave({ name: mustBeText, version: mustBeString }, "name");
export const contributor: Requirement = mustHave(
  { kind: mustBeOneOf("framework", "plugin", "config"), name: mustBeText, version: mustBeString },
  "kind",
  "name",
);
const origin: Requirement = mustHave(
  { kind: mustBeOneOf("framework", "plugin", "config", "inserted"), name: mustBeText },
  "kind",
  "name",
);

/** Requires `{ pass }` or `{ type }`. */
const selector: Requirement = mustBe(
  "`{ pass }` or `{ type }`",
  (value) => satisfies(mustHaveOnly({ pass: mustBeText, type: mustBeText }), value) && hasOneKey(value),
);

/** Requires a table with all keys of `known`. Other keys are allowed. */
const mustHaveAll = (known: Requirements): Requirement => mustHave(known, ...Object.keys(known));

/** Requires an object that another function made. `what` describes the object. */
const made = (what: string, known: Requirements): Requirement =>
  mustBe(what, (value) => satisfies(mustHaveAll(known), value));

export const aPlan: Requirement = made("a plan", { anchor: mustBeText, steps: mustBeList, leftOut: mustBeList });

export const aPlanOrLock: Requirement = made("a plan", { steps: mustBeList });

export const anInput: Requirement = made("the result of `builder.input()`", {
  basePipeline: mustBeTable,
  contributions: mustBeList,
  rules: mustBeList,
});

export const aCatalogue: Requirement = made("a PassCatalogue", {
  add: mustBeFunction,
  find: mustBeFunction,
  clashes: mustBeList,
});

export const aManager: Requirement = made("a pass manager", { addPass: mustBeFunction, nest: mustBeFunction });

export const aPropertyTable: Requirement = mustBeTableOf(
  mustHave({ kind: mustBeOneOf("structural", "fragile"), doc: mustBeString, initially: mustBeFlag }, "kind"),
);

export const aDeclaration: Requirement = mustHave({ name: mustBeText, types: texts, anchor: mustBeText }, "name");

export const aCataloguedPass: Requirement = mustHaveAll({ declaration: aDeclaration, owner });

/** Requirement for a named pipeline. Also checks the argument of `bundleOfPipeline`. */
export const aNamedPipeline: Requirement = mustHave(
  { name: mustBeText, options: mustBeTable, build: mustBeFunction },
  "name",
  "build",
);

export const aCataloguedPipeline: Requirement = mustHaveAll({ pipeline: aNamedPipeline, owner });

const insertion = mustHaveAll({ contributor, pass: mustBeText, place, settings: mustBeTable, origin });

const relation = mustBeOneOf("before", "after", "beforeSome", "afterSome");

const rule = mustHaveAll({
  strength: mustBeOneOf("strong", "weak"),
  subject: selector,
  relation,
  target: selector,
  reason: mustBeString,
});

/** Checks insertions that a manifest or config declares. */
export function checkInsertions(insertions: unknown): void {
  checkArguments("contribute", { insertions: mustBeListOf(insertion) }, { insertions });
  checkNamesIn("contribute", "insertion", insertions);
}

/** Checks rules that a manifest or config declares. */
export function checkDataRules(rules: unknown): void {
  checkArguments("addRules", { rules: mustBeListOf(mustHaveAll({ contributor, rule, origin })) }, { rules });
  checkNamesIn("addRules", "rule", rules);
}

/** Checks the arguments of the function `call`. `given` contains the arguments by name. */
export function checkArguments(
  call: string,
  required: Requirements,
  given: { readonly [name: string]: unknown },
): void {
  const [problem] = mustHaveAll(required)(given, "");
  if (problem !== undefined) throw wrongCall(call, problem);
}

const CALL = "new PassManagerBuilder";
const FORM = 'write `new PassManagerBuilder("builtin.module", { framework: { name: "name" } })`';

const override = mustBe("`{ ban }`, `{ pin }`, `{ order }`, `{ overrule }` or `{ set }`, with `origin`", (value) =>
  [
    { ban: mustBeText },
    { pin: mustBeText },
    { order: mustBeText, relation: mustBeOneOf("before", "after"), target: selector },
    { overrule: selector, relation, target: selector, reason: mustBeText },
    { set: mustBeText, options: mustBeTable },
  ].some((keys: Requirements) =>
    satisfies(mustHaveOnly({ reason: mustBeString, origin, ...keys }, "origin", ...Object.keys(keys)), value),
  ),
);

const anIr = mustBe(
  "an object with the names of an IR, or a function that returns this object",
  (value) => isTable(value) || typeof value === "function",
);

const OPTIONS: Requirements = {
  framework: owner,
  catalogue: aCatalogue,
  sourceOf,
  choice,
  properties: aPropertyTable,
  cleanups: texts,
  overrides: mustBeListOf(override),
  retyped: mustBeListOf(mustHave({ pass: mustBeText, types: texts, origin }, "pass", "types", "origin")),
  passTypes: texts,
  nesting: mustBeOneOf("everywhere", "direct"),
  ir: anIr,
  bundles: mustBeFunction,
  mustBeDeclared: mustBeFlag,
  externalPasses: texts,
  extensionPoints: mustBeTableOf(mustHave({ formerly: texts, deprecated: mustBeString })),
};

/** Checks the arguments of the constructor: a pipeline and settings. */
export function checkOpening(target: unknown, options: unknown): void {
  if (!satisfies(mustBeText, target) && !satisfies(mustHave({ elements: mustBeList }, "elements"), target)) {
    const what = `the first argument must be the name of an operation, the text of a pipeline, or a manager, not ${shown(target)}`;
    throw wrongCall(CALL, what, FORM);
  }
  checkNamesIn(CALL, "pipeline", target);
  checkSettings(CALL, options, FORM);
}

/** Checks the settings of a constructor. `more` contains the settings that `PassManagerBuilder` does not have. */
export function checkSettings(call: string, options: unknown, form: string, more: Requirements = {}): void {
  if (!isTable(options))
    throw wrongCall(call, `the second argument must be a table of settings, not ${shown(options)}`, form);
  checkKeys(call, options, mustHaveOnly({ ...OPTIONS, ...more }));
  for (const [key, value] of Object.entries(options)) if (key !== "catalogue") checkNamesIn(call, `\`${key}\``, value);
}

const RESOLVING = mustHaveOnly({
  keepDuplicates: mustBeFlag,
  properties: aPropertyTable,
  ir: anIr,
  on: mustHave({ ir: mustBeString, anchor: mustBeString }),
});

/** Checks the settings of `resolve`. */
export function checkResolving(options: unknown): void {
  const what = "the argument must be a table of settings";
  if (!isTable(options)) throw wrongCall("resolve", `${what}, not ${shown(options)}`, "write `builder.resolve()`");
  checkKeys("resolve", options, RESOLVING);
  checkNamesIn("resolve", "`properties`", options["properties"]);
}
