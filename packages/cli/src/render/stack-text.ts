import { escapeControlCharacters } from "@passwright/core";

/** A stack as text. The lines after the first are indented, so that no line of a message looks like one of ours. */
export function stackText(stack: string): string {
  const [first = "", ...rest] = stack.split("\n").map(escapeControlCharacters);
  return [first, ...rest.map((line) => (line.startsWith("    ") ? line : `    ${line}`))].join("\n");
}
