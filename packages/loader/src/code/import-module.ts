import { pathToFileURL } from "node:url";

function runsTypeScript(): boolean {
  // The types of Node 20 do not declare this property.
  const { typescript } = process.features as { readonly typescript?: unknown };
  return typescript !== undefined && typescript !== false;
}

/** Returns whether a file is TypeScript and this version of Node cannot run TypeScript. */
export const needsJiti = (path: string): boolean => /\.[cm]?ts$/.test(path) && !runsTypeScript();

interface Jiti {
  createJiti(id: string, options: { readonly moduleCache: boolean }): { import(path: string): Promise<unknown> };
}

/** Imports a module, with `jiti` if this version of Node cannot run TypeScript and `jiti` is installed. */
export async function importModule(path: string): Promise<unknown> {
  const jiti = needsJiti(path)
    ? ((await import("jiti" as string).catch(() => undefined)) as Jiti | undefined)
    : undefined;
  if (jiti === undefined) return import(pathToFileURL(path).href);
  // Overrides environment variables, because recorders of modules read `require.cache`.
  return jiti.createJiti(path, { moduleCache: true }).import(path);
}
