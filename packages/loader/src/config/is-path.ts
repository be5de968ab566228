// Separate from paths.ts, because the playground uses this file in browsers, which do not have node:url.
/** Returns whether a text is a path or a `file:` URL, as opposed to the name of an npm package. */
export function isPath(named: string): boolean {
  return /^\.{1,2}(?:\/|$)|^\/|^file:|^[A-Za-z]:[\\/]/.test(named);
}
