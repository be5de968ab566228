import {
  errorDiagnostic,
  mustBe,
  mustBeFlag,
  mustBeFunction,
  mustBeListOf,
  mustBeTable,
  mustBeText,
  mustHaveOnly,
  satisfies,
  UsageError,
} from "@passwright/core";
import type { Requirement } from "@passwright/core";

/**
 * Refuses an argument that TypeScript would refuse. `where` names the function or its feature.
 *
 * @throws UsageError PWC0105.
 */
export function checkArgument(where: string, requirement: Requirement, value: unknown, name: string): void {
  const [problem] = requirement(value, name);
  if (problem !== undefined)
    throw new UsageError(errorDiagnostic("PWC0105", `${where}: ${problem}`, "correct the argument"));
}

const areNames = mustBeListOf(mustBeText);

/** Requires a filter for passes. */
const mustBeFilter = mustBe('"all" or a list of names', (value) => value === "all" || satisfies(areNames, value));

/** Requires the options of `printIr`. */
export const mustBePrinting: Requirement = mustHaveOnly({
  before: mustBeFilter,
  after: mustBeFilter,
  afterFailure: mustBeFlag,
  onlyWhenChanged: mustBeFlag,
  moduleScope: mustBeFlag,
  print: mustBeTable,
  write: mustBeFunction,
  writeFile: mustBeFunction,
});

/** Requires the options of `writeReproducers`. */
export const mustBeReproducer: Requirement = mustHaveOnly(
  { open: mustBeFunction, local: mustBeFlag, disableThreading: mustBeFlag, print: mustBeTable },
  "open",
);

/** Requires a pass manager. */
export const mustBeManager: Requirement = mustBe(
  "a pass manager",
  (value) => typeof (value as { readonly forEachPass?: unknown } | null | undefined)?.forEachPass === "function",
);
