import {
  errorDiagnostic,
  isPromise,
  isTable,
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
import { systemErrorText } from "@passwright/loader";

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
    plugins: mustBeListOf(mustBeText),
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
  without: mustBeListOf(mustBeText),
  strict: mustBeList,
  keepDuplicates: mustBeFlag,
  dataOnly: mustBeFlag,
  beforeCode: mustBeFunction,
  moduleOf: mustBeFunction,
  onConfig: mustBeFunction,
});

/** Requires the options of `fileCheck`. */
export const mustBeCheckOptions: Requirement = mustHaveOnly(
  {
    checks: mustBeString,
    checksFile: mustBeText,
    input: mustBeString,
    inputFile: mustBeText,
    prefixes: mustBeListOf(mustBeText),
  },
  "checks",
  "input",
);

/** Requires the settings of `tryOnSkeletons`. */
export const mustBeTrialSettings: Requirement = mustHaveOnly({
  skeletons: mustBeListOf(mustBeTable),
  options: mustBeTable,
});

const resultOf = (call: string, accepts: (value: unknown) => boolean): Requirement =>
  mustBe(`the result of \`${call}\``, accepts);

/** Requires the result of `testPlugin`. */
export const mustBeReport: Requirement = resultOf(
  "testPlugin",
  (value) => isTable(value) && Array.isArray(value["checks"]),
);

/** Requires the result of `planPermutations`. */
export const mustBeOutcomes: Requirement = resultOf(
  "planPermutations",
  (value) => isTable(value) && Array.isArray(value["outcomes"]),
);

/** Requires the result of `tryOnSkeletons`. */
export const mustBeTrials: Requirement = resultOf("tryOnSkeletons", Array.isArray);

/**
 * Checks an argument of the function `call`. `name` is the name of the argument.
 *
 * @throws UsageError PWT0605 if the argument does not satisfy the requirement.
 */
export function checkArgument(call: string, name: string, value: unknown, requirement: Requirement): void {
  const [problem] = requirement(value, name);
  if (problem === undefined) return;
  throw badArgument(
    call,
    problem,
    isPromise(value) ? { help: "add `await` before the call that returns the promise" } : {},
  );
}

/** Makes the error PWT0605 about an argument of the function `call`. */
export function badArgument(
  call: string,
  problem: string,
  { help, notes = [] }: { readonly help?: string; readonly notes?: readonly string[] } = {},
): UsageError {
  const next = help ?? `correct the arguments of \`${call}\`, which the README of @passwright/testing describes`;
  return new UsageError(errorDiagnostic("PWT0605", `\`${call}\`: ${problem}`, next, { notes }));
}

/**
 * Reads a file or folder that an argument of the function `call` names.
 *
 * @throws UsageError PWT0605 if the file or folder cannot be read.
 */
export function readNamed<T>(call: string, kind: "file" | "folder", path: string, read: (path: string) => T): T {
  try {
    return read(path);
  } catch (error) {
    throw badArgument(call, `${kind} \`${path}\` cannot be read: ${systemErrorText(error)}`);
  }
}
