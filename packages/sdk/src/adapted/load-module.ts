/** Functions of Node that load modules by name. Missing in browsers. */
interface Node {
  readonly env: { readonly [name: string]: string | undefined };
  cwd(): string;
  getBuiltinModule(name: "node:module"): {
    createRequire(from: string): { (name: string): unknown; resolve(name: string): string };
  };
}

const { process: node } = globalThis as unknown as { readonly process?: Node };

/** Returns the current folder, or `/` without Node. */
export function currentFolder(): string {
  return node?.cwd() ?? "/";
}

/** Returns the value of an environment variable. */
export function environmentVariable(name: string): string | undefined {
  return node?.env[name];
}

/**
 * Loads the first module in `names` that exists, for configurations that name plugins of another tool. Resolves names
 * from the folder of `from`, which is a path or a URL. Returns the default export of the module, or the whole module if
 * it has no default export. Returns `undefined` if no module exists, and outside of Node.
 *
 * @throws the error of a module that fails to load.
 */
export function loadModule(names: readonly string[], from: string): unknown {
  const require = node?.getBuiltinModule("node:module").createRequire(from);
  const exists = (name: string): boolean => {
    try {
      return require?.resolve(name) !== undefined;
    } catch {
      return false;
    }
  };
  const found = names.find(exists);
  const module = found === undefined ? undefined : require?.(found);
  return (module as { readonly default?: unknown } | undefined)?.default ?? module;
}
