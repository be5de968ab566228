import * as fc from "fast-check";

/** Control sequences of terminals, line breaks, and special characters of text formats. */
const PIECES = [
  "\u001b[31m",
  "\u001b]0;title\u0007",
  "\u001b[2J",
  "\u009b1m",
  "\n",
  "\r\n",
  "\r",
  "\t",
  "\0",
  "\b",
  "\u007f",
  "\u0085",
  "\u2028",
  "\u2029",
  "\u202e",
  "\u2066",
  "\u2069",
  "\u200f",
  "\u061c",
  "\ud800",
  "\nerror[made-up]: no",
  "   | ",
  "help: ",
  "`",
  '"',
  "'",
  "\\",
  "{",
  "}",
  ",",
  "=",
  "|",
  "<b>",
  "é",
  "日本",
  "😀",
  "a",
  "b c",
] as const;

/** Any character. The unit `binary` of fast-check has the same characters, but takes a second to create. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/**
 * Returns random strings with special characters, as malicious or careless authors can write them in names, reasons and
 * messages.
 */
export function hostileText(): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4, unit: anyCharacter })), { maxLength: 6 })
    .map((pieces) => pieces.join(""));
}
