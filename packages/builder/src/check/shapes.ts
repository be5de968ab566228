import {
  isTable,
  mustBe,
  mustBeFunction,
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
import type { Requirement } from "@passwright/core";

/* Requirements that several functions share. */

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

export const choice: Requirement = mustHave({ target: mustBeString, level: mustBeString, option: mustBeTable });

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
export const origin: Requirement = mustHave(
  { kind: mustBeOneOf("framework", "plugin", "config", "inserted"), name: mustBeText },
  "kind",
  "name",
);

/** Requires `{ pass }` or `{ type }`. */
export const selector: Requirement = mustBe(
  "`{ pass }` or `{ type }`",
  (value) => satisfies(mustHaveOnly({ pass: mustBeText, type: mustBeText }), value) && hasOneKey(value),
);
