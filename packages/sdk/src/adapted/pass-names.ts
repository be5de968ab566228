/** Converts a name to a valid pass name. Returns `undefined` if no valid character remains. */
export function passNameOf(name: string): string | undefined {
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "") || undefined;
}

/**
 * Returns a function that converts the name of another tool's plugin to a pass name. If the pass name is already used,
 * or is in `taken`, the function adds a number: `clean`, `clean.2`.
 */
export function passNames(taken: Iterable<string> = []): (name: string) => string {
  const names = new Set(taken);
  return (name) => {
    const own = passNameOf(name) ?? "plugin";
    let free = own;
    for (let number = 2; names.has(free); number++) free = `${own}.${number}`;
    names.add(free);
    return free;
  };
}
