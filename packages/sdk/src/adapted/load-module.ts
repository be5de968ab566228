import { didYouMean, suggest } from "@passwright/core";
import { refuse } from "./pass-settings.ts";

/** Functions of Node that this file uses. Not available in browsers. */
interface Node {
  readonly env: { readonly [name: string]: string | undefined };
  cwd(): string;
  getBuiltinModule(name: "node:fs"): { readdirSync(folder: string): string[] };
  getBuiltinModule(name: "node:module"): {
    createRequire(from: string): {
      (name: string): unknown;
      resolve: { (name: string): string; paths(name: string): string[] | null };
    };
  };
}

const node = (): Node | undefined => (globalThis as unknown as { readonly process?: Node }).process;

/** Returns the current folder, or `/` if the program does not run in Node. */
export function currentFolder(): string {
  return node()?.cwd() ?? "/";
}

/** Returns the value of an environment variable, or `undefined` outside Node. */
export function environmentVariable(name: string): string | undefined {
  return node()?.env[name];
}

/** Returns the most similar installed package with the same prefix, such as `remark-`, or `undefined`. */
function similarModule(name: string, folders: readonly string[]): string | undefined {
  const prefix = /^\w*-/.exec(name)?.[0] ?? "";
  const installed = folders.flatMap((folder) => {
    try {
      return node()?.getBuiltinModule("node:fs").readdirSync(folder) ?? [];
    } catch {
      return [];
    }
  });
  const others = installed.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  const similar = suggest(name.slice(prefix.length), others);
  return similar && prefix + similar;
}

/**
 * Loads the first module in `names` that exists, for configurations that name another tool's plugins. Resolves names
 * from the folder of `from`, which is a URL, or a path that can be relative to the current folder. Returns the default
 * export, or the whole module. `what` describes the module in the error.
 *
 * @throws UsageError with `code` if the module does not exist, if it fails to load, or if the program does not run in
 * Node.
 */
export function loadModule(
  names: readonly [string, ...string[]],
  { from = `${currentFolder()}/config.js`, code, what }: { from?: string | undefined; code: string; what: string },
): unknown {
  const start = /^(?:file:|[/\\]|[A-Za-z]:)/.test(from) ? from : `${currentFolder()}/${from}`;
  const require = node()?.getBuiltinModule("node:module").createRequire(start);
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
    const folders = names.some(exists) ? [] : (require?.resolve.paths(names[0]) ?? []);
    const similar = names.map((name) => similarModule(name, folders)).find((one) => one !== undefined);
    return refuse(code, `${what} cannot be loaded: ${reason}`, didYouMean(similar, help));
  }
}
