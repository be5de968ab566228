import { isTable, mustBe, mustBeString, mustBeText, mustHaveOnly, UsageError } from "@passwright/core";
import type { Requirement, Requirements } from "@passwright/core";
import { badArgument } from "../usage-errors.ts";

/* Requirements for arguments of functions that accept an assembly. */

const anAssembly: Requirement = mustBe("the result of `assemble`", (value) => isTable(value) && isTable(value["work"]));

const REQUIRED: Requirements = {
  assembly: anAssembly,
  before: anAssembly,
  after: anAssembly,
  pass: mustBeText,
  name: mustBeString,
};

/**
 * Checks arguments of the function `call`. `given` contains the arguments by name. Optional arguments
 * that the caller left out must be absent from `given`.
 */
export function checkArguments(call: string, given: { readonly [name: string]: unknown }): void {
  const [problem] = mustHaveOnly(REQUIRED, ...Object.keys(given))(given, "");
  if (problem !== undefined) throw new UsageError(badArgument(problem, "correct the argument", call));
}
