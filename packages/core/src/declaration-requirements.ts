import { problemOfFunction } from "./check-definition.ts";
import { isElementName } from "./element-name.ts";
import {
  mustBe,
  mustBeFlag,
  mustBeFunction,
  mustBeListOf,
  mustBeOneOf,
  mustBeString,
  mustBeTable,
  mustBeText,
  mustHaveOnly,
} from "./requirement.ts";
import type { Requirement, Requirements } from "./requirement.ts";

/** Maps each word of `keys` to the same requirement. */
export function each(keys: string, requirement: Requirement): Requirements {
  return Object.fromEntries(keys.split(" ").map((key) => [key, requirement]));
}

/** Requires a function that is neither asynchronous nor a generator. */
export const mustBeSynchronous: Requirement = (value, path) => {
  const unusable = problemOfFunction(value, false);
  return unusable === undefined ? mustBeFunction(value, path) : [`\`${path}\` ${unusable.problem}`];
};

export const mustBeTexts: Requirement = (value, path) => mustBeListOf(mustBeText)(value, path);

const mustNotBeEverywhere = mustBe("the name of an operation without `**`", () => false);

/** Requires the name of an operation. Only the anchor of a manager can start with `**`. */
const mustBeOperation: Requirement = (value, path) =>
  (typeof value === "string" && value.startsWith("**") ? mustNotBeEverywhere : mustBeText)(value, path);

/** Returns the requirements for the keys of a declared pass. A function, so that bundlers can leave them out. */
export function declarationRequirements(): Requirements {
  return {
    ...each("name summary description displayName", mustBeString),
    ...each("anchor toAnchor", mustBeOperation),
    ...each("ir to interface trait group", mustBeText),
    ...each("types requires forbids provides invalidates preserves dependentDialects", mustBeTexts),
    ...each("idempotent poorTarget deterministic", mustBeFlag),
    ...each("values options", mustBeTable),
    worksOn: (value, path) => (value === "predicate" ? [] : mustBeTexts(value, path)),
    idle: mustBeOneOf("warning", "error", "ignore"),
    reads: mustHaveOnly(each("files environment programs", mustBeTexts)),
  };
}

/** Returns the requirements for the keys of a group. */
export function groupRequirements(): Requirements {
  return {
    name: mustBe("a name of letters, digits, `-`, `_` and `.`", isElementName),
    splits: mustBeOneOf("refuse", "report"),
    ...each("visibleWithin skipsMembers", mustBeFlag),
    anchors: mustBeTexts,
    run: mustBeFunction,
  };
}
