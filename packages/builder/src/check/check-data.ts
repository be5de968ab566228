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
} from "@passwright/core";
import type { Requirement, Requirements } from "@passwright/core";
import { checkArguments } from "./wrong-call.ts";
import type { CallForm } from "./wrong-call.ts";

/* Requirements for arguments, and the check of a builder's constructor (PWB0305). */

export const texts: Requirement = mustBeListOf(mustBeText);

/** Requires a text, or a list with at least one text. A condition with an empty list would never hold. */
const textOrTexts: Requirement = (value, path) =>
  (Array.isArray(value) && value.length > 0 ? texts : mustBeText)(value, path);

/** Returns whether a value can be the anchor of a manager. Applies the same rules as the core. */
export function isAnchor(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.trim() === value && !/[,(){]|^\*{4}/.test(value);
}

export const anchor: Requirement = mustBe("the name of an operation", isAnchor);

/** Requires an anchor that does not already contain the prefix `**`. */
export const anchorEverywhere: Requirement = mustBe(
  "the name of an operation without `**`",
  (value) => isAnchor(value) && isAnchor(`**${value as string}`),
);

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

const choice: Requirement = mustHaveOnly({ target: mustBeString, level: mustBeString, option: mustBeTable });

export const sourceOf: Requirement = mustBe(
  "a function, or `{ atHand }` with a function",
  (value) => typeof value === "function" || satisfies(mustHave({ atHand: mustBeFunction }, "atHand"), value),
);

const owner = mustHave({ name: mustBeText, version: mustBeString }, "name");
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

const selector: Requirement = mustBe(
  "`{ pass }` or `{ type }`",
  (value) => satisfies(mustHaveOnly({ pass: mustBeText, type: mustBeText }), value) && hasOneKey(value),
);

const aCatalogue = mustBe("a PassCatalogue", (value) =>
  satisfies(mustHave({ add: mustBeFunction, find: mustBeFunction }, "add", "find"), value),
);

const aPropertyTable = mustBeTableOf(
  mustHaveOnly({ kind: mustBeOneOf("structural", "fragile"), doc: mustBeString, initially: mustBeFlag }, "kind"),
);

const relation = mustBeOneOf("before", "after", "beforeSome", "afterSome");

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

/** Returns whether a value is the name of an operation, or can be the text of a pipeline. */
const isTarget = (value: unknown): boolean =>
  typeof value === "string" &&
  (/^\s*\(/.test(value) || isAnchor(value.includes("(") ? value.replace(/\(.*/s, "").trim() : value));

const CONSTRUCTOR: CallForm = {
  example: 'new PassManagerBuilder("builtin.module", { framework: { name: "name" } })',
  takes: {
    target: mustBe(
      "the name of an operation, the text of a pipeline, or a manager",
      (value) => isTarget(value) || satisfies(mustHave({ elements: mustBeList }, "elements"), value),
    ),
    settings: mustHaveOnly(OPTIONS),
  },
};

export function checkOpening(target: unknown, options: unknown): void {
  checkArguments("new PassManagerBuilder", CONSTRUCTOR, [target, options]);
}

/** Checks the settings of a constructor. `more` contains the settings that `PassManagerBuilder` does not have. */
export function checkBuilderSettings(call: string, options: unknown, example: string, more: Requirements): void {
  checkArguments(call, { example, takes: { settings: mustHaveOnly({ ...OPTIONS, ...more }) } }, [options]);
}
