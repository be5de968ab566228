/** Returns a number with a noun: `2 steps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Removes from each path the folder that all paths have in common. */
export function shortPaths(paths: readonly string[]): readonly string[] {
  const parts = paths.map((path) => path.split(/(?<=[/\\])/));
  const folder = parts[0]?.slice(0, -1) ?? [];
  const differs = (part: string, index: number): boolean =>
    parts.some((one) => index === one.length - 1 || one[index] !== part);
  const end = folder.findIndex(differs);
  const common = end === -1 ? folder.length : end;
  return parts.map((one) => one.slice(common).join(""));
}

/** Formats a time in milliseconds, with its unit. */
export function milliseconds(time: number): string {
  return time >= 1000
    ? `${(time / 1000).toFixed(1)} s`
    : time >= 10
      ? `${time.toFixed(0)} ms`
      : `${time.toFixed(1)} ms`;
}
