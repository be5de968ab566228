/** Mistyped directive. */
export interface Mistyped {
  /** Directive as written. */
  readonly name: string;
  /** Directive that was probably intended. */
  readonly meant: string;
  readonly column: number;
}

/** Word with a colon at the start of a line or comment. */
const WORD = /^([\s/#;*<!%-]*)([A-Z][\w-]*):/;

/** Parts after a prefix: separator, suffix, and count. */
const REST = /^([-_]?)([A-Z]+)(-\d+)?$/;

/**
 * Finds a mistyped directive in a line without directives. FileCheck ignores such a line, except for `CHECK_NEXT`, so
 * that a test passes although it does not check anything. Words that can be other prefixes are not mistyped.
 */
export function findMistyped(
  line: string,
  prefixes: readonly string[],
  suffixes: readonly string[],
): Mistyped | undefined {
  const [, before = "", name = ""] = WORD.exec(line) ?? [];
  for (const prefix of name === "" ? [] : prefixes) {
    const meant = name.startsWith(prefix)
      ? directiveWithSuffix(prefix, name.slice(prefix.length), suffixes)
      : directiveWithPrefix(prefix, name, suffixes);
    if (meant !== undefined) return { name, meant, column: before.length };
  }
  return undefined;
}

/** Returns the directive with a mistyped suffix or separator: `CHECK-NXT`, `CHECK_NEXT` or `CHECKNEXT`. */
function directiveWithSuffix(prefix: string, rest: string, suffixes: readonly string[]): string | undefined {
  const [, separator, word = "", count = ""] = REST.exec(rest) ?? [];
  const suffix = suffixes.find((one) => (separator === "-" ? isSlip(word, one) : word === one));
  return suffix === undefined ? undefined : `${prefix}-${suffix}${count}`;
}

/** Returns the directive with a mistyped prefix, with or without a suffix. */
function directiveWithPrefix(prefix: string, name: string, suffixes: readonly string[]): string | undefined {
  const suffix = suffixes.find((one) => name.endsWith(`-${one}`));
  const end = suffix === undefined ? "" : `-${suffix}`;
  const word = name.slice(0, name.length - end.length);
  const isLong = prefix.length > 4 && word[0] === prefix[0];
  return isLong && isSlip(word, prefix) ? `${prefix}${end}` : undefined;
}

/**
 * Returns whether a word differs from another word by a missing letter, an additional letter before the end, a doubled
 * last letter, or a swap of neighboring letters. Ignores missing and additional letters of short words, and replaced
 * letters, because the result can be a different word.
 */
function isSlip(wrong: string, right: string): boolean {
  const difference = wrong.length - right.length;
  if (difference === 0) return isSwap(wrong, right);
  if (right.length < 4) return false;
  if (difference === -1) return lacksOneLetter(wrong, right);
  return (
    difference === 1 && lacksOneLetter(right, wrong) && (!wrong.startsWith(right) || wrong.at(-1) === right.at(-1))
  );
}

function lacksOneLetter(shorter: string, longer: string): boolean {
  return [...longer].some((_, index) => longer.slice(0, index) + longer.slice(index + 1) === shorter);
}

function isSwap(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}
