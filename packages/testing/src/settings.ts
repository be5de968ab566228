import {
  errorDiagnostic,
  mustBe,
  mustBeFlag,
  mustBeFunction,
  mustBeList,
  mustBeListOf,
  mustBeString,
  mustBeTable,
  mustBeText,
  mustHaveOnly,
  satisfies,
  UsageError,
} from "@passwright/core";
import type { Requirement, Requirements } from "@passwright/core";

/** Requires a path or a URL. */
export const mustBePath: Requirement = mustBe(
  "a path or a URL",
  (value) => satisfies(mustBeText, value) || value instanceof URL,
);

const input = mustHaveOnly({ name: mustBeString, text: mustBeString }, "name", "text");
const mustBeInputs = mustBeListOf((value, path) => (typeof value === "string" ? [] : input(value, path)));

/** Requires the options of `testPlugin`. */
export const mustBePluginOptions: Requirement = mustHaveOnly(
  {
    plugin: mustBePath,
    options: mustBeTable,
    framework: mustBeText,
    skeletons: mustBeListOf(mustBeTable),
    inputs: mustBeInputs,
    support: mustBePath,
    timeLimitMs: mustBe("a positive number", (value) => typeof value === "number" && value > 0),
  },
  "plugin",
);

const FILE: Requirements = {
  run: mustBe(
    "a textual pipeline, a pass or a function",
    (value) => typeof value === "string" || typeof value === "function" || satisfies(mustBeTable, value),
  ),
  passes: mustBeListOf(mustBeTable),
  ir: mustBeTable,
  generic: mustBeFlag,
  prefixes: mustBeListOf(mustBeText),
};

/** Requires the options of `checkFile`. */
export const mustBeFileOptions: Requirement = mustHaveOnly(FILE);

/** Requires the options of `describeFiles`. */
export const mustBeFolderOptions: Requirement = mustHaveOnly({ ...FILE, ending: mustBeText });

/** Requires the options of `planPermutations`. */
export const mustBePlanOptions: Requirement = mustHaveOnly({
  config: mustBeText,
  cwd: mustBeText,
  target: mustBeText,
  level: mustBeText,
  apiVersion: mustBeText,
  without: mustBeListOf(mustBeText),
  strict: mustBeList,
  keepDuplicates: mustBeFlag,
  dataOnly: mustBeFlag,
  beforeCode: mustBeFunction,
  moduleOf: mustBeFunction,
  onConfig: mustBeFunction,
});

/**
 * Checks an argument of the function `call`. `name` is the name of the argument.
 *
 * @throws UsageError PWT0605 if the argument does not satisfy the requirement.
 */
export function checkArgument(call: string, name: string, value: unknown, requirement: Requirement): void {
  const [problem] = requirement(value, name);
  if (problem === undefined) return;
  const help = `correct the arguments of \`${call}\`, which the README of @passwright/testing describes`;
  throw new UsageError(errorDiagnostic("PWT0605", `\`${call}\`: ${problem}`, help));
}
