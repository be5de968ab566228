import { splitList, splitOptions } from "./option-text.ts";

/** Whether MLIR would put braces around `text`: a space comes before anything that protects it. */
function isBracedByMlir(text: string): boolean {
  const space = text.indexOf(" ");
  if (space < 0) return false;
  const protectors = ["{", "'", '"'].map((char) => text.indexOf(char)).filter((index) => index >= 0);
  return protectors.every((index) => space < index);
}

/** The pipeline parser finds the end of the options by counting braces, and knows no quotes. */
function hasBalancedBraces(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth++;
    else if (char === "}" && --depth < 0) return false;
  }
  return depth === 0;
}

/**
 * MLIR's spelling first (mlir/include/mlir/Pass/PassOptions.h, `printOptionValue`), then those that MLIR reads but never
 * writes.
 */
function findSpelling(text: string, readsBack: (spelling: string) => boolean): string | undefined {
  if (!hasBalancedBraces(text)) return undefined;
  const braced = `{${text}}`;
  const candidates = [isBracedByMlir(text) ? braced : text, text, braced, `"${text}"`, `'${text}'`];
  return candidates.find((candidate) => readsBack(candidate));
}

/**
 * How to write the text of a value behind `key=`, so that reading it gives that text again. `undefined` if there is no
 * way: with unbalanced braces, or with space at either end.
 */
export function spellValue(text: string): string | undefined {
  return findSpelling(text, (spelling) => {
    const [first, second, ...more] = splitOptions(`k=${spelling} z=`);
    return first?.key === "k" && first.value === text && second?.key === "z" && more.length === 0;
  });
}

/** The same for one element of a list. */
export function spellElement(text: string): string | undefined {
  return findSpelling(text, (spelling) => {
    const [first, second, ...more] = splitOptions(`k={x,${spelling},y} z=`);
    if (first?.value === undefined || second?.key !== "z" || more.length > 0) return false;
    const parts = splitList(first.value);
    return parts.length === 3 && parts[0] === "x" && parts[1] === text && parts[2] === "y";
  });
}
