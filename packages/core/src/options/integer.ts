const BASES: readonly (readonly [RegExp, string])[] = [
  [/^0[xX]([0-9a-fA-F]+)$/, "0x"],
  [/^0[bB]([01]+)$/, "0b"],
  [/^0o([0-7]+)$/, "0o"],
  [/^0([0-7]+)$/, "0o"],
  [/^(0|[1-9][0-9]*)$/, ""],
];

/**
 * Parses an integer as `llvm::StringRef::getAsInteger(0, …)` does: the prefixes `0x`, `0b`, `0o` and `0` set the
 * base, and a minus sign may come first. Returns `undefined` for other text.
 */
export function parseInteger(text: string): bigint | undefined {
  const negative = text.startsWith("-");
  const digits = negative ? text.slice(1) : text;
  for (const [pattern, prefix] of BASES) {
    const match = pattern.exec(digits);
    if (match === null) continue;
    const magnitude = BigInt(prefix + (match[1] ?? ""));
    return negative ? -magnitude : magnitude;
  }
  return undefined;
}
