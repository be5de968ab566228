/** Converts a name to a valid name of a pass. Returns `undefined` if no character is left. */
export function passNameOf(name: string): string | undefined {
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "") || undefined;
}

/** Names passes after the plugins of another tool. Returns a function that numbers repeated names: `clean`, `clean.2`. */
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
