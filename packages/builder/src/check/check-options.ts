import { isTable } from "@passwright/core";
import { isCatalogue, isProperties, PROPERTIES } from "./check-data.ts";
import { checkNamesIn } from "./check-names.ts";
import {
  isChoice,
  isExactly,
  isFlag,
  isLike,
  isListOf,
  isOneOf,
  isOrigin,
  isOwner,
  isSelector,
  isSourceOf,
  isString,
  isTableOf,
  isText,
  isTexts,
  isFunction,
} from "./shapes.ts";
import type { Is } from "./shapes.ts";
import { checkTable, shown, wrongCall } from "./wrong-call.ts";
import type { Settings } from "./wrong-call.ts";

/* Checks the arguments of a builder's constructor and of `resolve` (PWB0305). */

const CALL = "new PassManagerBuilder";
const FORM = 'write `new PassManagerBuilder("builtin.module", { framework: { name: "name" } })`';

const isRelation = isOneOf("before", "after", "beforeSome", "afterSome");

const isOverride: Is = (value) =>
  [
    { ban: isText },
    { pin: isText },
    { order: isText, relation: isOneOf("before", "after"), target: isSelector },
    { overrule: isSelector, relation: isRelation, target: isSelector, reason: isText },
    { set: isText, options: isTable },
  ].some((keys) => isExactly({ reason: isString, origin: isOrigin, ...keys }, "origin", ...Object.keys(keys))(value));

const IR_NAMES: Settings[string] = [
  (value) => isTable(value) || typeof value === "function",
  "an object with the names of an IR, or a function that returns this object",
];

const OPTIONS: Settings = {
  framework: [isOwner, "`{ name, version }`"],
  catalogue: [isCatalogue, "a PassCatalogue"],
  sourceOf: [isSourceOf, "a function, or `{ atHand }` with a function"],
  choice: [isChoice, "a table with `target`, `level` and `option`"],
  properties: [isProperties, PROPERTIES],
  cleanups: [isTexts, "a list of pass names"],
  overrides: [
    isListOf(isOverride),
    "a list of `{ ban }`, `{ pin }`, `{ order }`, `{ overrule }` and `{ set }`, each with `origin`",
  ],
  retyped: [
    isListOf(isLike({ pass: isText, types: isTexts, origin: isOrigin }, "pass", "types", "origin")),
    "a list of `{ pass, types, origin }`",
  ],
  passTypes: [isTexts, "a list of pass types"],
  nesting: [isOneOf("everywhere", "direct"), "`everywhere` or `direct`"],
  ir: IR_NAMES,
  bundles: [isFunction, "a function"],
  mustBeDeclared: [isFlag, "true or false"],
  externalPasses: [isTexts, "a list of pass names"],
  extensionPoints: [
    isTableOf(isLike({ formerly: isTexts, deprecated: isString })),
    "a table from names to `{ formerly, deprecated }`",
  ],
};

/** Checks the arguments of the constructor: a pipeline and settings. */
export function checkOpening(target: unknown, options: unknown): void {
  const isManager = isLike({ elements: Array.isArray }, "elements");
  if (!isText(target) && !isManager(target)) {
    const what = `the first argument must be the name of an operation, the text of a pipeline, or a manager, not ${shown(target)}`;
    throw wrongCall(CALL, what, FORM);
  }
  checkNamesIn(CALL, "pipeline", target);
  if (!isTable(options))
    throw wrongCall(CALL, `the second argument must be a table of settings, not ${shown(options)}`, FORM);
  checkTable(CALL, options, OPTIONS);
  for (const [key, value] of Object.entries(options)) if (key !== "catalogue") checkNamesIn(CALL, `\`${key}\``, value);
}

const RESOLVING: Settings = {
  keepDuplicates: [isFlag, "true or false"],
  properties: [isProperties, PROPERTIES],
  ir: IR_NAMES,
  on: [isLike({ ir: isString, anchor: isString }), "`{ ir, anchor }`"],
};

/** Checks the settings of `resolve`. */
export function checkResolving(options: unknown): void {
  const what = "the argument must be a table of settings";
  if (!isTable(options)) throw wrongCall("resolve", `${what}, not ${shown(options)}`, "write `builder.resolve()`");
  checkTable("resolve", options, RESOLVING);
  checkNamesIn("resolve", "`properties`", options["properties"]);
}
