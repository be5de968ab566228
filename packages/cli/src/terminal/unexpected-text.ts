/** What a program says before it ends with an error that is its own fault, or that of a plugin's in a timer. */
export function unexpectedText(thrown: unknown, debug: boolean): string {
  if (debug && thrown instanceof Error) return `error[PWR0001]: ${thrown.stack}`;
  const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return `error[PWR0001]: nobody expected this: ${what}\nhelp: run it again with --debug to see where it comes from`;
}
