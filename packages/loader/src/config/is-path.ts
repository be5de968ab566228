// Separate from paths.ts, because the playground uses this file in browsers, which do not have node:url.
/** Returns whether a text is a path or a `file:` URL, as opposed to the name of an npm package. */
export function isPath(named: string): boolean {
  return /^\.{1,2}(?:\/|$)|^\/|^file:|^[A-Za-z]:[\\/]/.test(named);
}

/** Returns the help for a path with backslashes, which are separators only on Windows. */
export function helpOnBackslashes(named: string): string | undefined {
  if (!named.includes("\\")) return undefined;
  const path = named.replaceAll("\\", "/");
  return `separate folders with \`/\`: \`${isPath(path) ? path : `./${path}`}\``;
}
