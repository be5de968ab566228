/** Returns a number with a noun: `2 steps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns paths without the folder that contains all of them. */
export function shortPaths(paths: readonly string[]): readonly string[] {
  const parts = paths.map((path) => path.split(/(?<=[/\\])/));
  const [first = []] = parts;
  const most = Math.min(...parts.map(({ length }) => length - 1));
  let common = 0;
  while (common < most && parts.every((one) => one[common] === first[common])) common++;
  return parts.map((one) => one.slice(common).join(""));
}

/** Returns a time with its unit. */
export function milliseconds(time: number): string {
  return time >= 1000
    ? `${(time / 1000).toFixed(1)} s`
    : time >= 10
      ? `${time.toFixed(0)} ms`
      : `${time.toFixed(1)} ms`;
}
