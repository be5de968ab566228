/** Returns a number with a noun: `2 steps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns a time with its unit. */
export function milliseconds(time: number): string {
  return time >= 1000
    ? `${(time / 1000).toFixed(1)} s`
    : time >= 10
      ? `${time.toFixed(0)} ms`
      : `${time.toFixed(1)} ms`;
}
