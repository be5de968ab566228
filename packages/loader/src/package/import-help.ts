import { runsTypeScript } from "../config/runs-typescript.ts";

/** What helps against the two stumbles of those who write their first plugin; `undefined` for everything else. */
export function helpAgainst(thrown: unknown, path: string): string | undefined {
  if (/\.[cm]?ts$/.test(path) && !runsTypeScript()) {
    return "compile it first, and let `exports` name the .js file; this Node runs no TypeScript";
  }
  const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
  const missing = code === "ERR_MODULE_NOT_FOUND" ? /'(@passwright\/[\w.-]+)/.exec(String(message))?.[1] : undefined;
  return missing === undefined ? undefined : `install it beside the plugin: npm install ${missing}`;
}
