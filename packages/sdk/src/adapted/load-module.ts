import { refuse } from "./refuse.ts";

/** Functions of Node that this file uses. Browsers do not have them. */
interface Node {
  readonly env: { readonly [name: string]: string | undefined };
  cwd(): string;
  getBuiltinModule(name: "node:module"): {
    createRequire(from: string): { (name: string): unknown; resolve(name: string): string };
  };
}

const { process: node } = globalThis as unknown as { readonly process?: Node };

/** Returns the current folder, or `/` if the program does not run in Node. */
export function currentFolder(): string {
  return node?.cwd() ?? "/";
}

/** Returns the value of an environment variable, or `undefined` outside Node. */
export function environmentVariable(name: string): string | undefined {
  return node?.env[name];
}

/**
 * Loads the first module in `names` that exists, for configurations that name plugins of another tool. Resolves names
 * from the folder of `from`, which is a path or a URL. Returns the default export of the module, or the whole module if
 * it has no default export. `what` describes the module in the error.
 *
 * @throws UsageError with `code` if the module does not exist, if it fails to load, or if the program does not run in
 * Node.
 */
export function loadModule(
  names: readonly [string, ...string[]],
  { from = `${currentFolder()}/config.js`, code, what }: { from?: string | undefined; code: string; what: string },
): unknown {
  const require = node?.getBuiltinModule("node:module").createRequire(from);
  const exists = (name: string): boolean => {
    try {
      return require?.resolve(name) !== undefined;
    } catch {
      return false;
    }
  };
  try {
    if (require === undefined) throw new Error("modules can only be loaded by name in Node");
    const module = require(names.find(exists) ?? names[0]);
    return (module as { readonly default?: unknown } | undefined)?.default ?? module;
  } catch (thrown) {
    const [reason] = (thrown as Error).message.split("\n");
    const help = `run \`npm install ${names[0]}\`, or set \`from\` to \`import.meta.url\``;
    return refuse(code, `${what} cannot be loaded: ${reason}`, help);
  }
}
