// Separate from paths.ts, because the playground uses this file in browsers, which do not have node:url.
/** Returns whether a text is a path or a `file:` URL, as opposed to the name of an npm package. */
export function isPath(named: string): boolean {
  return /^\.{1,2}(?:\/|$)|^\/|^file:|^[A-Za-z]:[\\/]/.test(named);
}

/**
 * Returns the help for a path or pattern with backslashes, which are separators only on Windows. A backslash before a
 * special character or a space comes from a shell, where quotes are used instead.
 */
export function helpOnBackslashes(named: string): string | undefined {
  if (!named.includes("\\")) return undefined;
  const escaped = /\\(?=[ *?[\]{}()!])/g;
  const isEscaped = named.includes("/") && escaped.test(named);
  const path = isEscaped ? named.replaceAll(escaped, "") : named.replaceAll("\\", "/");
  return isEscaped ? `remove the backslashes: \`${path}\`` : `separate folders with \`/\`: \`${path}\``;
}

export function helpOnPathWithBackslashes(named: string): string | undefined {
  return helpOnBackslashes(isPath(named.replaceAll("\\", "/")) ? named : `./${named}`);
}
