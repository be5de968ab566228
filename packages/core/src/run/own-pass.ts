import { CODE } from "../code.ts";
import type { Pass, PassBody } from "../pass.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import type { OpenValues } from "./run-values.ts";

/**
 * Makes the pass of a step that runs several passes, such as a group or a batch. Textual pipelines cannot contain this
 * pass, so it does not have options. `values` makes the object through which the pass accesses values.
 */
export function makeOwnPass<Op extends object>(
  declaration: PassDeclaration,
  body: PassBody<Op>,
  values?: OpenValues,
): Pass<Op> {
  const pass: Pass<Op> = {
    definition: {
      declaration,
      options: {},
      statistics: {},
      create: () => pass,
      createFrom: () => pass,
      [CODE]: { values },
    },
    declaration,
    options: { values: {}, given: new Set() },
    statistics: {},
    body,
    clone: () => pass,
  };
  return pass;
}
