import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import { type Target } from "../session.ts";
import { type Terminal } from "../terminal.ts";

/** Commands that do not read their inputs look whether they are there all the same: a folder may be misspelt. */
export function checkOperands({ inputs }: Target, { cwd }: Terminal): readonly Diagnostic[] {
  return inputs.filter((input) => input !== "-" && !existsSync(resolve(cwd, input))).map(errors.noSuchInput);
}
