import {
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
  satisfies,
} from "@passwright/core";
import type { Requirement, Requirements } from "@passwright/core";
import { checkNamesIn } from "./check-names.ts";
import { contributor, origin, owner, place, selector, texts } from "./shapes.ts";
import { wrongCall } from "./wrong-call.ts";

/* Checks the arguments of functions that accept data (PWB0305). */

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

const rule = mustHaveAll({
  strength: mustBeOneOf("strong", "weak"),
  subject: selector,
  relation: mustBeOneOf("before", "after", "beforeSome", "afterSome"),
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
