import { isTable } from "@passwright/core";
import {
  isFunction,
  isLike,
  isWhole,
  isListOf,
  isOneOf,
  isOrigin,
  isContributor,
  isPlace,
  isSelector,
  isString,
  isFlag,
  isTableOf,
  isOwner,
  isText,
  isTexts,
  wrongPart,
} from "./shapes.ts";
import type { Is } from "./shapes.ts";
import { checkNamesIn } from "./check-names.ts";
import { shown, wrongCall } from "./wrong-call.ts";

/* Checks the arguments of functions that accept data (PWB0305). */

export const hasSteps: Is = isWhole({ steps: Array.isArray });

export const isPlan: Is = isWhole({ anchor: isText, steps: Array.isArray, leftOut: Array.isArray });

export const isInput: Is = isWhole({ basePipeline: isTable, contributions: Array.isArray, rules: Array.isArray });

const isProperty = isLike({ kind: isOneOf("structural", "fragile"), doc: isString, initially: isFlag }, "kind");
export const isProperties: Is = isTableOf(isProperty);
export const PROPERTIES = 'a table of properties, each `{ kind: "structural" }` or `{ kind: "fragile" }`';

export const isCatalogue: Is = isWhole({ add: isFunction, find: isFunction, clashes: Array.isArray });

export const isDeclaration: Is = isLike({ name: isText, types: isTexts, anchor: isText }, "name");

export const isCatalogued: Is = isWhole({ declaration: isDeclaration, owner: isOwner });

/** Shape of a named pipeline. Also used to check the argument of `bundleOfPipeline`. */
export const isNamedPipeline: Is = isLike({ name: isText, options: isTable, build: isFunction }, "name", "build");

export const isCataloguedPipeline: Is = isWhole({ pipeline: isNamedPipeline, owner: isOwner });

export const INPUT = "the result of `builder.input()`";

export const isManager: Is = isWhole({ addPass: isFunction, nest: isFunction });

const isInsertion = isWhole({
  contributor: isContributor,
  pass: isText,
  place: isPlace,
  settings: isTable,
  origin: isOrigin,
});

const isRule = isWhole({
  strength: isOneOf("strong", "weak"),
  subject: isSelector,
  relation: isOneOf("before", "after", "beforeSome", "afterSome"),
  target: isSelector,
  reason: isString,
});

/** Checks insertions that a manifest or config declares. */
export function checkInsertions(insertions: unknown): void {
  const what = "a list of `{ contributor, pass, place, settings, origin }`";
  checkArguments("contribute", ["insertions", what, isListOf(isInsertion), insertions]);
  checkNamesIn("contribute", "insertion", insertions);
}

/** Checks rules that a manifest or config declares. */
export function checkDataRules(rules: unknown): void {
  const isDataRule = isWhole({ contributor: isContributor, rule: isRule, origin: isOrigin });
  checkArguments("addRules", ["rules", "a list of `{ contributor, rule, origin }`", isListOf(isDataRule), rules]);
  checkNamesIn("addRules", "rule", rules);
}

type Argument = readonly [name: string, what: string, is: Is, value: unknown];

/**
 * Checks the arguments of the function `call`. Each element of `given` contains the name of an argument, a description
 * of the required shape, the shape itself, and the value of the argument.
 */
export function checkArguments(call: string, ...given: readonly Argument[]): void {
  for (const [name, what, is, value] of given) {
    if (is(value)) continue;
    const [path, part] = wrongPart(is, name, value);
    throw wrongCall(call, `\`${path}\` cannot be ${shown(part)}`, `set \`${name}\` to ${what}`);
  }
}
