/** Converts a name to a valid pass name. Returns `undefined` if no valid character remains. */
export function passNameOf(name: string): string | undefined {
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "") || undefined;
}

/** Returns a function that converts names of plugins to pass names, with numbers for used names: `clean.2`. */
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
