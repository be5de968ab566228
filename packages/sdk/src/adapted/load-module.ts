/** The part of Node that loads modules by name. Browsers lack it. */
interface Node {
  readonly env: { readonly [name: string]: string | undefined };
  cwd(): string;
  getBuiltinModule(name: "node:module"): {
    createRequire(from: string): { (name: string): unknown; resolve(name: string): string };
  };
}

const { process: node } = globalThis as unknown as { readonly process?: Node };

/** Returns the current folder; `/` without Node. */
export function currentFolder(): string {
  return node?.cwd() ?? "/";
}

/** Returns a variable of the environment. */
export function environmentVariable(name: string): string | undefined {
  return node?.env[name];
}

/**
 * Loads the first of these modules that exists. For configurations that name plugins of another tool. Returns the
 * default export of the module, or the module itself if it does not have one. Returns `undefined` if none of the
 * modules exists, or outside of Node. `from` is a path or URL in the folder that names are resolved from.
 *
 * @throws what loading throws.
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
