import { describeThrown, string, UsageError } from "@passwright/core";
import { badPattern } from "../errors.ts";

/** The option of passes that choose by name. */
export const pattern = string("", "a regular expression that is looked for in the name");

/** @throws UsageError PWW0104 for what is no regular expression. */
export function readPattern(pass: string, text: string): RegExp {
  try {
    if (text !== "") return new RegExp(text, "u");
  } catch (thrown) {
    throw new UsageError(badPattern(pass, describeThrown(thrown).replace(/^SyntaxError: /, "")));
  }
  throw new UsageError(badPattern(pass, "there is none"));
}
