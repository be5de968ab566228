import { describeThrown, string, UsageError } from "@passwright/core";
import { badPattern } from "../errors.ts";

/** Option of passes that select exports or functions by name. */
export const pattern = string("", "a regular expression that the name must contain");

/**
 * Parses a pattern.
 *
 * @throws UsageError PWW0104 if the pattern is not a valid regular expression.
 */
export function readPattern(pass: string, text: string): RegExp {
  try {
    if (text !== "") return new RegExp(text, "u");
  } catch (thrown) {
    throw new UsageError(badPattern(pass, describeThrown(thrown).replace(/^SyntaxError: /, "")));
  }
  throw new UsageError(badPattern(pass, "the pattern is empty"));
}
