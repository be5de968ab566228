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
import type { Requirements } from "@passwright/core";
import { aCatalogue, aPropertyTable } from "./check-data.ts";
import { checkNamesIn } from "./check-names.ts";
import { choice, origin, owner, selector, sourceOf, texts } from "./shapes.ts";
import { checkKeys, wrongCall } from "./wrong-call.ts";

/* Checks the arguments of a builder's constructor and of `resolve` (PWB0305). */

const CALL = "new PassManagerBuilder";
const FORM = 'write `new PassManagerBuilder("builtin.module", { framework: { name: "name" } })`';

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

const ir = mustBe(
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
  ir,
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
  if (!isTable(options))
    throw wrongCall(CALL, `the second argument must be a table of settings, not ${shown(options)}`, FORM);
  checkKeys(CALL, options, mustHaveOnly(OPTIONS));
  for (const [key, value] of Object.entries(options)) if (key !== "catalogue") checkNamesIn(CALL, `\`${key}\``, value);
}

const RESOLVING = mustHaveOnly({
  keepDuplicates: mustBeFlag,
  properties: aPropertyTable,
  ir,
  on: mustHave({ ir: mustBeString, anchor: mustBeString }),
});

/** Checks the settings of `resolve`. */
export function checkResolving(options: unknown): void {
  const what = "the argument must be a table of settings";
  if (!isTable(options)) throw wrongCall("resolve", `${what}, not ${shown(options)}`, "write `builder.resolve()`");
  checkKeys("resolve", options, RESOLVING);
  checkNamesIn("resolve", "`properties`", options["properties"]);
}
